import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Sessions that don't end, aren't replaced, or belong to a different user. They are detected with sessions that the
/// run opened itself.
struct SessionCheckTests {
  private static func check(
    _ depot: Depot, writing: Bool = false, environment: [String: String] = Depot.login
  ) async throws -> Checked {
    try await depot.check(
      "me.get", "auth.*: ends*", "auth.*: replaces*", "auth.*: logs in the right*", "auth.*: accepts only the current*",
      writing: writing, environment: environment)
  }

  @Test func `sessions that keep to the contract pass`() async throws {
    let depot = Depot()
    let checked = try await Self.check(depot)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(
      Set(checked.lines.filter { $0.contains("auth.") }) == [
        "passed auth.login: logs in the right account", "passed auth.logout: ends the session",
        "passed auth.refresh: replaces the token it was sent",
      ], "\(checked.lines)")
    #expect(depot.requests.count { $0.path == "/login" } == 3, "Two of the first persona's, one of the other's.")
    let given = ["Bearer ada-token", "Bearer bo-token", "Bearer ada-refresh", "Bearer bo-refresh"]
    let ended = depot.requests.filter { ["/logout", "/refresh"].contains($0.path) }
    #expect(!ended.isEmpty)
    #expect(!ended.contains { given.contains($0.headers["authorization"] ?? "") })
  }

