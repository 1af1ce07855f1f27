import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one place through which all requests go: credentials in, envelope out.
///
///     let client = APIClient(baseURL: url, apiKey: key, token: store)
///     let ticket: Ticket = try await client.get("/api/v2/tickets/\(1042)")
///
/// Calls throw an `APIError`; `CancellationError` when the task was cancelled; or, as they are, the errors of the
/// token store and of a body's encoding.
public struct APIClient: Sendable {
  /// Where the API lives; a path prefix is kept.
  public let baseURL: URL
  private let apiKey: String?
  private let token: any TokenProviding
  private let transport: any Transport
  private let makeDecoder: @Sendable () -> JSONDecoder

  /// A client over `URLSession`.
  ///
  /// - Parameters:
  ///   - baseURL: where the API lives.
  ///   - apiKey: the value of `X-API-Key`; nil leaves the header out.
  ///   - token: gives the bearer token of each request.
  ///   - session: reused for all requests.
  ///   - deadline: how long one call may take in all.
  ///   - makeDecoder: gives the decoder of each answer.
  public init(
    baseURL: URL, apiKey: String?, token: any TokenProviding,
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30),
    makeDecoder: @escaping @Sendable () -> JSONDecoder = JSONCoding.decoder
  ) {
    self.init(
      baseURL: baseURL, apiKey: apiKey, token: token,
      transport: URLSessionTransport(session: session, deadline: deadline), makeDecoder: makeDecoder)
  }

  /// A client over any transport.
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

  /// Sends a request and returns the answer as it came, whatever its status.
  public func response(to request: APIRequest) async throws -> APIResponse {
    let token = request.sendsToken ? try await self.token.token() : nil
    let urlRequest = try request.urlRequest(baseURL: baseURL, apiKey: apiKey, token: token)
    try Task.checkCancellation()
    do {
      return try await transport.send(urlRequest)
    } catch let error as APIError {
      throw error
    } catch {
      // URLSession reports the cancellation of the task as an error of its own.
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      throw APIError.networkError(error)
    }
  }

  /// Sends a request and hands the answer to `read`, together with its interpreter.
  public func send<Value>(
    _ request: APIRequest, read: (ResponseInterpreter, APIResponse) throws -> Value
  ) async throws -> Value {
    let response = try await response(to: request)
    return try read(ResponseInterpreter(endpoint: request.endpoint, makeDecoder: makeDecoder), response)
  }
}

extension APIClient {
  /// GET, and the payload.
  public func get<Payload: Decodable & Sendable>(
    _ path: EndpointPath, query: [QueryItem] = [], as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await payload(APIRequest(.get, path, query: query))
  }

  /// GET, and one page of a list.
  public func getPage<Item: Decodable & Sendable>(
    _ path: EndpointPath, query: [QueryItem] = [], of type: Item.Type = Item.self
  ) async throws -> Page<Item> {
    try await send(APIRequest(.get, path, query: query)) { try $0.page($1) }
  }

  /// POST with a JSON body, and the payload.
  public func post<Payload: Decodable & Sendable>(
    _ path: EndpointPath, body: (any Encodable & Sendable)?, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await payload(APIRequest(.post, path, body: body))
  }

  /// PUT with a JSON body, and the payload.
  public func put<Payload: Decodable & Sendable>(
    _ path: EndpointPath, body: (any Encodable & Sendable)?, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await payload(APIRequest(.put, path, body: body))
  }

  /// DELETE; what `data` holds does not matter.
  public func delete(_ path: EndpointPath, query: [QueryItem] = []) async throws {
    try await send(APIRequest(.delete, path, query: query)) { try $0.success($1) }
  }

  /// Sends any request, and the payload.
  public func payload<Payload: Decodable & Sendable>(
    _ request: APIRequest, as type: Payload.Type = Payload.self
  ) async throws -> Payload {
    try await send(request) { try $0.payload($1) }
  }

  /// Sends any request for a body that is not JSON.
  ///
  /// - Parameter mediaType: what the answer must be (`text/csv`); nil accepts anything.
  public func download(_ request: APIRequest, mediaType: String? = nil) async throws -> APIResponse {
    try await send(request) { try $0.file($1, mediaType: mediaType) }
  }
}
