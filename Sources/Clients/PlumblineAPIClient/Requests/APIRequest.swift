/// A call before it has a server: method, path, query and body.
public struct APIRequest: Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The path below the base URL.
  public var path: EndpointPath
  /// The query, in the order in which it is sent.
  public var query: [QueryItem]
  /// What becomes the JSON body; a GET must have none.
  public var body: (any Encodable & Sendable)?
  /// What is sent as a form in the place of a JSON body: files.
  public var form: MultipartForm?
  /// The media types that the caller understands.
  public var accept: String
  /// Whether the session's token is sent; a login sends none.
  public var sendsToken: Bool
  /// Further header fields, by name: for an API that wants more than a key and a token.
  public var headers: [String: String]

  /// Takes every field.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: [QueryItem] = [], body: (any Encodable & Sendable)? = nil,
    form: MultipartForm? = nil, accept: String = "application/json", sendsToken: Bool = true,
    headers: [String: String] = [:]
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.form = form
    self.accept = accept
    self.sendsToken = sendsToken
    self.headers = headers
  }

  /// How messages name the call: `GET /api/v2/tickets/1042`.
  public var endpoint: String { "\(method.rawValue) \(path)" }
}
