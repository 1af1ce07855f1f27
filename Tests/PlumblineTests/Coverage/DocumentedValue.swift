import PlumblineHTTPMessages
import PlumblineJSONTree

/// A value that a contract names for a request, either by `enum` or because it's a boolean. It's read from the
/// contract's text, independently of the toolkit.
struct DocumentedValue: Hashable, CustomStringConvertible {
  let endpoint: String
  /// The part of the request, which is `query` or `body`.
  let part: String
  /// The name of a query parameter, or a JSON Pointer into the body.
  let place: String
  /// The value as JSON text, such as `"NEW"` or `true`.
  let value: String

  var description: String { "\(endpoint) \(part) \(place) \(value)" }

  /// Returns a Boolean value that indicates whether a request contains the value.
  func isIn(_ request: Request) -> Bool {
    if part == "query" {
      return request.queryItems.contains { $0.name == place && "\"\($0.value)\"" == value }
    }
    guard let pointer = JSONPointer(place), let body = try? JSON.parse(request.body.bytes ?? []) else { return false }
    return body.at(pointer)?.text == value
  }
}

extension DocumentedValue {
  /// Returns every value that a service's contract names for its requests.
  static func all(of service: String) throws -> [DocumentedValue] {
    let walk = Walk(texts: try ContractTexts(service))
    var found: [DocumentedValue] = []
    for (file, id, endpoint) in walk.texts.endpoints {
      for (parameter, schema) in endpoint["query"] as? [String: Any] ?? [:] {
        for (_, value) in walk.values(of: schema, in: file) {
          found.append(DocumentedValue(endpoint: id, part: "query", place: parameter, value: value))
        }
      }
      guard let body = endpoint["body"] else { continue }
      for (place, value) in walk.values(of: body, in: file) {
        found.append(DocumentedValue(endpoint: id, part: "body", place: place, value: value))
      }
    }
    return found.sorted { $0.description < $1.description }
  }

  private struct Walk {
    let texts: ContractTexts

    func values(of schema: Any, in file: String, at place: String = "", depth: Int = 0) -> [(String, String)] {
      guard let schema = schema as? [String: Any], depth < 12 else { return [] }
      var found: [(String, String)] = []
      if let reference = schema["$ref"] as? String, let (target, name) = texts.target(of: reference, in: file) {
        found += values(of: target, in: name, at: place, depth: depth + 1)
      }
      for value in schema["enum"] as? [String] ?? [] { found.append((place, "\"\(value)\"")) }
      if schema["type"] as? String == "boolean" { found += [(place, "true"), (place, "false")] }
      for (name, property) in schema["properties"] as? [String: Any] ?? [:] {
        found += values(of: property, in: file, at: "\(place)/\(name)", depth: depth + 1)
      }
      return found
    }
  }
}
