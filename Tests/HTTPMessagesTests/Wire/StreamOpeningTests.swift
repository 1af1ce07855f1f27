import PlumblineHTTPMessages
import Testing

/// Responses that are forwarded before they are complete.
@Suite struct StreamOpeningTests {
  private static let open = OpenResponses(streams: { $0 == "text/event-stream" }, include: { _ in true })

  /// Returns a Boolean value that indicates whether a response is returned when its body has only begun, and the length
  /// that it states at that point.
  private func opening(
    _ fields: String, _ answers: OpenResponses = StreamOpeningTests.open
  ) -> (isGiven: Bool, length: Int?) {
    var limits = HTTPLimits()
    limits.streamed = 1000
    var parser = ResponseParser(method: .get, limits: limits, opening: answers)
    _ = parser.feed(Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n5\r\ndata:\r\n".utf8))
    let opening = parser.opening()
    return (opening != nil, opening?.length)
  }

  @Test(arguments: ["gzip", "deflate", "x-gzip"]) func `a stream that can be unpacked as it comes is given at once`(
    coding: String
  ) {
    let stream = "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nContent-Encoding: \(coding)"
    #expect(opening(stream).isGiven)
    #expect(!opening(stream, .all).isGiven, "Who knows no streams unpacks whole bodies.")
  }

  @Test(arguments: ["br", "gzip, gzip"]) func `a stream that can't be is waited for`(coding: String) {
    let stream = "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nContent-Encoding: \(coding)"
    #expect(!opening(stream).isGiven)
  }

  @Test func `a stream that says how long it is is given at once, and nothing else is that does`() {
    let stream = opening("Content-Type: text/event-stream\r\nContent-Length: 500")
    #expect(stream.isGiven)
    #expect(stream.length == 500)
    #expect(!opening("Content-Type: text/html\r\nContent-Length: 500").isGiven)
    #expect(!opening("Content-Type: text/event-stream\r\nContent-Length: 500", .all).isGiven)
    #expect(opening("Content-Type: text/html\r\nTransfer-Encoding: chunked").isGiven)
  }
}
