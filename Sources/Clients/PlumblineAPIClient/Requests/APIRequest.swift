import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A call that isn't bound to a server yet: method, path, query and body.
public struct APIRequest: Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The path below the base URL.
  public var path: EndpointPath
  /// The query items, in the order they are sent.
  public var query: [QueryItem]
  /// The value to encode as the JSON body; a GET must have none.
  public var body: (any Encodable & Sendable)?
  /// A form with files, sent instead of a JSON body.
  public var form: MultipartForm?
  /// The accepted media types.
  public var accept: String
  /// A Boolean value that indicates whether the session's token is sent; a login sends none.
  public var sendsToken: Bool
  /// Additional header fields by name, for an API that needs more than a key and a token.
  public var headers: [String: String]

  /// Creates a value from its fields.
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

  /// The name of the call in messages: `GET /api/v2/tickets/1042`.
  public var endpoint: String { "\(method.rawValue) \(path)" }
}

extension APIRequest {
  /// Returns the request for `URLSession`; a pure function of its inputs.
  ///
  /// - Parameters:
  ///   - baseURL: the URL of the API; a path prefix is kept, a query or fragment is dropped.
  ///   - apiKey: the value of `X-API-Key`; `nil` omits the header.
  ///   - token: the bearer token; `nil` omits `Authorization`.
  ///   - encoder: encodes the body.
  /// - Throws: `APIError.networkError` with `URLError.badURL`, or the encoder's error.
  public func urlRequest(
    baseURL: URL, apiKey: String?, token: String?, encoder: JSONEncoder = JSONCoding.encoder()
  ) throws -> URLRequest {
    var request = URLRequest(url: try url(baseURL: baseURL))
    request.httpMethod = method.rawValue
    request.setValue(accept, forHTTPHeaderField: "Accept")
    if let apiKey { request.setValue(apiKey, forHTTPHeaderField: "X-API-Key") }
    if sendsToken, let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let form {
      request.httpBody = form.data
      request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    } else if let body {
      request.httpBody = try encoder.encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  private func url(baseURL: URL) throws(APIError) -> URL {
    guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true), components.host != nil else {
      throw .networkError(URLError(.badURL))
    }
    components.query = nil
    components.fragment = nil
    var text = components.string ?? ""
    while text.hasSuffix("/") { text.removeLast() }
    text += path.percentEncoded
    let pairs = query.compactMap { item in
      item.value.map { "\(PercentEncoding.query(item.name))=\(PercentEncoding.query($0))" }
    }
    if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
    guard let url = URL(string: text) else { throw .networkError(URLError(.badURL)) }
    return url
  }
}
