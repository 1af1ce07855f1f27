import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import Synchronization
  import XCTest
#endif

/// Tells whoever runs the test of a failure, at its own place in the source.
enum TestFailure {
  /// Records an issue with Swift Testing; `false` where that runs no test here.
  static func recordIssue(_ text: String, at place: CodePlace) -> Bool {
    guard Test.current != nil else { return false }
    Issue.record(
      "\(text)",
      sourceLocation: SourceLocation(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: place.line, column: place.column))
    return true
  }

  /// Records a failure with XCTest; `false` where that runs no test, or where what is thrown does as well.
  ///
  /// On Linux XCTest shows a thrown error without its place, as `<EXPR>:0`. Whether a test of it runs it doesn't say, so it is
  /// seen by what becomes of a failure. Apple's shows what is thrown at the test, and there that is left to it.
  static func recordFailure(_ text: String, at place: CodePlace) -> Bool {
    #if canImport(XCTest) && !canImport(Darwin)
      guard Test.current == nil else { return false }
      let before = FailureObserver.shared.count
      XCTFail(text, file: place.filePath, line: UInt(max(1, place.line)))
      return FailureObserver.shared.count > before
    #else
      return false
    #endif
  }
}

#if canImport(XCTest) && !canImport(Darwin)
  /// Counts the failures that XCTest records.
  private final class FailureObserver: NSObject, XCTestObservation, Sendable {
    static let shared: FailureObserver = {
      let observer = FailureObserver()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    private let failures = Mutex(0)

    var count: Int { failures.withLock { $0 } }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      failures.withLock { $0 += 1 }
    }
  }
#endif
