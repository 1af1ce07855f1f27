import PlumblineHTTPMessages
import TestSupport
import Testing

/// The public raw-byte suites, run against the parser alone.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct ConformanceTests {
  static let cases = RawCase.load("llhttp") + RawCase.load("picohttpparser")

  @Test func `every scored case is there`() {
    #expect(Self.cases.count { $0.suite == "llhttp" } == 71)
    #expect(Self.cases.count { $0.suite == "picohttpparser" } == 27)
  }

  @Test(arguments: cases)
  func `the parser's verdict is the suite's`(_ rawCase: RawCase) {
    let outcome = Outcome(parsing: [rawCase.bytes])
    switch rawCase.verdict {
    case .refuse:
      #expect(outcome.refusal != nil || outcome.isClosed || outcome.requests.isEmpty)
    case .wait: #expect(outcome.refusal == nil)
    case .answer:
      let malformed = [400, 413, 414, 431, 505]
      #expect(!outcome.requests.isEmpty || outcome.refusal != nil)
      #expect(outcome.refusal.map { !malformed.contains($0.status) } ?? true)
    }
  }

  @Test(arguments: cases)
  func `the verdict is the same wherever the bytes are split`(_ rawCase: RawCase) {
    let whole = Outcome(parsing: [rawCase.bytes])
    for offset in rawCase.bytes.indices {
      let split = Outcome(parsing: [Array(rawCase.bytes[..<offset]), Array(rawCase.bytes[offset...])])
      #expect(split == whole, "split at \(offset)")
    }
    #expect(Outcome(parsing: rawCase.bytes.map { [$0] }) == whole, "byte by byte")
  }
}
