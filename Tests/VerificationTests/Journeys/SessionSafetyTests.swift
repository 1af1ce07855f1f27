import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Sessions from the environment, which must not be used up. Only sessions that the run opened itself may end.
struct SessionSafetyTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Doors", "envelope": null,
      "credentials": {
        "session": { "in": "bearer", "environment": "STORE_TOKEN" },
        "refresh": { "in": "bearer", "environment": "STORE_REFRESH" } },
      "authentication": ["session"],
      "personas": { "owner": { "id": 1, "credentials": { "session": "mine", "refresh": "mine-too" },
        "login": { "user": "olga", "password": "pw" } } },
      "failures": { "unauthorized": { "status": 401 } }, "commonFailures": ["unauthorized"],
      "schemas": { "Tokens": { "type": "object", "required": ["access", "renewal"],
        "properties": { "access": { "type": "string" }, "renewal": { "type": "string" } } } },
      "endpoints": {
        "door.enter": { "summary": "Log in", "request": "POST /enter", "source": "Handbook", "authentication": [],
          "safe": true, "success": { "200": { "body": { "$ref": "#/schemas/Tokens" } } },
          "body": { "type": "object", "required": ["user", "password"],
            "properties": { "user": { "type": "string" }, "password": { "type": "string" } } },
          "state": { "action": "login", "set": { "/access": "credential.session", "/renewal": "credential.refresh" } } },
        "door.stay": { "summary": "Refresh", "request": "POST /stay", "source": "Handbook", "authentication": ["refresh"],
          "safe": true, "success": { "200": { "body": { "$ref": "#/schemas/Tokens" } } },
          "state": { "action": "refresh", "set": { "/access": "credential.session", "/renewal": "credential.refresh" } } },
        "door.leave": { "summary": "Log out", "request": "POST /leave", "source": "Handbook", "success": { "204": {} },
          "state": { "action": "logout" } },
        "door.lock": { "summary": "Change the password", "request": "PUT /lock", "source": "Handbook",
          "body": { "type": "object", "required": ["newPassword"],
            "properties": { "newPassword": { "type": "string", "examples": ["other"] } } },
          "success": { "204": {} } } } }
    """)

  private static let given = ["STORE_TOKEN": "user-token", "STORE_REFRESH": "user-refresh"]
  private static let typed = ["STORE_LOGIN_USER": "rita", "STORE_LOGIN_PASSWORD": "hers"]

  private func verify(
    _ environment: [String: String], allowsWrites: Bool
  ) async throws -> (store: StoreServer, outcomes: [CallOutcome]) {
    let store = StoreServer(Self.contract) { request, _ in
      let isIn = request.headers.contains("authorization")
      if request.path == "/enter" || request.path == "/stay" && isIn {
        return OutgoingResponse(Notes.response(200, #"{ "access": "own-access", "renewal": "own-renewal" }"#))
      }
      return request.path == "/__plumbline/health"
        ? OutgoingResponse(Response(status: 404)) : OutgoingResponse(Response(status: isIn ? 204 : 401))
    }
    let outcomes = try await store.verify(VerifierOptions(allowsWrites: allowsWrites, environment: environment))
    return (store, outcomes)
  }

  @Test(arguments: [true, false])
  func `without a login nothing is done that would spend the session that is given`(allowsWrites: Bool) async throws {
    let (store, outcomes) = try await verify(Self.given, allowsWrites: allowsWrites)
    for path in ["/stay", "/leave", "/lock"] {
      #expect(!store.requests.contains { $0.path == path && $0.headers.contains("authorization") }, "\(path)")
    }
    let refreshed = outcomes.first { $0.line.endpoint == "door.stay" && $0.line.outcome == .skipped }
    #expect(refreshed?.line.reason?.contains("STORE_LOGIN_USER") == true, "\(outcomes.complaints)")
  }

  @Test func `with a login it is done with a session of the run's own`() async throws {
    let (store, outcomes) = try await verify(Self.given.merging(Self.typed) { $1 }, allowsWrites: true)
    for (path, token) in [("/stay", "own-renewal"), ("/leave", "own-access")] {
      let shown = Set(store.requests.filter { $0.path == path }.compactMap { $0.headers["authorization"] })
      #expect(shown == ["Bearer \(token)"], "\(path)")
    }
    // This server's failure to end sessions is a separate issue, which lines of its own report.
    #expect(
      outcomes.filter { $0.line.isProof && ["door.stay", "door.leave"].contains($0.line.endpoint) }.allSatisfy {
        $0.line.outcome == .passed
      },
      "\(outcomes.complaints)")
  }

  @Test func `a client that refreshes on its own doesn't use up the given refresh token`() async throws {
    let store = StoreServer(Self.contract) { request, _ in
      OutgoingResponse(Response(status: request.path == "/stay" ? 200 : 401))
    }
    let suite = BoxSuite(endpoint: "door.stay", .post, "/stay") { _ in ["Authorization": "Bearer user-refresh"] }
    let outcomes = try await store.verify(
      VerifierOptions(environment: Self.given.merging(Self.typed) { $1 }), suite: suite)
    #expect(store.requests.isEmpty)
    #expect(
      outcomes.map(\.line.reason) == [
        "POST /stay was not sent: it uses up the session from the environment; Plumbline does that only with "
          + "sessions that the run itself opened"
      ])
  }
}
