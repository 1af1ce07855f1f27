import Testing

#if canImport(XCTest) && !canImport(Darwin)
  import Synchronization
  import XCTest
#endif

/// A namespace for recording failures with the test framework, each at its own source location.
enum TestFailure {
  /// Records an issue with Swift Testing. Returns `false` if the current task isn't running a Swift Testing test.
  static func recordIssue(_ text: String, at place: CodePlace) -> Bool {
    guard Test.current != nil else { return false }
    Issue.record(
      "\(text)",
      sourceLocation: SourceLocation(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: place.line, column: place.column))
    return true
  }

  /// Records a failure with XCTest. Returns `false` if XCTest isn't running a test, or if throwing the error reports it
  /// just as well.
  ///
  /// On Linux, XCTest shows a thrown error without its location, as `<EXPR>:0`. It doesn't indicate whether it is
  /// running a test, so this is inferred from whether the failure is observed. Apple's XCTest shows a thrown error at
  /// the test, so the error is thrown there.
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
  /// An observer that counts the failures that XCTest records.
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
