import PlumblineTesting
import Testing

/// Drift in the traffic of a test, which becomes an issue.
struct DriftTests {
  @Test func `a drift is an issue at the test's place, with its rule, both sides and the contract's line`() async throws
  {
    let found = try await issues(of: .plumbline("kiosk")) { try await Kiosk($0).get("/papers/stale") }
    let issue = try #require(found.first)
    #expect(found.count == 1)
    #expect(issue.sourceLocation == Test.current?.sourceLocation)
    let lines = issue.text.split(separator: "\n")
    #expect(
      lines.dropLast() == [
        "papers.get: response.field.number-as-string (breaking) at /response/body/result/price",
        "  The number is written as a string.", "  expected  number", "  actual    string \"2.50\"",
      ])
    let place = try #require(lines.last)
    let notes = "  Contracts/kiosk/contract.json:24:72 · status 200 · response from papers.get/stale · "
    #expect(place.hasPrefix(notes), "\(place)")
  }

  @Test func `an answer that a test writes down is held to the contract`() async throws {
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.override("papers.get", with: .json(#"{"ok": true, "result": {"name": "Extra"}}"#))
      try await Kiosk(mock).get("/papers/herald")
    }
    #expect(found.count == 1 && found.first?.text.contains("response.field.missing") == true, "\(found)")
  }

  @Test func `a drift that comes often is one issue`() async throws {
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      for _ in 0..<3 { try await Kiosk(mock).get("/papers/stale") }
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains(" · 3 times · ") == true)
  }

  @Test func `what a test throws is an issue beside the drift`() async throws {
    struct Refusal: Error {}
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try await Kiosk(mock).get("/papers/stale")
      throw Refusal()
    }
    #expect(found.count { $0.error is Refusal } == 1)
    #expect(found.count { $0.text.contains("response.field.number-as-string") } == 1)
  }

  @Test func `a request is checked against the contract, whatever a fault does to the response`() async throws {
    let found = try await issues(of: .plumbline("kiosk", faults: [.empty])) { mock in
      try await Kiosk(mock).get("/papers/herald?edition=late")
    }
    #expect(found.map { $0.text.contains("request.query.undocumented") } == [true])
  }

  @Test(arguments: [
    (DriftSeverity.notice, 1), (.warning, 1), (.breaking, 0), (nil, 0),
  ])
  func `the gate decides which severities count`(gate: DriftSeverity?, count: Int) async throws {
    let found = try await issues(of: .plumbline("kiosk", gate: gate)) { mock in
      try await Kiosk(mock).get("/papers/herald?edition=late")
      #expect(mock.drift.map(\.severity) == [.warning])
    }
    #expect(found.count == count)
  }

  @Test(
    arguments: [
      (UnmatchedRequests.failing, nil, 1), (.gated, .warning, 1), (.gated, nil, 0), (.ignored, .notice, 0),
    ] as [(UnmatchedRequests, DriftSeverity?, Int)])
  func `an undocumented request fails the test, unless that is allowed`(
    unmatched: UnmatchedRequests, gate: DriftSeverity?, count: Int
  ) async throws {
    let found = try await issues(of: .plumbline("kiosk", gate: gate, unmatched: unmatched)) { mock in
      let response = try await Kiosk(mock).get("/magazines")
      #expect(response.status == 404)
    }
    #expect(found.count == count)
  }

  @Test func `what a test waives is no issue, and the rest is`() async throws {
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.waive("response.field.*", on: "papers.*", because: "The client is to cope with texts.")
      try await Kiosk(mock).get("/papers/stale")
      try await Kiosk(mock).get("/orders?page=2")
      #expect(mock.drift.map(\.waived) == ["The client is to cope with texts.", nil])
    }
    #expect(found.map { $0.text.hasPrefix("orders.list: request.query.undocumented") } == [true])
  }

  @Test func `a test of more exchanges than the journal keeps loses no drift`() async throws {
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try await Kiosk(mock).get("/papers/stale")
      for _ in 0..<1001 { try await Kiosk(mock).get("/orders") }
      #expect(!mock.exchanges.contains { $0.endpoint == "papers.get" })
    }
    #expect(found.map { $0.text.contains("response.field.number-as-string") } == [true])
  }

  @Test func `a contract that doesn't load fails the test with every problem and its place`() async throws {
    let found = try await issues(of: .plumbline("broken")) { _ in Issue.record("The test ran.") }
    #expect(found.count == 1)
    let text = try #require(found.first).text
    #expect(text.contains("\nContracts/broken/contract.json:9:19: "), "\(text)")
    #expect(text.contains("\nContracts/broken/contract.json:11:47: "), "\(text)")
  }
}
