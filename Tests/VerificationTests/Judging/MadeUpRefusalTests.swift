import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Rejections with a message that the mock generated, which aren't held against the client a second time.
struct MadeUpRefusalTests {
  private static func outcome(
    isMocked: Bool, recording: String? = "built", path: String = "/notes/seven", kind: ClientFailure.Kind = .conflict,
    expecting expectation: Call.Expectation = .success
  ) throws -> CallOutcome {
    let request = Request(
      method: .get, target: path, headers: ["x-key": "k", "authorization": "Bearer owner-token"])
    var response = Notes.response(422, #"{ "ok": false, "error": "VALIDATION_ERROR", "message": "It is no number." }"#)
    response.headers["Plumbline-Recording"] = recording
    return CallJudge(contract: Notes.contract, isMocked: isMocked).judge(
      .reading(expecting: expectation), of: try Notes.endpoint("notes.get"),
      exchanges: [Exchange(request: request, response: response)],
      result: .threw(ClientFailure(kind, message: "it was refused")), milliseconds: 1)
  }

  @Test func `a fault in the request is reported, and nothing of the refusal`() throws {
    let outcome = try Self.outcome(isMocked: true)
    #expect(outcome.drift.map(\.rule.id) == ["request.path.invalid"], "\(outcome.drift)")
    // A warning doesn't explain a failed call.
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason?.contains("It is no number.") == true, "\(outcome.line.reason ?? "")")
  }

  @Test func `a server's refusal is reported beside the request`() throws {
    let rules = try Self.outcome(isMocked: false).drift.map(\.rule.id)
    #expect(rules == ["request.path.invalid", "response.status.undocumented", "client.wrong-error"])
  }

  @Test func `a recorded refusal is reported as well`() throws {
    let rules = try Self.outcome(isMocked: true, recording: "refused").drift.map(\.rule.id)
    #expect(rules.contains("response.status.undocumented"), "\(rules)")
  }

  @Test func `a refusal of a right request is reported`() throws {
    let rules = try Self.outcome(isMocked: true, path: "/notes/7").drift.map(\.rule.id)
    #expect(rules.contains("response.status.undocumented"), "\(rules)")
  }
}
