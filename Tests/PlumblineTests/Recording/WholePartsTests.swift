import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

@testable import PlumblineCommands

/// Interrupted streams, and a session's messages about the parts that it omits.
@Suite struct WholePartsTests {
  private func brokenOff(_ text: String, _ type: String, kind: TransportFailure.Kind = .cancelled) -> Exchange {
    var exchange = Exchange(
      request: Request(method: .get, target: "/events"),
      response: Response(status: 200, headers: ["Content-Type": type], body: .stream(BodyPipe(length: nil, resume: {})))
    )
    exchange.fragment = BodyFragment(
      bytes: Array(text.utf8), reason: TransportFailure(kind: kind, message: "The server closed the connection."))
    return exchange
  }

  @Test(arguments: [
    ("data: 1\n\ndata: 2\n\nda", "text/event-stream", "data: 1\n\ndata: 2\n\n", "2 events"),
    ("data: 1\n\n", "text/event-stream; charset=utf-8", "data: 1\n\n", "1 event"),
    ("data: 1\r\n\r\ndata: 2\r\n", "text/event-stream", "data: 1\r\n\r\n", "1 event"),
    ("{\"a\":1}\n{\"a\":2", "application/x-ndjson", "{\"a\":1}\n", "1 line"),
  ])
  func `what came whole stays, and how much that was is said`(text: String, type: String, whole: String, count: String)
  {
    let kept = brokenOff(text, type).keepingWholeParts(isEnding: false)
    #expect(kept.response?.body.bytes == Array(whole.utf8))
    #expect(kept.fragment?.reason.message == "The client closed the stream after \(count).")
    #expect(kept.fragment?.bytes.isEmpty == true)
    let atEnd = brokenOff(text, type).keepingWholeParts(isEnding: true)
    #expect(atEnd.fragment?.reason.message == "The stream was still open when the session ended, after \(count).")
    let broken = brokenOff(text, type, kind: .connectionClosed).keepingWholeParts(isEnding: false)
    #expect(
      broken.fragment?.reason.message == "The stream broke off after \(count): the server closed the connection.")
  }

  @Test(arguments: [
    ("data: 1\n", "text/event-stream"), ("", "application/x-ndjson"), ("{\"a\":1}\n", "application/json"),
  ])
  func `where no part came whole, or of what has no parts, nothing is known`(text: String, type: String) {
    let kept = brokenOff(text, type).keepingWholeParts(isEnding: false)
    #expect(kept.response?.body.bytes == nil)
    #expect(kept.fragment?.bytes.isEmpty == true)
  }

  @Test func `requests that weren't passed on are counted beyond those that are listed`() async throws {
    let traffic = Traffic(Inspector(try TrueLog.contract), secrets: Secrets([String]()), largest: 100) { _ in }
    for number in 1...1003 { traffic.refuse("POST /a/\(number) was not sent.") }
    traffic.refuse("POST /a/1 was not sent.")
    #expect(traffic.refused.count == 1001)
    #expect(traffic.refused.first?.times == 2)
    #expect(traffic.refused.last?.times == 3)
    #expect(traffic.refused.last?.sentence == "Further requests were not sent; these are the first 1000.")
    _ = await traffic.finish()
  }
}
