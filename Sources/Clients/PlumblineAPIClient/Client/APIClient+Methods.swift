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
