import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that isn't bound to a server yet.
public struct APIRequest: Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The path relative to the base URL.
  public var path: EndpointPath
  /// The query items, in sending order.
  public var query: [QueryItem]
  /// The value to encode as the JSON body. A GET request must not have one.
  public var body: (any Encodable & Sendable)?
  /// A form with files that is sent instead of a JSON body.
  public var form: MultipartForm?
  /// The accepted media types, as the value of the `Accept` header.
  public var accept: String
  /// A Boolean value that indicates whether the session's token is sent. It is `false` for a login.
  public var sendsToken: Bool
  /// Additional header fields by name, for an API that requires more than a key and a token.
  public var headers: [String: String]

  /// Creates a request.
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

  /// The name of the call in messages, such as `GET /api/v2/tickets/1042`.
  public var endpoint: String { "\(method.rawValue) \(path)" }
}

extension APIRequest {
  /// Returns the request for `URLSession`. The result depends only on the arguments.
  ///
  /// - Parameters:
  ///   - baseURL: The URL of the API. Its path prefix is kept, and its query and fragment are dropped.
  ///   - apiKey: The value of `X-API-Key`, or `nil` to omit the header.
  ///   - token: The bearer token, or `nil` to omit `Authorization`.
  ///   - encoder: The encoder for the body.
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
