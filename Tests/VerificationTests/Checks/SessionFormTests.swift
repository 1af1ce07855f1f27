import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Sessions whose tokens are sent in forms with a grant type and a client identifier (RFC 6749, section 6), and are
/// revoked by a form that contains them (RFC 7009).
struct SessionFormTests {
  private static let contract = DepotContract.changed([
    (
      #""refresh": { "in": "bearer", "environment": "DEPOT_REFRESH", "lifetime": "P30D" }"#,
      #""refresh": { "in": "body", "at": "/refresh_token", "environment": "DEPOT_REFRESH" }"#
    ),
    (
      #""authentication": ["key", "refresh"], "safe": true,"#,
      #"""
      "authentication": [["refresh"], []], "safe": true,
      "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object",
        "required": ["grant_type", "client_id"], "properties": { "grant_type": { "enum": ["password", "refresh_token"] },
          "client_id": { "type": "string", "examples": ["app"] }, "refresh_token": { "type": "string" } } } } },
      """#
    ),
    (
      #""state": { "action": "refresh", "set""#,
      #""state": { "action": "refresh", "when": { "body#/grant_type": { "const": "refresh_token" } }, "set""#
    ),
    (
      #""request": "POST /logout", "source": "Handbook", "safe": true,"#,
      #"""
      "request": "POST /logout", "source": "Handbook", "safe": true, "authentication": ["key"],
      "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object",
        "required": ["token", "client_id"], "properties": { "token": { "type": "string" },
          "client_id": { "type": "string", "examples": ["app"] } } } } },
      """#
    ),
    (#""state": { "action": "logout" } }"#, #""state": { "action": "logout", "key": "body#/token" } }"#),
  ])

  private static let checks = ["me.get", "auth.*: accepts each token*", "auth.*: ends*", "auth.*: replaces*"]

  private static func check(_ depot: Depot) async throws -> Checked {
    try await depot.check(checks[0], checks[1], checks[2], checks[3], environment: Depot.login)
  }

  @Test func `tokens in forms are refreshed, revoked and told apart`() async throws {
    let depot = Depot(Self.contract)
    let checked = try await Self.check(depot)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    for line in [
      "passed auth.logout: ends the session", "passed auth.refresh: replaces the token it was sent",
      "passed auth.refresh: accepts each token only for its purpose",
    ] {
      #expect(checked.lines.contains(line), "\(line): \(checked.lines)")
    }
    let refreshes = Self.bodies(of: depot, at: "/refresh")
    #expect(refreshes.allSatisfy { $0.contains("grant_type=refresh_token") && $0.contains("client_id=app") })
    #expect(Self.bodies(of: depot, at: "/logout").allSatisfy { $0.contains("token=") && !$0.contains("ada-token") })
  }

  private static func bodies(of depot: Depot, at path: String) -> [String] {
    depot.requests.filter { $0.path == path }.map { String(decoding: $0.body.bytes ?? [], as: UTF8.self) }
  }

  @Test func `a revocation that ends nothing is found`() async throws {
    let depot = Depot(
      Self.contract,
      asked: { request in
        guard request.path == "/logout" else { return request }
        var other = request
        other.body = Body("token=nonsense&client_id=app")
        return other
      })
    let checked = try await Self.check(depot)
    #expect(Set(checked.drift.map(\.rule.id)) == ["session.logout-ignored"], "\(checked.drift.map(\.message))")
    #expect(Set(checked.drift.map(\.endpoint)) == ["auth.logout"])
  }

  @Test func `a spent token that is refused in another form than the documented one is found`() async throws {
    let depot = Depot(
      Self.contract,
      says: { request, answer, _ in
        let status = answer.response.status
        guard request.path == "/refresh", (400..<500).contains(status) else { return answer }
        return OutgoingResponse(Notes.response(status, #"{ "problem": "no" }"#))
      })
    let drifted = try await Self.check(depot).outcomes.flatMap(\.drift).filter { $0.rule.id.hasPrefix("response.") }
    #expect(!drifted.isEmpty)
    #expect(drifted.allSatisfy { $0.endpoint == "auth.refresh" }, "\(drifted.map(\.message))")
    let healthy = try await Self.check(Depot(Self.contract)).outcomes.flatMap(\.drift)
    #expect(healthy.allSatisfy { !$0.rule.id.hasPrefix("response.") }, "\(healthy.map(\.message))")
  }
}
