import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request in a collection, either one of its own or the one of a saved response.
struct Sample {
  let name: String
  /// The item, or the saved response.
  let source: JSON
  let request: JSON
  /// The name of the top-level folder, or `nil` for a request outside folders.
  let folder: String?
  let method: HTTPMethod
  private(set) var url: RequestURL
  private(set) var template: PathTemplate
  let headers: SavedHeaders
  let body: SavedBody?
  /// The name of the credential that the request carries.
  let credential: String?
  /// The saved response, or `nil` for the collection's own request.
  let response: JSON?

  /// Returns the sample with the template of a different one, if its path matches that template. For example,
  /// `/users/7` matches `/users/{id}`.
  func adopting(pathOf other: Sample) -> Sample? {
    guard method == other.method, template.shape != other.template.shape, template.parameters.isEmpty,
      let values = other.template.match(template.text)
    else { return nil }
    var sample = self
    sample.template = other.template
    sample.url.take(other.template.parameters.map { ($0, values[$0]) })
    return sample
  }
}

/// The requests that belong to one endpoint.
struct SampleGroup {
  let method: HTTPMethod
  let template: PathTemplate
  /// The condition that distinguishes them from other requests with the same method and path.
  let when: (address: String, value: String)?
  var samples: [Sample]
  var id = ""

  /// The sample that gives the endpoint its name.
  var main: Sample { samples.first { $0.response == nil } ?? samples[0] }
}

/// Groups requests by method and path, and separates those that differ in a value that names an action.
struct SampleGrouping {
  private struct Line: Hashable {
    let method: HTTPMethod
    let shape: [PathTemplate.Shape]
  }

  /// The names of query parameters and body members that name an action.
  private static let actions = ["action", "method", "operationName", "operation", "op", "command", "cmd", "function"]

  static func groups(of samples: [Sample]) -> [SampleGroup] {
    var order: [Line] = []
    var lines: [Line: [Sample]] = [:]
    for sample in samples {
      let line = Line(method: sample.method, shape: sample.template.shape)
      if lines[line] == nil { order.append(line) }
      lines[line, default: []].append(sample)
    }
    return order.flatMap { line in groups(on: lines[line] ?? []) }
  }

  private static func groups(on samples: [Sample]) -> [SampleGroup] {
    guard let first = samples.first else { return [] }
    let addresses = actions.map { "query.\($0)" } + actions.map { "body#/\($0)" }
    let telling = addresses.first { address in Set(samples.compactMap { value(at: address, of: $0) }).count > 1 }
    guard let telling else {
      return [SampleGroup(method: first.method, template: first.template, when: nil, samples: samples)]
    }
    var order: [String?] = []
    var parts: [String?: [Sample]] = [:]
    for sample in samples {
      let value = value(at: telling, of: sample)
      if parts[value] == nil { order.append(value) }
      parts[value, default: []].append(sample)
    }
    // The request without an action comes last, because it would match all others.
    return (order.filter { $0 != nil } + order.filter { $0 == nil }).map { value in
      SampleGroup(
        method: first.method, template: first.template, when: value.map { (telling, $0) }, samples: parts[value] ?? [])
    }
  }

  private static func value(at address: String, of sample: Sample) -> String? {
    let value: String?
    if address.hasPrefix("query.") {
      let items = sample.url.query.filter { !$0.isDisabled && "query.\($0.name)" == address }
      value = items.count == 1 ? items[0].value : nil
    } else if case .json(let body)? = sample.body?.content, body.kind == .object {
      value = body[String(address.dropFirst("body#/".count))]?.string
    } else {
      value = nil
    }
    guard let value, !value.isEmpty, !Variables.isOpen(value) else { return nil }
    return value
  }
}
