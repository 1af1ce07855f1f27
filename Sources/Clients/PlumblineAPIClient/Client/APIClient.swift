import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client that adds credentials to requests and unwraps the envelope of responses.
///
///     let client = APIClient(baseURL: url, apiKey: key, token: store)
///     let ticket: Ticket = try await client.get("/api/v2/tickets/\(1042)")
///
/// Calls throw an `APIError`, or `CancellationError` if the task was canceled. Errors from the token store and from
/// encoding the body are rethrown unchanged.
public struct APIClient: Sendable {
  /// The URL of the API. Its path prefix is kept.
  public let baseURL: URL
  private let apiKey: String?
  private let token: any TokenProviding
  private let transport: any Transport
  private let makeDecoder: @Sendable () -> JSONDecoder

  /// Creates a client that uses `URLSession`.
  ///
  /// - Parameters:
  ///   - baseURL: The URL of the API.
  ///   - apiKey: The value of `X-API-Key`, or `nil` to omit the header.
  ///   - token: The source of the bearer token for each request.
  ///   - session: The URL session for all requests.
  ///   - deadline: The maximum duration of one call.
  ///   - makeDecoder: A closure that creates the decoder for each response.
  public init(
    baseURL: URL, apiKey: String?, token: any TokenProviding,
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30),
    makeDecoder: @escaping @Sendable () -> JSONDecoder = JSONCoding.decoder
  ) {
    self.init(
      baseURL: baseURL, apiKey: apiKey, token: token,
      transport: URLSessionTransport(session: session, deadline: deadline), makeDecoder: makeDecoder)
  }

  /// Creates a client that uses any transport.
  public init(
    baseURL: URL, apiKey: String?, token: any TokenProviding, transport: any Transport,
    makeDecoder: @escaping @Sendable () -> JSONDecoder = JSONCoding.decoder
  ) {
    self.baseURL = baseURL
    self.apiKey = apiKey
    self.token = token
    self.transport = transport
    self.makeDecoder = makeDecoder
  }

  /// Sends a request and returns its response unchanged, whatever its status.
  public func response(to request: APIRequest) async throws -> APIResponse {
    let token = request.sendsToken ? try await self.token.token() : nil
    let urlRequest = try request.urlRequest(baseURL: baseURL, apiKey: apiKey, token: token)
    try Task.checkCancellation()
    do {
      return try await transport.send(urlRequest)
    } catch let error as APIError {
      throw error
    } catch {
      // URLSession reports the cancellation of the task as a separate error.
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      throw APIError.networkError(error)
    }
  }

  /// Sends a request and passes the response to `read`, together with its interpreter.
  public func send<Value>(
    _ request: APIRequest, read: (ResponseInterpreter, APIResponse) throws -> Value
  ) async throws -> Value {
    let response = try await response(to: request)
    return try read(ResponseInterpreter(endpoint: request.endpoint, makeDecoder: makeDecoder), response)
  }
}

extension APIClient {
  /// Sends a GET request and returns the payload.
  public func get<Payload: Decodable & Sendable>(
    _ path: EndpointPath, query: [QueryItem] = [], as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await payload(APIRequest(.get, path, query: query))
  }

  /// Sends a GET request and returns one page of a list.
  public func getPage<Item: Decodable & Sendable>(
    _ path: EndpointPath, query: [QueryItem] = [], of type: Item.Type = Item.self
  ) async throws -> Page<Item> {
    try await send(APIRequest(.get, path, query: query)) { try $0.page($1) }
  }

  /// Sends a POST request with a JSON body and returns the payload.
  public func post<Payload: Decodable & Sendable>(
    _ path: EndpointPath, body: (any Encodable & Sendable)?, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await payload(APIRequest(.post, path, body: body))
  }

  /// Sends a PUT request with a JSON body and returns the payload.
  public func put<Payload: Decodable & Sendable>(
    _ path: EndpointPath, body: (any Encodable & Sendable)?, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await payload(APIRequest(.put, path, body: body))
  }

  /// Sends a DELETE request and ignores the contents of `data`.
  public func delete(_ path: EndpointPath, query: [QueryItem] = []) async throws {
    try await send(APIRequest(.delete, path, query: query)) { try $0.success($1) }
  }

  /// Sends any request and returns the payload.
  public func payload<Payload: Decodable & Sendable>(
    _ request: APIRequest, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await send(request) { try $0.payload($1) }
  }

  /// Sends a request whose response body isn't JSON.
  ///
  /// - Parameter mediaType: The required media type of the response, such as `text/csv`, or `nil` to accept any.
  public func download(_ request: APIRequest, mediaType: String? = nil) async throws -> APIResponse {
    try await send(request) { try $0.file($1, mediaType: mediaType) }
  }
}
