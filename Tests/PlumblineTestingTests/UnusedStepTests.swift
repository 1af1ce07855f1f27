import PlumblineTesting
import Testing

/// Overrides and faults that no request meets. A test with one doesn't test what it appears to.
struct UnusedStepTests {
  @Test func `an override that no request used is an issue at its own line`() async throws {
    let line = #line + 2
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.override("papers.get", with: .failure("soldOut"))
      try await Kiosk(mock).get("/orders")
    }
    let issue = try #require(found.first)
    #expect(found.count == 1)
    #expect(issue.sourceLocation?.line == line)
    #expect(issue.sourceLocation?.fileName == "UnusedStepTests.swift")
    #expect(
      issue.text
        == "No request used this override of papers.get (error soldOut). GET /papers/{name} would use it if "
        + "authorized and valid, unless a newer override applies.", "\(issue.text)")
  }

  @Test func `a fault that struck nothing is one too, and what was used is none`() async throws {
    let line = #line + 2
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.inject(.status(503).on("orders.*"))
      try mock.inject(.status(503).on("papers.*"))
      try mock.override("orders.list", with: .failure("unknownKey"), times: 2)
      #expect(try await Kiosk(mock).get("/papers/herald").status == 503)
    }
    // The override would have applied to orders, and so would the fault.
    #expect(found.map { $0.sourceLocation?.line } == [line, line + 2])
    #expect(
      found.first?.text
        == "No request used this fault (503@orders.*). A request to orders.* would, unless a newer fault applies.")
  }

  @Test func `what a newer override answers never reaches the older one`() async throws {
    let line = #line + 2
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.override("papers.get", with: .status(404))
      try mock.override("papers.get", with: .failure("soldOut"))
      try await Kiosk(mock).get("/papers/herald")
    }
    #expect(found.map { $0.sourceLocation?.line } == [line])
  }

  @Test func `what was taken away, strikes by chance or may be unused is none`() async throws {
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.override("papers.get", with: .failure("soldOut"))
      try mock.inject(.offline)
      mock.removeOverrides()
      mock.removeFaults()
      try mock.override("papers.get", with: .failure("soldOut"))
      try mock.inject(.offline)
      mock.reset()
      try mock.inject(.offline.share(0.5))
      try mock.override("papers.get", with: .failure("soldOut"), unused: .ignored)
      try mock.inject(.offline.on("papers.*"), unused: .ignored)
    }
    #expect(found.map(\.text) == [])
    let told = try await issues(of: .plumbline("kiosk", unused: .ignored)) { mock in
      try mock.override("papers.get", with: .failure("soldOut"))
    }
    #expect(told.map(\.text) == [])
  }

  @Test func `a test that throws had no time to use everything`() async throws {
    struct Refusal: Error {}
    let found = try await issues(of: .plumbline("kiosk")) { mock in
      try mock.override("papers.get", with: .failure("soldOut"))
      throw Refusal()
    }
    #expect(found.count == 1)
    #expect(found.first?.error is Refusal)
  }

  @Test func `verify reports it once the mock is stopped`() async throws {
    let mock = try MockedService.start("kiosk")
    try mock.override("papers.get", with: .failure("soldOut"))
    try mock.verify()
    await mock.stop()
    withKnownIssue {
      #expect(throws: Never.self) { try mock.verify() }
    } matching: {
      $0.text.contains("No request used this override of papers.get")
    }
  }
}
