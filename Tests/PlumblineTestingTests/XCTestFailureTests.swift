#if canImport(XCTest) && !canImport(Darwin)
  import Foundation
  import PlumblineTesting
  import Synchronization
  import TestSupport
  import Testing
  import XCTest

  /// Failures of XCTest. On Linux, XCTest reports no location for an error that a test throws, so the failures are
  /// recorded at their source. Apple's XCTest shows thrown errors at their test, but this code hasn't been run there.
  @Suite(.serialized) struct XCTestFailureTests {
    /// An observer of the failures that are reported to XCTest.
    private final class Watch: NSObject, XCTestObservation, Sendable {
      let failures = Mutex<[(file: String, line: Int, text: String)]>([])

      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        failures.withLock { $0.append((filePath ?? "", lineNumber, description)) }
      }
    }

    /// Runs a test as XCTest does, on a thread without the context of the current test, and returns its failures.
    private func failures(
      of body: @escaping @Sendable () async throws -> Void
    ) async throws -> [(file: String, line: Int, text: String)] {
      try await offPool {
        // Without a run loop source, XCTest would spin while it waits for asynchronous work.
        RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
        let watch = Watch()
        XCTestObservationCenter.shared.addTestObserver(watch)
        defer { XCTestObservationCenter.shared.removeTestObserver(watch) }
        let test = XCTestCase(name: "testTheKiosk") { testCase in
          let ended = DispatchSemaphore(value: 0)
          let thrown = Mutex<(any Error)?>(nil)
          // A detached task has none of Swift Testing's task-local values.
          Task.detached {
            do { try await body() } catch { thrown.withLock { $0 = error } }
            ended.signal()
          }
          ended.wait()
          if let error = thrown.withLock({ $0 }) { throw error }
        }
        test.run()
        return watch.failures.withLock { $0 }
      }
    }

    @Test func `drift and an unused override fail at their lines, and nothing is thrown for them`() async throws {
      let line = #line + 2
      let found = try await failures {
        try await withPlumbline("kiosk") { mock in
          try mock.override("orders.list", with: .failure("unknownKey"))
          try await Kiosk(mock).get("/papers/stale")
        }
      }
      try #require(found.count == 2, "\(found)")
      #expect(found.allSatisfy { $0.file.hasSuffix("PlumblineTestingTests/XCTestFailureTests.swift") })
      #expect(found.map(\.line) == [line, line + 1])
      #expect(found[0].text.contains("papers.get: response.field.number-as-string (breaking)"))
      #expect(found[1].text.contains("No request used this override of orders.list"))
    }

    @Test func `what the test throws is thrown beside the drift`() async throws {
      struct Refusal: Error {}
      let line = #line + 2
      let found = try await failures {
        try await withPlumbline("kiosk") { mock in
          try await Kiosk(mock).get("/papers/stale")
          throw Refusal()
        }
      }
      try #require(found.count == 2, "\(found)")
      #expect(found[0].line == line)
      #expect(found[1].text.contains("threw error \"Refusal()\""))
    }
  }
#endif
