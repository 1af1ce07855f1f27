import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Calls that must log in, with servers for which no login may have been given.
struct LoginNeededTests {
  private static let environment = ["NOTES_KEY": "k", "NOTES_TOKEN": "owner-token"]
  private static let typed = ["NOTES_LOGIN_USER": "rita", "NOTES_LOGIN_PASSWORD": "secret"]

  private static let reading = Call("notes.get", "reads a note as who logs in") { context in
    let name = try context.login("user")
    return try await NotesClient(context).note(name == "rita" && context.login("password") == "secret" ? 7 : 8)
  }

  private func verify(_ call: Call, _ environment: [String: String]) async throws -> (CallOutcome, [Request]) {
    let upstream = ScriptedUpstream { request in
      OutgoingResponse(Notes.response(request.path == "/notes/7" ? 200 : 404, Notes.note))
    }
    let options = VerifierOptions(environment: environment)
    return (try #require(try await upstream.verify([call], options: options).first), upstream.requests)
  }

  @Test func `a call that needs a missing login is skipped, and the variables are named`() async throws {
    let (outcome, requests) = try await verify(Self.reading, Self.environment)
    #expect(outcome.line.outcome == .skipped)
    #expect(
      outcome.line.reason
        == "it needs the login of owner; set NOTES_LOGIN_USER_OWNER or NOTES_LOGIN_USER and NOTES_LOGIN_PASSWORD_OWNER "
        + "or NOTES_LOGIN_PASSWORD")
    #expect(requests.isEmpty)
  }

  @Test func `half a login is none, and names the other half`() async throws {
    let half = Self.environment.merging(["NOTES_LOGIN_USER": "rita"]) { $1 }
    let (outcome, _) = try await verify(Self.reading, half)
    #expect(
      outcome.line.reason
        == "it needs the login of owner; set NOTES_LOGIN_PASSWORD_OWNER or NOTES_LOGIN_PASSWORD")
  }

  @Test func `a login from the environment is what the call gets`() async throws {
    let (outcome, requests) = try await verify(Self.reading, Self.environment.merging(Self.typed) { $1 })
    #expect(outcome.line.outcome == .passed, "\(outcome.line)")
    // The path is requested once for the call, which attempts without credentials follow.
    #expect(Set(requests.map(\.path)) == ["/notes/7"])
  }

  @Test func `a call that asks for no login does without`() async throws {
    let (outcome, _) = try await verify(.reading(), Self.environment)
    #expect(outcome.line.outcome == .passed, "\(outcome.line)")
  }

  @Test func `a client that hides what it lacks is skipped all the same`() async throws {
    let call = Call("notes.get", "swallows every error") { context in
      do { return try context.login("user") } catch { return try await NotesClient(context).note(7) }
    }
    let (outcome, _) = try await verify(call, Self.environment)
    #expect(outcome.line.outcome == .skipped)
    #expect(outcome.line.reason?.hasPrefix("it needs the login of owner") == true)
  }

  @Test func `on a mock the login is the contract's own, and nothing where the persona has none`() async throws {
    let context = CallContext(baseURL: "http://127.0.0.1:1", login: ["user": "olga"])
    #expect(try context.login("user") == "olga")
    #expect(try context.login("password") == "")
  }
}
