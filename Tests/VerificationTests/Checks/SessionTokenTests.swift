import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Tokens that are accepted in place of one another, or issued repeatedly, which must be detected.
struct SessionTokenTests {
  /// Records which tokens were issued together.
  private final class Fellows: Sendable {
    private let tokens = Mutex<[String: String]>([:])

    func note(_ answer: OutgoingResponse) {
      guard let data = answer.json?["data"], let token = data["token"]?.string, let other = data["refresh"]?.string
      else { return }
      tokens.withLock { tokens in
        tokens[token] = other
        tokens[other] = token
      }
    }

    func fellow(of token: String) -> String? { tokens.withLock { $0[token] } }
  }

  private static func token(of request: Request) -> String {
    request.headers["authorization"]?.replacing("Bearer ", with: "") ?? ""
  }

  /// Returns a depot that accepts the wrong kind of token at a path.
  private static func taking(at path: String) -> Depot {
    let fellows = Fellows()
    return Depot(says: { request, answer, ask in
      fellows.note(answer)
      guard request.path == path, answer.response.status == 401, let fellow = fellows.fellow(of: token(of: request))
      else { return answer }
      var other = request
      other.headers["authorization"] = "Bearer \(fellow)"
      let taken = ask(other)
      fellows.note(taken)
      return taken
    })
  }

  @Test(arguments: [("/me", "refresh", "me.get"), ("/refresh", "session", "auth.refresh")])
  func `a token that is taken in the other's place is found`(path: String, name: String, endpoint: String) async throws
  {
    let checked = try await Self.taking(at: path).check(
      "me.get", "auth.*: accepts each token*", "auth.*: ends*", "auth.*: replaces*", environment: Depot.login)
    #expect(checked.found == ["session.token-kind-ignored \(name)"], "\(checked.drift.map(\.message))")
    #expect(checked.drift.map(\.endpoint) == [endpoint])
    // The other checks continue with the session that was opened.
    #expect(checked.lines.contains("passed auth.logout: ends the session"), "\(checked.lines)")
  }

  @Test func `tokens that are taken for what they are for pass, and none is the user's`() async throws {
    let depot = Depot()
    let checked = try await depot.check("me.get", "auth.*: accepts each token*", environment: Depot.login)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    #expect(checked.lines.contains("passed auth.refresh: accepts each token only for its purpose"), "\(checked.lines)")
    #expect(depot.requests.count { $0.path == "/login" } == 1)
    let shown = depot.requests.filter { $0.path == "/refresh" }.map(Self.token)
    #expect(!shown.isEmpty && !shown.contains { ["ada-token", "ada-refresh"].contains($0) }, "\(shown.count)")
  }

  @Test func `what is open to all takes no token for another`() async throws {
    let depot = Depot(asked: { request in
      guard request.path == "/me" else { return request }
      var open = request
      open.headers["authorization"] = "Bearer ada-token"
      return open
    })
    let checked = try await depot.check("me.get", "auth.*: accepts each token*", environment: Depot.login)
    #expect(checked.found.filter { $0.hasPrefix("session.") } == [], "\(checked.drift.map(\.message))")
  }

  /// Returns a depot that issues the refresh token that it received `times` times, and then a new one.
  private static func keeping(times: Int) -> Depot {
    let heirs = Mutex<[String: String]>([:])
    let count = Counted()
    return Depot(says: { request, answer, ask in
      let shown = token(of: request)
      var answer = answer
      if let heir = heirs.withLock({ $0[shown] }) {
        var again = request
        again.headers["authorization"] = "Bearer \(heir)"
        answer = ask(again)
      }
      guard request.path == "/refresh", let json = answer.json, let data = json["data"],
        let next = data["refresh"]?.string, count.count("refreshes") <= times
      else { return answer }
      heirs.withLock { $0[shown] = next }
      return answer.saying(json.setting("data", to: data.setting("refresh", to: JSON(shown))))
    })
  }

  @Test func `a refresh token that is handed back twice is found, and one that is equal once isn't`() async throws {
    let kept = try await Self.keeping(times: 9).check("me.get", "auth.*: replaces*", environment: Depot.login)
    #expect(kept.found == ["session.refresh-not-rotated refresh"], "\(kept.drift.map(\.message))")
    #expect(kept.drift.map(\.pointer) == ["/response/body/data/refresh"])
    let once = try await Self.keeping(times: 1).check("me.get", "auth.*: replaces*", environment: Depot.login)
    #expect(once.found == [], "\(once.drift.map(\.message))")
    #expect(once.lines.contains("passed auth.refresh: replaces the token it was sent"), "\(once.lines)")
  }
}
