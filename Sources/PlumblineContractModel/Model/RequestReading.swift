import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request as an endpoint understands it: its path, query, headers and body as JSON values.
///
/// Text becomes the type that its schema asks for: `1042` is a number where the contract says `integer`. Text that can't
/// be that stays a string, so that validation shows what was really sent.
package final class RequestReading: Sendable {
  package let request: Request
  package let endpoint: Endpoint
  /// The JSON body; `nil` when there is none, when it isn't JSON by its media type, or when it is malformed.
  package let body: JSON?
  /// What is wrong with a body that says it is JSON and isn't.
  package let bodyError: JSONSyntaxError?
  /// Who is calling, if that is known.
  package let persona: Persona?

  /// The path parameters' values, as their schemas type them, in the endpoint's order; none when the path isn't the
  /// endpoint's.
  package let pathValues: [JSON]
  private let queryItems: [(name: String, value: String)]

  package init(_ request: consuming Request, for endpoint: Endpoint, persona: Persona? = nil) {
    self.endpoint = endpoint
    self.persona = persona
    // The request is put away last: to read it from here would copy it each time.
    pathValues = Self.pathValues(of: request, endpoint)
    queryItems = request.queryItems
    (body, bodyError) = Self.body(of: request)
    self.request = request
  }

  /// The same request as another endpoint understands it. Its body isn't parsed again.
  init(_ other: RequestReading, for endpoint: Endpoint) {
    self.endpoint = endpoint
    persona = other.persona
    pathValues = Self.pathValues(of: other.request, endpoint)
    queryItems = other.queryItems
    body = other.body
    bodyError = other.bodyError
    request = other.request
  }

  private static func body(of request: Request) -> (JSON?, JSONSyntaxError?) {
    guard case .bytes(let bytes) = request.body, !bytes.isEmpty, mayBeJSON(request.headers) else { return (nil, nil) }
    do {
      return (try JSON.parse(bytes, file: "request body"), nil)
    } catch {
      return (nil, error)
    }
  }

  private static func pathValues(of request: Request, _ endpoint: Endpoint) -> [JSON] {
    guard !endpoint.path.isEmpty, let texts = endpoint.request.template.values(in: request.pathBytes) else { return [] }
    // One parameter for each of the template's, in its order: so the contract's reader makes them.
    return zip(endpoint.path, texts).map { parameter, text in parameter.reading(segment: text) }
  }

  private static func mayBeJSON(_ headers: HeaderFields) -> Bool {
    guard let type = headers.bytes("content-type") else { return true }
    return type.isSame(as: "application/json") || headers.mediaType.map(MediaType.isJSON) ?? true
  }

  /// A path parameter's value, as its schema types it.
  package func path(_ name: String) -> JSON? {
    zip(endpoint.path, pathValues).first { $0.0.name == name }?.1
  }

  /// A query parameter's value, as its schema types it; an array when it came more than once or its schema is an array.
  package func query(_ name: String) -> JSON? {
    let values = queryItems.filter { $0.name == name }.map(\.value)
    guard !values.isEmpty else { return nil }
    return typed(values, by: endpoint.query.first { $0.name == name })
  }

  /// A header field's value, as its schema types it. Where the schema asks for an array, commas separate its elements
  /// (RFC 9110 section 5.6.1).
  package func header(_ name: String) -> JSON? {
    let values = request.headers.values(name)
    guard !values.isEmpty else { return nil }
    guard let parameter = endpoint.headers.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      return JSON(values.joined(separator: ", "))
    }
    if parameter.schema.allowsType(.array) {
      let elements = values.flatMap { $0.split(separator: ",") }.map { element in
        String(element.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return parameter.schema.reading(elements)
    }
    return parameter.schema.reading(values.joined(separator: ", "))
  }

  /// The names of the query parameters that were sent, each once, in their order.
  package var queryNames: [String] {
    var seen: Set<String> = []
    return queryItems.map(\.name).filter { seen.insert($0).inserted }
  }

  /// The value at an address; `nil` when nothing is there. `item` is what `item#` addresses look into.
  package func value(at address: Address, item: JSON? = nil) -> JSON? {
    switch address {
    case .path(let name): path(name)
    case .query(let name): query(name)
    case .header(let name): header(name)
    case .body(let pointer): body?.at(pointer)
    case .persona(let name): name == "name" ? persona.map { JSON($0.name) } : persona?.source[name]
    case .credential(let name): persona?.credentials[name].map { JSON($0) }
    case .item(let pointer): item?.at(pointer)
    }
  }

  private func typed(_ values: [String], by parameter: Parameter?) -> JSON {
    guard let parameter else { return values.count == 1 ? JSON(values[0]) : .array(values.map { JSON($0) }) }
    return parameter.schema.reading(values)
  }
}
