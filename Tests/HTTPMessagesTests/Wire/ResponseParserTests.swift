import PlumblineHTTPMessages
import Testing

@Suite struct ResponseParserTests {
  /// Returns the result of parsing a response at once and byte by byte.
  private func parse(
    _ text: String, method: HTTPMethod = .get, closes: Bool = false, limits: HTTPLimits = HTTPLimits()
  ) -> (response: Response?, failure: TransportFailure?, isReusable: Bool) {
    var results: [(response: Response?, failure: TransportFailure?, isReusable: Bool)] = []
    for pieces in [[Array(text.utf8)], text.utf8.map { [$0] }] {
      var parser = ResponseParser(method: method, limits: limits)
      var result: (response: Response?, failure: TransportFailure?) = (nil, nil)
      for step in pieces.map({ parser.feed($0) }) + (closes ? [parser.finish()] : []) {
        switch step {
        case .needsMore: break
        case .response(let response): result.response = result.response ?? response
        case .failed(let failure): result.failure = result.failure ?? failure
        }
      }
      results.append((result.response, result.failure, parser.isReusable))
    }
    #expect(results[0].response?.status == results[1].response?.status)
    #expect(results[0].response?.body.bytes == results[1].response?.body.bytes)
    #expect(results[0].failure == results[1].failure)
    return results[0]
  }

  @Test func `a body ends by its length, by its last chunk or with the connection`() {
    let length = parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
    #expect(length.response?.body.bytes == Array("ab".utf8))
    #expect(length.isReusable)
    let chunked = parse("HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n1;x\r\na\r\n1\r\nb\r\n0\r\nT: 1\r\n\r\n")
    #expect(chunked.response?.body.bytes == Array("ab".utf8))
    #expect(chunked.response?.trailers["t"] == "1")
    #expect(chunked.isReusable)
    let untilClose = parse("HTTP/1.1 200 OK\r\n\r\nab", closes: true)
    #expect(untilClose.response?.body.bytes == Array("ab".utf8))
    #expect(!untilClose.isReusable)
  }

  @Test func `interim answers are skipped, and some answers have no body`() {
    let text =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 204 None\r\nContent-Length: 9\r\n\r\n"
    let none = parse(text)
    #expect(none.response?.status == 204)
    #expect(none.response?.headers["link"] == nil)
    #expect(none.isReusable)
    #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", method: .head).isReusable)
  }

  @Test func `a connection that closes, or brings too much, is not reused`() {
    #expect(!parse("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").isReusable)
    #expect(!parse("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").isReusable)
    #expect(!parse("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nx").isReusable)
  }

  @Test(arguments: [
    "HTTP/1.1 20 OK\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\nX: y\n\n",
    "HTTP/1.1 200 OK\r\nX y\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 000 OK\r\n\r\n",
  ])
  func `what is no answer is malformed`(_ text: String) {
    #expect(parse(text).failure?.kind == .malformedResponse)
  }

  @Test func `an answer that stops is closed, one that is too large is refused`() {
    #expect(parse("", closes: true).failure?.kind == .connectionClosed)
    #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", closes: true).failure?.kind == .connectionClosed)
    var limits = HTTPLimits()
    limits.body = 3
    for body in ["Content-Length: 4\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n4\r\n", "\r\n1234"] {
      let failure = parse("HTTP/1.1 200 OK\r\n" + body, limits: limits).failure
      #expect(failure?.kind == .tooLarge)
      #expect(failure?.message == "The response body is larger than the limit.")
      #expect(failure?.exceedsBodyLimit == true)
    }
  }
}
