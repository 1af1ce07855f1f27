import Foundation
import PlumblineTesting
import TestSupport
import Testing

/// The mock without the trait, for XCTest and for tests with their own setup and teardown.
struct StartingTests {
  private struct Refusal: Error {}

  @Test func `a mock that was stopped releases its port, and still has its journal`() async throws {
    let mocks = try (0..<3).map { _ in try MockedService.start("kiosk") }
    let mock = mocks[0]
    try await Kiosk(mock).get("/papers/stale")
    await mock.stop()
    for each in mocks { await each.stop() }
    // A server of a different test may already use one of these ports, so nothing is sent.
    var refusals = 0
    for each in mocks {
      do { _ = try await RawConnection.connect(port: each.port) } catch is RawConnection.Failure { refusals += 1 }
    }
    #expect(refusals > 0)
    #expect(mock.exchanges.count == 1)
    let error = #expect(throws: DriftError.self) { try mock.verify() }
    #expect(error?.findings.map(\.rule) == ["response.field.number-as-string"])
    #expect(error?.localizedDescription.contains("contract.json:24:72") == true)
  }

  @Test func `where the sources aren't, the bundle's own contracts and recordings serve`() async throws {
    let contracts = try #require(Bundle.module.path(forResource: "Contracts", ofType: nil))
    #expect(!contracts.hasSuffix("/Tests/PlumblineTestingTests/Contracts"))
    let status = try await withPlumbline("kiosk", contracts: contracts, file: "/nowhere/Tests.swift") { mock in
      try await Kiosk(mock).get("/papers/herald").status
    }
    #expect(status == 200)
  }

  @Test func `a stop waits for no answer that is held back`() async throws {
    let mock = try MockedService.start("kiosk")
    try mock.delay(by: .seconds(600))
    let connection = try await RawConnection.connect(port: mock.port)
    try await connection.send("GET /papers/herald HTTP/1.1\r\nHost: a\r\nX-Kiosk-Key: reader-key\r\n\r\n")
    await mock.stop()
    #expect(try await connection.receiveUntilClose().bytes == [])
  }

  @Test func `the body's result comes back, and its mock is the current one`() async throws {
    let status = try await withPlumbline("kiosk") { mock in
      let current = try MockedService.current
      #expect(current === mock)
      return try await Kiosk(mock).get("/papers/herald").status
    }
    #expect(status == 200)
    #expect(throws: MockError.self) { try MockedService.current }
  }

  @Test func `drift is thrown together with what the body threw`() async throws {
    let error = await #expect(throws: DriftError.self) {
      try await withPlumbline("kiosk") { mock in
        try await Kiosk(mock).get("/papers/stale")
        throw Refusal()
      }
    }
    #expect(error?.underlying is Refusal)
    #expect(error?.findings.count == 1)
    await #expect(throws: Refusal.self) { try await withPlumbline("kiosk") { _ in throw Refusal() } }
  }

  @MainActor @Test func `a body may belong to the main actor`() async throws {
    var status = 0
    try await withPlumbline("kiosk") { status = try await Kiosk($0).get("/papers/herald").status }
    #expect(status == 200)
  }

  @Test func `services within services are told apart by name`() async throws {
    try await withPlumbline("kiosk") { kiosk in
      try await withPlumbline("truelog", contracts: "../../Contracts") { truelog in
        let (current, named) = (try MockedService.current, try MockedService.current("kiosk"))
        #expect(current === truelog)
        #expect(named === kiosk)
      }
    }
  }

  @Test(arguments: [
    ("kiosc", "did you mean \"kiosk\"?"), ("truelog", "Unknown service \"truelog\""),
  ])
  func `a service that isn't there is an error`(service: String, sentence: String) {
    let error = #expect(throws: MockError.self) { try MockedService.start(service) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test func `folders and personas that aren't there are errors`() {
    #expect(throws: MockError.self) { try MockedService.start("kiosk", contracts: "Contrats") }
    #expect(throws: MockError.self) { try MockedService.start("kiosk", recordings: "Recorded") }
    let error = #expect(throws: MockError.self) { try MockedService.start("kiosk", persona: "reeder") }
    #expect(error?.description.contains("reader") == true)
  }

  #if os(Linux)
    @Test func `no thread is left when a mock has stopped or is forgotten`() async {
      // Runs in a separate process, because other tests have servers in this one.
      await #expect(processExitsWith: .success) {
        func loops() throws -> Int {
          let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
          return tasks.count { task in
            let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
            return name?.hasPrefix("http-") == true
          }
        }
        /// A thread sets its name only when it runs, and a thread that has ended remains listed for a moment.
        func expect(_ count: Int) async throws {
          var (seen, looks) = (try loops(), 0)
          while seen != count, looks < 2_000_000 {
            looks += 1
            await Task.yield()
            seen = try loops()
          }
          #expect(seen == count)
        }
        func forget() async throws {
          let mock = try MockedService.start("kiosk")
          // The thread has been found by its name, so not finding it later means that it has ended.
          try await expect(1)
          withExtendedLifetime(mock) {}
        }
        let mock = try MockedService.start("kiosk")
        try await expect(1)
        await mock.stop()
        try await expect(0)
        try await forget()
        try await expect(0)
      }
    }
  #endif
}
