import PlumblineHTTPMessages
import Testing

/// A server that never sends its final response.
@Suite struct InterimAnswersTests {
  private static let interim = "HTTP/1.1 102 Processing\r\n\r\n"

  private func step(after count: Int, _ rest: String) -> ResponseParser.Step {
    var parser = ResponseParser(method: .get)
    var step = ResponseParser.Step.needsMore
    for _ in 0..<count { step = parser.feed(Array(Self.interim.utf8)) }
    return rest.isEmpty ? step : parser.feed(Array(rest.utf8))
  }

  @Test func `an answer may come after many interim ones`() {
    guard case .response(let response) = step(after: 256, "HTTP/1.1 204 No Content\r\n\r\n") else {
      Issue.record("no response")
      return
    }
    #expect(response.status == 204)
  }

  @Test func `more of them than anybody waits for are a failure that says so`() {
    guard case .failed(let failure) = step(after: 257, "") else {
      Issue.record("interim answers go on for ever")
      return
    }
    #expect(failure.kind == .malformedResponse)
    #expect(failure.message.contains("256 interim responses (1xx)"), "\(failure)")
  }
}
