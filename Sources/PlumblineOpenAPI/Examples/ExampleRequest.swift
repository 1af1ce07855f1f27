import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request for an endpoint, with everything that it requires, made from the values that the document shows.
struct ExampleRequest {
  let request: Request

  /// Creates a request; `nil` if a required value can't be made.
  init?(_ endpoint: Endpoint) {
    let asked = ConditionValues(endpoint)
    var path: [String: String] = [:]
    for parameter in endpoint.path {
      guard let value = try? parameter.schema.example().get() else { return nil }
      let text =
        parameter.isPlain
        ? PathTemplate.encode(ParameterStyle.text(of: value), goesAcross: false)
        : parameter.style.pathText(value, named: parameter.name)
      path[parameter.name] = asked.path[parameter.name] ?? text
    }
    guard let target = endpoint.request.template.expand(encoded: path) else { return nil }
    guard let query = Self.items(of: endpoint.query, asked.query),
      let cookies = Self.items(of: endpoint.cookies, asked.cookies)
    else { return nil }
    var headers = HeaderFields()
    for parameter in endpoint.headers where parameter.isRequired {
      guard let value = try? parameter.schema.example().get() else { return nil }
      headers[parameter.name] = parameter.style.headerText(value)
    }
    for (name, value) in asked.headers { headers[name] = value }
    if !cookies.isEmpty { headers["Cookie"] = cookies.joined(separator: "; ") }
    var body = Body.empty
    if let wanted = endpoint.body {
      if let (bytes, type) = Self.body(wanted, asked) {
        body = Body(bytes)
        headers["Content-Type"] = type
      } else if wanted.isRequired {
        return nil
      }
    }
    request = Request(
      method: endpoint.request.method, target: query.isEmpty ? target : "\(target)?\(query.joined(separator: "&"))",
      headers: headers, body: body)
  }

  private static func items(of parameters: [Parameter], _ asked: [ConditionValues.Sent]) -> [String]? {
    var items = asked.flatMap(\.items)
    for parameter in parameters where parameter.isRequired && !asked.contains(where: { $0.name == parameter.name }) {
      guard let value = try? parameter.schema.example().get() else { return nil }
      items += parameter.style.queryItems(value, named: parameter.name)
    }
    return items
  }

  private static func body(_ wanted: RequestBody, _ asked: ConditionValues) -> (bytes: [UInt8], contentType: String)? {
    for content in (wanted.structured.map { [$0] } ?? []) + wanted.content {
      if let text = content.madeMarkup { return (Array(text.utf8), content.mediaType) }
      guard let value = content.schema.flatMap({ try? $0.example().get() }) else { continue }
      if let body = content.body(of: asked.completing(value)) { return body }
    }
    return nil
  }
}
