import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request for an endpoint with everything that the endpoint requires, generated from the document's values.
struct ExampleRequest {
  let request: Request

  /// Creates a request, or returns `nil` if a required value can't be generated.
  ///
  /// - Parameter body: The response in the document. If the path ends in an item's key, the key is taken from this
  ///   response, because examples of parameters seldom concern the same item as examples of responses.
  init?(_ endpoint: Endpoint, showing body: JSON? = nil) {
    let asked = ConditionValues(endpoint)
    var path: [String: String] = [:]
    for parameter in endpoint.path {
      let shown = body.flatMap { Self.key(parameter, of: endpoint, in: $0) }
      guard let value = shown ?? (try? parameter.schema.example().get()) else { return nil }
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

  /// Returns the key of the item in a response if the path ends in that key. It is the member with the parameter's
  /// name, or `id`.
  private static func key(_ parameter: Parameter, of endpoint: Endpoint, in body: JSON) -> JSON? {
    let (name, path) = (parameter.name, endpoint.request.template.text)
    guard parameter.isPlain, path.hasSuffix("{\(name)}") || path.hasSuffix("{\(name)}/"),
      [.get, .put, .patch].contains(endpoint.request.method)
    else { return nil }
    var names = [name] + name.split(separator: "_").suffix(1).map(String.init)
    if name.lowercased().hasSuffix("id") { names.append("id") }
    func key(of item: JSON) -> JSON? {
      names.lazy.compactMap { item[$0] }.first { $0.int != nil || $0.string?.isEmpty == false }
    }
    // The item may be the only member that has a key.
    let items = key(of: body) == nil ? body.members.map(\.value).filter { key(of: $0) != nil } : [body]
    guard items.count == 1, let value = key(of: items[0]) else { return nil }
    let spellings = [value] + (value.int.map { [JSON("\($0)")] } ?? [])
    return spellings.first { parameter.schema.isValid($0) }
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
