import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request as read by an endpoint, with its path, query, headers, cookies and body as JSON values.
///
/// A string is converted to the type that its schema requires. For example, `1042` becomes a number if the contract
/// says `integer`. A string that can't be converted stays a string, so that validation reports what was actually sent.
package final class RequestReading: Sendable {
  package let request: Request
  package let endpoint: Endpoint
  /// The body's value (``BodyForm``), or `nil` if there is no body, if bodies of its media type aren't inspected, or if
  /// the body is malformed. A body that isn't JSON has a value only if the endpoint describes it.
  package let body: JSON?
  /// The reason that the body doesn't conform to its media type, or `nil` if it does.
  package let bodyFault: BodyFault?
  /// The caller, if known.
  package let persona: Persona?

  /// The values of the path parameters in the endpoint's order, typed by their schemas. The array is empty if the path
  /// doesn't match the endpoint.
  package let pathValues: [JSON]
  /// The media types that the client accepts, with its `Accept` fields joined, or `nil` if it sends none.
  package var accept: String? {
    let fields = request.headers.values("accept")
    return fields.isEmpty ? nil : fields.joined(separator: ", ")
  }

  private let queryItems: [(name: String, value: String)]
  /// The query's values by name, or `nil` if there are so few items that a linear search is enough.
  private let queryValues: [String: [String]]?
  /// The query as sent, or `nil` if the decoded strings are enough to read every parameter.
  private let fields: FormFields?
  /// The cookies as sent, if the endpoint has any.
  private let cookies: FormFields?

  package init(_ request: consuming Request, for endpoint: Endpoint, persona: Persona? = nil) {
    self.endpoint = endpoint
    self.persona = persona
    // Store the request last. Reading it through `self` would copy it each time.
    pathValues = Self.pathValues(of: request, endpoint)
    queryItems = request.queryItems
    queryValues = Self.grouped(queryItems)
    fields = Self.fields(of: request, endpoint)
    cookies = Self.cookies(of: request, endpoint)
    (body, bodyFault) = Self.body(of: request, endpoint)
    self.request = request
  }

  /// Creates a reading of the same request for a different endpoint. A JSON body isn't parsed again.
  package init(_ other: RequestReading, for endpoint: Endpoint) {
    self.endpoint = endpoint
    persona = other.persona
    pathValues = Self.pathValues(of: other.request, endpoint)
    queryItems = other.queryItems
    queryValues = other.queryValues
    fields = Self.fields(of: other.request, endpoint)
    cookies = Self.cookies(of: other.request, endpoint)
    if Self.mayBeJSON(request: other.request, to: other.endpoint), Self.mayBeJSON(request: other.request, to: endpoint)
    {
      body = other.body
      bodyFault = other.bodyFault
    } else {
      (body, bodyFault) = Self.body(of: other.request, endpoint)
    }
    request = other.request
  }

  private static func body(of request: Request, _ endpoint: Endpoint) -> (JSON?, BodyFault?) {
    guard case .bytes(let bytes) = request.body, !bytes.isEmpty else { return (nil, nil) }
    if mayBeJSON(request: request, to: endpoint) {
      do {
        // The mock stores and returns the value, so it must not have duplicate keys.
        return (try JSON.parse(bytes, file: "request body").uniquingKeys, nil)
      } catch {
        return (nil, BodyFault(error))
      }
    }
    let taken = endpoint.body
    guard let content = request.mediaType.map({ taken?.content(accepting: $0) }) ?? taken?.content.first else {
      return (nil, nil)
    }
    do {
      return (try content.value(of: bytes, request.headers, file: "request body"), nil)
    } catch {
      return (nil, error)
    }
  }

  private static func pathValues(of request: Request, _ endpoint: Endpoint) -> [JSON] {
    guard !endpoint.path.isEmpty else { return [] }
    // The contract's reader creates one parameter for each parameter in the template, in the same order.
    if endpoint.hasPlainPath {
      guard let texts = endpoint.request.template.values(in: request.pathBytes) else { return [] }
      return zip(endpoint.path, texts).map { parameter, text in parameter.reading(segment: text) }
    }
    guard let raws = endpoint.request.template.rawValues(in: request.pathBytes) else { return [] }
    return zip(endpoint.path, raws).map { parameter, raw in parameter.reading(pathPart: raw) }
  }

  private static func grouped(_ items: [(name: String, value: String)]) -> [String: [String]]? {
    items.count > 32 ? Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) } : nil
  }

  private static func fields(of request: Request, _ endpoint: Endpoint) -> FormFields? {
    endpoint.hasPlainQuery ? nil : request.queryBytes.map { FormFields($0) }
  }

  private static func cookies(of request: Request, _ endpoint: Endpoint) -> FormFields? {
    endpoint.cookies.isEmpty ? nil : FormFields(cookies: Cookies.sent(in: request))
  }

  /// Returns a Boolean value that indicates whether a body may be JSON according to its media type. A body without a
  /// media type may be JSON, unless the endpoint accepts only other types.
  private static func mayBeJSON(request: Request, to endpoint: Endpoint) -> Bool {
    guard let type = request.headers.bytes("content-type") else {
      return endpoint.body.map { $0.json != nil } ?? true
    }
    return type.isSame(as: "application/json") || request.mediaType.map(MediaType.isJSON) ?? true
  }

  /// Returns a path parameter's value, typed by its schema.
  package func path(_ name: String) -> JSON? {
    zip(endpoint.path, pathValues).first { $0.0.name == name }?.1
  }

  /// Returns a query parameter's value, deserialized from its style and typed by its schema. If an undocumented name is
  /// repeated, the value is an array.
  package func query(_ name: String) -> JSON? {
    // Read the parameter from the fields only if its decoded strings aren't enough.
    if let fields, let parameter = endpoint.queryParameter(name), !parameter.isPlain {
      return parameter.reading(fields)
    }
    let values = queryValues.map { $0[name] ?? [] } ?? queryItems.filter { $0.name == name }.map(\.value)
    guard !values.isEmpty else { return nil }
    if let parameter = endpoint.queryParameter(name) { return parameter.schema.reading(values) }
    return values.count == 1 ? JSON(values[0]) : .array(values.map { JSON($0) })
  }

  /// Returns a header field's value, typed by its schema. If the schema requires an array or an object, commas separate
  /// the elements (RFC 9110 section 5.6.1).
  package func header(_ name: String) -> JSON? {
    let values = request.headers.values(name)
    guard !values.isEmpty else { return nil }
    let text = values.count == 1 ? values[0] : values.joined(separator: ", ")
    guard let parameter = endpoint.header(name) else { return JSON(text) }
    return parameter.isPlain ? parameter.schema.reading(text) : parameter.reading(raw: Array(text.utf8)[...], .plain)
  }

  /// Returns a cookie's value, typed by its schema.
  package func cookie(_ name: String) -> JSON? {
    if let cookies, let parameter = endpoint.cookie(name) { return parameter.reading(cookies) }
    return Cookies.sent(in: request).first { $0.name == name }.map { JSON($0.value) }
  }

  /// The names of the query parameters that were sent, in order and without duplicates. If a name is a member of a
  /// parameter's value, it is replaced with the parameter's name.
  package var queryNames: [String] {
    var seen: Set<String> = []
    return queryItems.map { item in
      fields == nil ? item.name : endpoint.queryParameter(owning: item.name)?.name ?? item.name
    }.filter { seen.insert($0).inserted }
  }

  /// Returns the value at an address, or `nil` if there is none. `item#` addresses refer to `item`.
  package func value(at address: Address, item: JSON? = nil) -> JSON? {
    switch address {
    case .path(let name): path(name)
    case .query(let name): query(name)
    case .header(let name): header(name)
    case .cookie(let name): cookie(name)
    case .body(let pointer): body?.at(pointer)
    case .persona(let name): name == "name" ? persona.map { JSON($0.name) } : persona?.source[name]
    case .credential(let name): persona?.credentials[name].map { JSON($0) }
    case .item(let pointer): item?.at(pointer)
    }
  }
}
