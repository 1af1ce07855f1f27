import PlumblineHTTPMessages
import TestSupport
import Testing

/// Heads for requests on one connection. A head that equals the previous one isn't parsed again, which must not be
/// observable.
@Suite struct KnownHeadTests {
  private static let heads: [String] = [
    "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n", "GET /b HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nfirst",
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nother",
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nlonger",
    "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n",
    "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\n\r\n",
    "GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", "\r\nGET http://a HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "POST /w HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok",
    "GET /x\(String(repeating: "y", count: 3000)) HTTP/1.1\r\nHost: a\r\n\r\n",
  ]
  private static let bad = [
    "GET /a HTTP/1.1\r\nHost: a\r\n x\r\n\r\n", "GET /a HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
  ]

  /// Returns the results of parsing each message alone, with a new parser.
  private func alone(_ messages: [String]) -> [String] {
    var texts: [String] = []
    for message in messages {
      let outcome = Outcome(message)
      texts += outcome.requests
      if outcome.isClosed { break }
    }
    return texts
  }

  @Test func `a row of messages reads like each of them alone, whatever came before`() {
    var generator = RandomNumbers(seed: 20)
    for _ in 0..<400 {
      var messages: [String] = []
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let message = Self.heads.randomElement(using: &generator) ?? ""
        messages += Array(repeating: message, count: Int.random(in: 1...3, using: &generator))
      }
      if Bool.random(using: &generator) { messages.append(Self.bad.randomElement(using: &generator) ?? "") }
      let expected = alone(messages)
      let bytes = Array(messages.joined().utf8)
      #expect(Outcome(parsing: [bytes]).requests == expected)
      // One read ends with a message, the next one ends within a message, and the last one contains the rest.
      let cut = Int.random(in: 0...bytes.count, using: &generator)
      #expect(Outcome(parsing: [Array(bytes[..<cut]), Array(bytes[cut...])]).requests == expected, "cut at \(cut)")
      #expect(Outcome(parsing: messages.map { Array($0.utf8) }).requests == expected)
    }
  }

  @Test func `two of the same head in a row share its bytes`() throws {
    let text = Self.heads[0] + Self.heads[1] + Self.heads[3]
    let requests = Outcome(text).incoming.map(\.request)
    try #require(requests.count == 3)
    func address(_ request: Request) -> UnsafeRawPointer? {
      request.targetBytes.withUnsafeBytes { $0.baseAddress }
    }
    #expect(address(requests[0]) == address(requests[1]))
    #expect(address(requests[1]) != address(requests[2]))
  }
}