  @Test func `a logout that ends nothing is found, for both tokens`() async throws {
    let lazy = Depot(asked: { request in
      // The logout gets a response, but never reaches the store of sessions.
      guard request.path == "/logout" else { return request }
      return Request(method: .get, target: "/me", headers: request.headers)
    })
    let checked = try await Self.check(lazy)
    #expect(
      checked.found == ["session.logout-ignored session", "session.logout-ignored refresh"],
      "\(checked.drift.map(\.message))")
    #expect(
      checked.drift.first?.message == "After a logout, GET /me with the earlier session still returns 200.")
  }

  @Test func `a refresh that replaces nothing is found, for both tokens`() async throws {
    let contract = DepotContract.changed(#""also": [{ "action": "logout" }]"#, to: #""also": []"#)
    // The contract of the depot itself doesn't declare this.
    let depot = Depot(contract, judgedBy: DepotContract.contract)
    let checked = try await Self.check(depot)
    #expect(
      checked.found == ["session.refresh-not-rotated session", "session.refresh-not-rotated refresh"],
      "\(checked.drift.map(\.message))")
  }

  @Test func `where the contract says nothing of what a refresh replaces, nothing is judged`() async throws {
    let contract = DepotContract.changed(#""also": [{ "action": "logout" }]"#, to: #""also": []"#)
    let checked = try await Self.check(Depot(contract))
    #expect(checked.found == [])
    #expect(!checked.lines.contains { $0.contains("auth.refresh") })
  }

  @Test func `a login that admits another user is found, and no name is shown`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path == "/login", let json = answer.json, let data = json["data"] else { return answer }
      return answer.saying(
        json.setting("data", to: data.setting("user", to: .object([("id", 7), ("email", "eve@depot.example")]))))
    })
    let checked = try await Self.check(depot)
    #expect(checked.found == ["session.token-of-another email"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.allSatisfy { $0.pointer == "/response/body/data/user/email" })
    #expect(!checked.drift.contains { "\($0)".contains("eve@") })
  }

  @Test(arguments: [
    ("/login", "token", "auth.login session"), ("/login", "refresh", "auth.login refresh"),
    ("/refresh", "token", "auth.refresh session"), ("/refresh", "refresh", "auth.refresh refresh"),
  ])
  func `a token that opens nothing is found`(path: String, member: String, found: String) async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path == path, let json = answer.json, let data = json["data"], data[member] != nil else {
        return answer
      }
      return answer.saying(json.setting("data", to: data.setting(member, to: "opens-nothing")))
    })
    let drift = try await Self.check(depot).outcomes.flatMap(\.drift)
    #expect(
      Set(drift.map { "\($0.endpoint) \($0.detail ?? "")" }) == [found], "\(drift.map(\.message))")
    #expect(drift.allSatisfy { $0.rule == .effect.notApplied && $0.pointer?.tokens.last == member })
  }

  @Test func `what a session reads of its caller is looked at, too`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path == "/me", request.headers["authorization"]?.contains("-session-") ?? false,
        let json = answer.json, let data = json["data"]
      else { return answer }
      return answer.saying(json.setting("data", to: data.setting("email", to: "eve@depot.example")))
    })
    let checked = try await Self.check(depot)
    #expect(checked.found == ["session.token-of-another email"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.map(\.endpoint).contains("me.get"))
  }

  @Test func `an address in another case is the same`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path == "/me", let json = answer.json, let data = json["data"] else { return answer }
      return answer.saying(json.setting("data", to: data.setting("email", to: " Ada@Depot.Example ")))
    })
    var alone = Depot.login
    alone["DEPOT_LOGIN_EMAIL_BO"] = ""
    #expect(try await Self.check(depot, environment: alone).found == [])
  }

  @Test func `a token that every login hands out anew isn't ended where it is the user's`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.path == "/login", let json = answer.json, let data = json["data"] else { return answer }
      return answer.saying(json.setting("data", to: data.setting("token", to: "ada-token")))
    })
    let checked = try await Self.check(depot)
    #expect(!depot.requests.contains { $0.path == "/logout" && $0.headers["authorization"] == "Bearer ada-token" })
    #expect(checked.lines.contains("skipped auth.logout: ends the session"), "\(checked.lines)")
  }

  @Test func `a login that is refused isn't tried again, and without one there is no line`() async throws {
    let depot = Depot(says: { request, answer, _ in
      request.path == "/login"
        ? OutgoingResponse(Notes.response(401, #"{ "ok": false, "error": "UNAUTHORIZED", "message": "No." }"#)) : answer
    })
    let checked = try await Self.check(depot)
    #expect(depot.requests.count { $0.path == "/login" } == 1)
    #expect(checked.found == [])
    #expect(checked.lines.contains("skipped auth.login: logs in the right account"))
    let none = Depot()
    #expect(try await Self.check(none, environment: [:]).lines.filter { $0.contains("auth.") } == [])
    #expect(!none.requests.contains { $0.path == "/login" })
  }

  @Test func `a logout that may change something waits for the word that it may`() async throws {
    let contract = DepotContract.changed(
      #""request": "POST /logout", "source": "Handbook", "safe": true"#,
      to: #""request": "POST /logout", "source": "Handbook""#)
    let depot = Depot(contract)
    #expect(!(try await Self.check(depot)).lines.contains { $0.contains("auth.logout") })
    #expect(!depot.requests.contains { $0.path == "/logout" })
    let writing = try await Self.check(Depot(contract), writing: true)
    #expect(writing.lines.contains("passed auth.logout: ends the session"), "\(writing.lines)")
  }

  @Test func `sessions are ended, and callers refused, when nothing is left to be undone`() async throws {
    let depot = Depot()
    let checked = try await depot.check(
      "notes.add", "notes.list", "auth.logout: ends*", writing: true, environment: Depot.login)
    #expect(checked.lines.contains("passed auth.logout: ends the session"), "\(checked.lines)")
    let removal = try #require(depot.requests.lastIndex { $0.method == .delete })
    let logout = try #require(depot.requests.firstIndex { $0.path == "/logout" })
    #expect(removal < logout)
  }

  @Test func `no message contains a token`() async throws {
    let lazy = Depot(asked: { request in
      request.path == "/logout" ? Request(method: .get, target: "/me", headers: request.headers) : request
    })
    let checked = try await Self.check(lazy)
    #expect(!checked.found.isEmpty)
    let told = checked.outcomes.map { "\($0.line) \($0.drift)" }.joined()
    for secret in ["ada-session-", "ada-refresh-", "pw-of-ada", "ada-token"] { #expect(!told.contains(secret)) }
  }
}
