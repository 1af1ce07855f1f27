import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// The project's own identifiers, which must not match other people's items on a real server.
struct RealServerVariableTests {
  private static let adding = Call("notes.add", "writes a note") { context in
    let owner = try context.integer("owner_id", default: 7)
    return try await NotesClient(context).add(context.text("words", default: "by \(owner)"))
  }

  private static let readingByVariable = Call("notes.get", "reads a note") { context in
    try await NotesClient(context).note(context.integer("note_id", default: 7))
  }

  private func verify(
    _ call: Call, at url: String, variables: [String: String] = [:], isDisposable: Bool? = nil
  ) async throws -> (outcome: CallOutcome, sent: Int) {
    let upstream = ScriptedUpstream { request in
      if request.path == "/__plumbline/health" {
        return OutgoingResponse(
          Notes.response(isDisposable == nil ? 404 : 200, "{ \"disposable\": \(isDisposable ?? false) }"))
      }
      return OutgoingResponse(Notes.response(request.method == .post ? 201 : 200, Notes.note))
    }
    var options = VerifierOptions(allowsWrites: true, variables: variables)
    options.allowsUnknownWrites = true
    let outcome = try #require(try await upstream.verify([call], at: url, options: options).first)
    return (outcome, upstream.requests.count { $0.path != "/__plumbline/health" })
  }

  @Test func `a writing call is skipped until its variable is given`() async throws {
    let (outcome, sent) = try await verify(Self.adding, at: "http://192.0.2.1")
    #expect(outcome.line.outcome == .skipped)
    #expect(outcome.line.reason == "needs --var owner_id=… on a real server")
    #expect(sent == 0)
    let half = try await verify(Self.adding, at: "http://192.0.2.1", variables: ["owner_id": "1"])
    #expect(half.outcome.line.reason == "needs --var words=… on a real server")
    #expect(half.sent == 0)
    let whole = try await verify(Self.adding, at: "http://192.0.2.1", variables: ["owner_id": "1", "words": "x"])
    #expect(whole.outcome.line.outcome == .passed, "\(whole.outcome.line)")
    #expect(whole.outcome.variables == ["owner_id", "words"])
  }

  @Test func `a suite that wraps every error changes nothing`() async throws {
    let call = Call("notes.add", "hides what it lacks") { context in
      do { return try context.integer("owner_id", default: 7) } catch { throw CancellationError() }
    }
    let (outcome, _) = try await verify(call, at: "http://192.0.2.1")
    #expect(outcome.line.outcome == .skipped)
  }

  @Test func `reading, and a mock that says it is disposable, do with defaults, wherever they are`() async throws {
    for url in ["http://192.0.2.1", "http://localhost:1"] {
      #expect(try await verify(Self.readingByVariable, at: url).outcome.line.outcome == .passed)
      #expect(try await verify(Self.adding, at: url, isDisposable: true).outcome.line.outcome == .passed)
      for isDisposable in [false, nil] {
        let (outcome, sent) = try await verify(Self.adding, at: url, isDisposable: isDisposable)
        #expect(outcome.line.outcome == .skipped, "A port forward is on this computer, too.")
        #expect(sent == 0, "A port forward is on this computer, too.")
      }
    }
  }

  @Test func `an unused value in the environment is reported, with the nearest used one`() {
    struct Suite: CallSuite {
      let service = "notes"
      let calls: [Call] = []
      let variables = [SuiteVariable("note_id", "the note that calls read"), SuiteVariable("owner", "whose")]
      func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "") }
    }
    let environment = ["PLUMBLINE_VAR_NOTE_ID": "7", "PLUMBLINE_VAR_NOTE_DI": "7", "NOTES_KEY": "k"]
    #expect(
      VariableCheck.strangers(in: environment, for: [Suite()]) == [
        "PLUMBLINE_VAR_NOTE_DI in the environment isn't used by any call; did you mean PLUMBLINE_VAR_NOTE_ID?"
      ])
    #expect(VariableCheck.strangers(in: environment, for: [Suite(), NotesSuite([])]) == [])
  }

  @Test func `unknown names are found, where suites say what they ask for`() {
    struct Suite: CallSuite {
      let service = "notes"
      let calls: [Call] = []
      let variables: [SuiteVariable]
      func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "") }
    }
    let suite = Suite(variables: [SuiteVariable("note_id", "the note that calls read")])
    #expect(VariableCheck.problem(with: ["note_id"], for: [suite]) == nil)
    #expect(
      VariableCheck.problem(with: ["note_di"], for: [suite])
        == "--var note_di: no call uses a variable \"note_di\"; did you mean \"note_id\"?")
    #expect(VariableCheck.problem(with: ["nothing"], for: [suite, NotesSuite([])]) == nil)
  }
}
