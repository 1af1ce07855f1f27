import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings
import Testing

/// Drafts with several callers. A caller with different credentials may receive a different response to the same
/// request.
@Suite struct CallerMarkTests {
  private func ask(
    _ authorization: String?, _ answer: String = #"{ "n": 1 }"#, status: Int = 200, _ target: String = "/widgets/a"
  ) -> Capture {
    let headers: HeaderFields = authorization.map { ["Authorization": $0] } ?? [:]
    return Shop.exchange(.get, target, headers, status: status, answer: answer)
  }

  /// Plans recordings like `record`.
  private func plan(_ captures: [Capture]) throws -> RecordingPlan {
    try Shop.plan(captures) { $0.isOnePerAnswer = false }
  }

  private func marks(_ plan: RecordingPlan) -> [String?] {
    plan.files.map { $0.recording.request.headers["authorization"] }
  }

  @Test func `each caller has a draft for the same request, and no secret is in it`() throws {
    let plan = try plan([
      ask("Basic YWxpY2U6c2VjcmV0"), ask("Basic Ym9iOnNlY3JldA=="), ask("Basic YWxpY2U6c2VjcmV0"),
      ask("Basic Ym9iOnNlY3JldA==", #"{ "n": 2 }"#, "/widgets/b"), ask(nil),
    ])
    #expect(
      marks(plan) == ["Basic left-out", "Basic left-out-2", "Basic left-out-2", nil], "\(plan.ids) \(plan.skips)")
    #expect(plan.files.map(\.times) == [2, 1, 1, 1])
    #expect(plan.files[1].recording.name.hasSuffix("as-caller-2"), "\(plan.ids)")
    #expect(!plan.text.contains("YWxpY2U6"))
  }

  @Test func `another response to another caller is no step of a sequence`() throws {
    let plan = try plan([ask("Token one-1234"), ask("Token two-1234", #"{ "error": "NO" }"#, status: 403)])
    #expect(plan.files.map(\.recording.step) == [nil, nil], "\(plan.ids)")
    #expect(marks(plan) == ["Token left-out", "Token left-out-2"])
  }

  @Test func `credentials that are refused make no caller`() throws {
    let plan = try plan([ask("Basic d3Jvbmc6d3Jvbmc=", "{}", status: 401), ask("Basic YWxpY2U6c2VjcmV0")])
    #expect(marks(plan) == ["Basic left-out", "Basic left-out"], "\(plan.ids)")
  }

  @Test func `a caller's next token is the same caller's, and a signature is nobody's`() throws {
    func token(_ claims: String) -> String { "Token e30.\(Base64.encodeURL(Array(claims.utf8))).c2ln" }
    let plan = try plan([
      ask(token(#"{"sub":"u-1","exp":1}"#)), ask(token(#"{"sub":"u-1","exp":2}"#)), ask(token(#"{"sub":"u-2"}"#)),
      ask("Digest username=ada, response=0a1b", #"{ "n": 2 }"#, "/widgets/b"),
      ask("Digest username=ada, response=2c3d", #"{ "n": 2 }"#, "/widgets/b"),
    ])
    #expect(marks(plan) == ["Token left-out", "Token left-out-2", "Digest left-out"], "\(plan.ids)")
    #expect(plan.files.map(\.times) == [2, 1, 2])
  }

  @Test(arguments: [("Basic left-out", 1), ("left-out-3", 3), ("Bearer left-out-12", 12), ("Basic YTpi", nil)])
  func `a mark is read as it is written`(text: String, number: Int?) {
    #expect(CallerMarks.number(inMark: text) == number)
  }
}
