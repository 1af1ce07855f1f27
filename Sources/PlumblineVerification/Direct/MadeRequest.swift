import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request as the contract describes it: what is required, with values made from the schemas, each in its style.
struct MadeRequest {
  /// The path's texts, decoded.
  private(set) var path: [String: String] = [:]
  /// The texts as they are sent of parameters with marks in between or around (``Parameter/isPlain``).
  private(set) var styledPath: [String: String] = [:]
  /// The query's items, as they are sent.
  private(set) var query: [String] = []
  private(set) var headers = HeaderFields()
  /// The body's value and how it is written; `nil` without one.
  private(set) var value: JSON?
  private(set) var content: MediaContent?
  private(set) var body = Body.empty

  /// `nil` where something is required that can't be made.
  init?(_ endpoint: Endpoint) {
    let asked = ConditionValues(endpoint)
    for parameter in endpoint.path {
      let value = Self.example(parameter)
      if parameter.isPlain {
        path[parameter.name] = asked.path[parameter.name] ?? value.map(ParameterStyle.text) ?? "1"
      } else {
        styledPath[parameter.name] = parameter.style.pathText(value ?? "1", named: parameter.name)
      }
    }
    query = asked.query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    for parameter in endpoint.query
    where parameter.isRequired && !asked.query.contains(where: { $0.name == parameter.name }) {
      guard let value = Self.example(parameter) else { return nil }
      query += parameter.style.queryItems(value, named: parameter.name)
    }
    for parameter in endpoint.headers where parameter.isRequired {
      guard let value = Self.example(parameter) else { return nil }
      headers[parameter.name] = parameter.style.headerText(value)
    }
    var cookies = asked.cookies.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    for parameter in endpoint.cookies
    where parameter.isRequired && !asked.cookies.contains(where: { $0.name == parameter.name }) {
      guard let value = Self.example(parameter) else { return nil }
      cookies += parameter.style.queryItems(value, named: parameter.name)
    }
    if !cookies.isEmpty { headers["Cookie"] = cookies.joined(separator: "; ") }
    if let wanted = endpoint.body, !write(wanted, asked), wanted.isRequired { return nil }
    for (name, value) in asked.headers { headers[name] = value }
  }

  /// Writes the first body that can be made.
  private mutating func write(_ wanted: RequestBody, _ asked: ConditionValues) -> Bool {
    let preferred = wanted.structured.map { [$0] } ?? []
    for content in preferred + wanted.content {
      guard let schema = content.schema, let example = try? schema.example().get() else { continue }
      let value = asked.completing(example)
      guard let (bytes, contentType) = content.body(of: value) else { continue }
      self.value = value
      self.content = content
      body = Body(bytes)
      headers["Content-Type"] = contentType
      return true
    }
    return false
  }

  private static func example(_ parameter: Parameter) -> JSON? { try? parameter.schema.example().get() }
}
