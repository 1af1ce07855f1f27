import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import Synchronization
import Testing

/// Servers that end the sessions from the environment. The run reports this first, with the request that caused it.
struct GivenSessionTests {
  /// Returns a depot in which a request ends Ada's earlier session.
  private static func depot(
    _ contract: Contract = DepotContract.contract, endingBy isEnd: @escaping @Sendable (Request) -> Bool
  ) -> Depot {
    let isOver = Switch()
    return Depot(
      contract,
      asked: { request in
        guard isOver.isOn, request.headers["authorization"] == "Bearer ada-token" else { return request }
        var request = request
        request.headers["Authorization"] = "Bearer over"
        return request
      },
      says: { request, answer, _ in
        if isEnd(request) { isOver.turnOn() }
        return answer
      })
  }

  private static func isLoginOfAda(_ request: Request) -> Bool {
    request.path == "/login" && String(decoding: request.body.bytes ?? [], as: UTF8.self).contains("ada@")
  }

  @Test func `a login that ends the session of before is the first thing that is said, once`() async throws {
    let depot = Self.depot(endingBy: Self.isLoginOfAda)
    let checked = try await depot.check(environment: Depot.login)
    let first = try #require(checked.outcomes.first?.line)
    #expect(first.outcome == .failed)
    #expect(first.isUndoing)
    #expect(first.label == "auth.login: ends the session of ada")
    let reason = try #require(first.reason)
    #expect(
      reason.hasPrefix("ada's session from the environment was ended by POST /login of \"auth.login: "),
      "\(reason)")
    #expect(reason.hasSuffix("has returned 401 since then. Log in again and set DEPOT_TOKEN."), "\(reason)")
    #expect(checked.outcomes.count { $0.line.outcome == .failed } == 1, "\(checked.outcomes.complaints)")
    #expect(checked.outcomes.flatMap(\.drift).isEmpty, "\(checked.outcomes.flatMap(\.drift).map(\.message))")
    #expect(!"\(checked.outcomes.map(\.line))".contains("ada-token"))
  }

  @Test func `nothing is asked with a session that has ended, and others go on`() async throws {
    let depot = Self.depot(endingBy: Self.isLoginOfAda)
    let checked = try await depot.check(writing: true, environment: Depot.login)
    let after = depot.requests.drop { !Self.isLoginOfAda($0) }.filter {
      $0.headers["authorization"] == "Bearer ada-token"
    }
    #expect(after.count == 2, "Twice the read that shows it: \(after.map { "\($0.method) \($0.path)" })")
    #expect(after.allSatisfy { $0.path == "/me" })
    let skipped = checked.outcomes.filter { $0.line.outcome == .skipped }.compactMap(\.line.reason)
    #expect(skipped.contains { $0.hasPrefix("ada's session from the environment was ended by POST /login") })
  }

  @Test func `what was changed before is put back with a session of the run's own`() async throws {
    // Endpoints that aren't safe are called with the journeys, after a change.
    let contract = DepotContract.changed(
      #""authentication": ["key"],\#n      "safe": true,"#, to: #""authentication": ["key"],"#)
    let depot = Self.depot(contract, endingBy: Self.isLoginOfAda)
    let checked = try await depot.check("prefs.*", "auth.login", writing: true, environment: Depot.login)
    let changed = depot.requests.firstIndex { $0.method == .put && $0.path == "/prefs" }
    let ended = depot.requests.firstIndex(where: Self.isLoginOfAda)
    #expect(try #require(changed) < #require(ended))
    let undone = checked.outcomes.filter { $0.line.name.hasPrefix("puts prefs") }.map(\.line.outcome)
    #expect(undone == [.passed], "\(checked.outcomes.complaints)")
    #expect(
      checked.outcomes.first?.line.reason?.hasSuffix(
        "set DEPOT_TOKEN. The run cleans up with its own session.") == true,
      "\(checked.outcomes.complaints)")
  }

  @Test func `a logout that ends all sessions is named, though it was of a session of the run's own`() async throws {
    let depot = Self.depot { $0.path == "/logout" }
    let checked = try await depot.check("me.get", "auth.*: ends*", environment: Depot.login)
    let first = try #require(checked.outcomes.first?.line)
    #expect(first.label == "auth.logout: ends the session of ada", "\(checked.outcomes.complaints)")
    #expect(
      first.reason?.hasPrefix(
        "ada's session from the environment was ended by POST /logout of \"auth.logout: ends the session\"")
        == true, "\(first.reason ?? "")")
  }

  @Test func `a session that goes on is no matter`() async throws {
    let checked = try await Depot().check(writing: true, environment: Depot.login)
    #expect(!checked.outcomes.contains { $0.line.name.hasPrefix("ends the session of") })
  }

  @Test func `a token that never served isn't ended by the run`() async throws {
    let depot = Depot(asked: { request in
      guard request.headers["authorization"] == "Bearer ada-token" else { return request }
      var request = request
      request.headers["Authorization"] = "Bearer over"
      return request
    })
    let checked = try await depot.check(environment: Depot.login)
    #expect(!checked.outcomes.contains { $0.line.name.hasPrefix("ends the session of") })
    #expect(checked.outcomes.contains { $0.line.reason?.contains("the server doesn't accept the value") ?? false })
  }
}

/// A switch for an event that occurs only once.
private final class Switch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool { state.withLock { $0 } }

  func turnOn() { state.withLock { $0 = true } }
}
