import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings
import Testing

@testable import PlumblineMockEngine

@Suite struct AnswerSelectorTests {
  private func step(_ number: Int, _ name: String) throws -> Recording {
    try Shop.recording(
      "items.get", name, request: #"{ "method": "GET", "path": "/items/7" }"#,
      more: #", "sequence": { "name": "poll", "step": \#(number) }"#)
  }

  /// Returns the selection of a response to `GET /items/7` by the owner.
  private func selector(
    _ library: MockLibrary, _ snapshot: (EndpointRecordings) -> SessionSnapshot
  ) throws -> ResponseSelector {
    let recordings = try #require(library.recordings("items.get"))
    let request = Request(
      method: .get, target: "/items/7", headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
    let reading = RequestReading(request, for: recordings.endpoint, persona: library.contract.persona("owner"))
    return ResponseSelector(
      writer: MockResponseWriter(library: library, recordings: recordings, reading: reading),
      snapshot: snapshot(recordings), isWithinBatch: false)
  }

  @Test func `a choice is planned as often as one likes, and uses nothing up`() throws {
    let recorded = [try step(1, "one"), try step(2, "two")]
    let session = MockSession(library: MockLibrary(contract: try Shop.contract(), recordings: recorded))
    let selector = try selector(session.library) { session.memory.snapshot(of: $0) }
    for _ in 0..<3 {
      guard case .step(let row, _, let isUsed) = selector.plan(from: .override) else {
        Issue.record("no step is planned")
        return
      }
      #expect(row.name == "poll")
      #expect(isUsed)
    }
    #expect(session.send(.get, "/items/7").from == "items.get/one")
    #expect(session.send(.get, "/items/7").from == "items.get/two")
  }

  @Test func `an override comes before a sequence, and a sequence is left if it leads to nothing`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: [try step(1, "one")])
    let selector = try selector(library) { recordings in
      SessionSnapshot(hasOverride: true, steps: recordings.rows.compactMap(\.steps.first))
    }
    let first = selector.plan(from: .override)
    guard case .override = first else {
      Issue.record("\(first)")
      return
    }
    let second = selector.plan(from: first.next)
    guard case .step = second else {
      Issue.record("\(second)")
      return
    }
    #expect(second.next == .key)
  }

  @Test func `the plan after the last stage leads to a response`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: [])
    let plan = try selector(library) { _ in SessionSnapshot() }.plan(from: .override)
    guard case .decided(let decision) = plan else {
      Issue.record("\(plan)")
      return
    }
    #expect(decision.source == Labels.synthesised)
    #expect(plan.next == .recordings)
  }
}
