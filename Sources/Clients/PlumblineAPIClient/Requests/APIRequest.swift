import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
  /// A Boolean value that indicates whether the session's token is sent; a login sends none.
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

extension APIRequest {
  /// The request as `URLSession` sends it; a pure function of its inputs.
  ///
  /// - Parameters:
  ///   - baseURL: where the API lives; a path prefix is kept, a query or fragment is dropped.
  ///   - apiKey: the value of `X-API-Key`; nil leaves the header out.
  ///   - token: the bearer token; nil leaves `Authorization` out.
  ///   - encoder: writes the body.
  /// - Throws: `APIError.networkError` with `URLError.badURL`, or what the encoder throws.
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
