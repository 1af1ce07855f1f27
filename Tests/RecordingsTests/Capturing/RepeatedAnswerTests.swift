import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Equal responses in a row before a different one arrives, such as a poll that returns pending, pending, done.
@Suite struct RepeatedAnswerTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  private func item(_ state: String, at path: String = "/items/7") -> Capture {
    Shop.exchange(.get, path, Self.agent, answer: #"{ "ok": true, "data": { "state": "\#(state)" } }"#)
  }

  private func plan(
    _ captures: [Capture], beside existing: [Recording] = [], refreshes: Bool = false
  ) throws -> RecordingPlan {
    try Shop.plan(captures, beside: existing) { options in
      options.isOnePerAnswer = false
      options.refreshes = refreshes
    }
  }

  @Test func `the steps of a sequence are played as often as they came in a row`() throws {
    let plan = try plan(["a", "a", "b", "c", "c", "c", "a", "a"].map { item($0) })
    #expect(plan.files.map(\.recording.step?.number) == [1, 2, 3, 4])
    #expect(plan.files.map(\.recording.step?.times) == [2, 1, 3, 1], "the last one stays")
    #expect(plan.files.map(\.times) == [2, 1, 3, 2])
    let read = RecordingLoader.load(
      plan.files.map { .init(endpoint: $0.recording.endpoint, name: $0.recording.name, path: $0.path, bytes: $0.bytes) }
    )
    #expect(read.problems == [])
    #expect(read.recordings.compactMap(\.step).sorted { $0.number < $1.number }.map(\.times) == [2, 1, 3, 1])
  }

  @Test func `answers that are all equal are one recording, and no sequence`() throws {
    let plan = try plan(["a", "a", "a"].map { item($0) })
    #expect(plan.files.map(\.times) == [3])
    #expect(plan.files.first?.recording.step == nil)
  }

  @Test func `drafts keep the count too`() throws {
    let drafted = try plan(["a", "a", "b"].map { item($0, at: "/jobs/7") })
    #expect(drafted.files.map(\.recording.step?.times) == [2, 1], "\(drafted.ids) \(drafted.skips)")
  }

  @Test func `another session goes through a sequence with repeated steps as the first did`() throws {
    let captures = ["a", "a", "b"].map { item($0) }
    let first = try plan(captures).files.map(\.recording)
    let second = try plan(captures, beside: first, refreshes: true)
    #expect(second.files.isEmpty, "\(second.ids)")
    #expect(second.told == ["items.get/success × 2, the same", "items.get/success-step-2 × 1, the same"])
    let other = try plan(["x", "x", "y"].map { item($0) }, beside: first, refreshes: true)
    #expect(other.ids == ["items.get/success", "items.get/success-step-2"])
    #expect(other.files.map(\.recording.step?.times) == [2, 1])
    #expect(other.files.map(\.times) == [2, 1])
  }
}
