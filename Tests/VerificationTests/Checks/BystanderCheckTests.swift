import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification
import Testing

/// An item that one caller marks as a favorite, which must not appear in a different caller's list.
struct BystanderCheckTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Songs",
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": {
        "owner": { "id": 1, "credentials": { "key": "owner-key" }, "x-yes": true },
        "bo": { "id": 2, "credentials": { "key": "bo-key" }, "x-yes": true } },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
        "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Song": { "type": "object", "required": ["id", "title", "isLoved"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "isLoved": { "type": "boolean" } } } },
      "endpoints": {
        "songs.get": { "summary": "Hear", "request": "GET /songs/{song_id}", "source": "Handbook",
          "path": { "song_id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Song" } } },
          "state": { "action": "read", "collection": "songs", "key": "path.song_id" } },
        "loved.list": { "summary": "Loved ones", "request": "GET /loved", "source": "Handbook",
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Song" } } } },
          "state": { "action": "list", "collection": "songs", "within": { "persona.x-yes": "/isLoved" } } },
        "songs.love": { "summary": "Love", "request": "PUT /songs/{song_id}/love", "source": "Handbook",
          "path": { "song_id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "update", "collection": "songs", "key": "path.song_id", "merge": false,
            "set": { "/isLoved": { "const": true } } } },
        "songs.forget": { "summary": "Forget", "request": "DELETE /songs/{song_id}/love", "source": "Handbook",
          "path": { "song_id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "update", "collection": "songs", "key": "path.song_id", "merge": false,
            "set": { "/isLoved": { "const": false } } } } },
      "collections": {
        "songs": { "item": { "$ref": "#/schemas/Song" }, "key": "/id", "per": "persona.id",
          "seed": [{ "id": 7, "title": "Low", "isLoved": false }, { "id": 8, "title": "High", "isLoved": true }] } } }
    """)

  /// A suite that lists the favorites of two callers, and adds a song to the owner's favorites.
  private struct LoveSuite: CallSuite {
    let service = "store"

    var calls: [Call] {
      [
        Call("loved.list", "lists") { try await Self.send(.get, "/loved", $0) },
        Call("loved.list", "lists as another", as: .persona("bo")) { try await Self.send(.get, "/loved", $0) },
        Call("songs.love", "loves") { try await Self.send(.put, "/songs/7/love", $0) },
      ]
    }

    func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }

    private static func send(_ method: HTTPMethod, _ path: String, _ context: CallContext) async throws -> Int {
      let client = try UpstreamClient()
      let headers: HeaderFields = ["X-Key": context.credentials["key"] ?? ""]
      let exchange = await client.exchange(
        Request(method: method, target: path, headers: headers), with: try BaseURL(parsing: context.baseURL),
        deadline: context.deadline)
      await client.shutdown()
      guard let status = exchange.response?.status, status < 400 else { throw CancellationError() }
      return status
    }
  }

  /// Returns the drift that concerns callers, and the credentials of the callers that changed data on the server.
  private static func found(isShared: Bool) async throws -> (drift: [String], writers: Set<String>) {
    let plain = StoreServer(contract)
    let store = StoreServer(beside: plain) { request, answer in
      guard isShared, request.method == .put, request.headers["x-key"] == "owner-key" else { return nil }
      var other = request
      other.headers["X-Key"] = "bo-key"
      _ = plain.said(to: other)
      return answer()
    }
    var options = VerifierOptions(allowsWrites: true)
    options.environment["STORE_KEY_BO"] = "bo-key"
    let outcomes = try await store.verify(options, suite: LoveSuite())
    let drift = outcomes.flatMap(\.drift).filter { $0.rule.id.hasPrefix("access.") }
    let writers = store.requests.filter { !$0.method.isSafe }.compactMap { $0.headers["x-key"] }
    return (drift.map { "\($0.endpoint) \($0.rule.id): \($0.message)" }, Set(writers))
  }

  @Test func `a song that comes into another caller's list is found, and nothing is written as the other`() async throws
  {
    let (drift, writers) = try await Self.found(isShared: true)
    #expect(drift.count == 1, "\(drift)")
    let found = "Since the run changed it as a different caller, GET /loved shows songs 7 to bo"
    #expect(drift.first?.hasPrefix("loved.list access.not-isolated: \(found)") == true, "\(drift)")
    #expect(!writers.contains("bo-key"))
  }

  @Test func `callers with lists of their own pass`() async throws {
    let (drift, writers) = try await Self.found(isShared: false)
    #expect(drift == [])
    #expect(writers.contains("owner-key"), "It was loved.")
  }
}
