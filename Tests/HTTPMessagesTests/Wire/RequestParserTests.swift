import PlumblineHTTPMessages
import TestSupport
import Testing

@Suite struct RequestParserTests {
  static let host = "Host: a\r\n"

  @Test func `requests that follow one another are told apart`() {
    let outcome = Outcome(
      "\r\nPOST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nhost:b\r\nX:  y \r\n\r\nPUT /c "
        + "HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\nGET / HTTP/1.0\r\n\r\nGET"
    )
    #expect(outcome.incoming.map(\.request.target) == ["/a", "/b", "/c", "/"])
    #expect(outcome.incoming.map { $0.request.body.bytes?.count } == [3, 0, 3, 0])
    #expect(outcome.incoming.map(\.keepsAlive) == [true, true, true, false])
    #expect(outcome.incoming[1].request.headers["x"] == "y")
    #expect(outcome.incoming[2].request.trailers["t"] == "1")
    #expect(outcome.isClosed)
    #expect(outcome.refusal == nil)
  }

  @Test func `a byte that no value may have is found wherever it is`() {
    for place in 0..<20 {
      for byte: UInt8 in [0x00, 0x01, 0x0B, 0x1F, 0x7F, 0x20, 0x09, 0x7E, 0x80, 0xA0, 0xFF] {
        var value = Array(String(repeating: "v", count: 20).utf8)
        value[place] = byte
        let text = Array("GET / HTTP/1.1\r\nHost: a\r\nX: y".utf8) + value + Array("z\r\n\r\n".utf8)
        let outcome = Outcome(parsing: [text])
        let isRight = byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
        #expect((outcome.refusal == nil) == isRight, "byte \(byte) at \(place)")
      }
    }
  }

  @Test(arguments: [
    ("X\tY: 1", "The name of a header field contains a tab."),
    ("X Y: 1", "The name of a header field contains a space."),
    ("X\u{1}: 1", "The name of a header field contains the byte 0x01."),
    ("Größe: 1", "The name of a header field contains the byte 0xC3."),
    ("X(Y): 1", "The name of a header field contains the character (."),
    ("X : 1", "There is a space before the colon of a header field."),
    ("X\t: 1", "There is a tab before the colon of a header field."),
    (": 1", "A header field has no name before its colon."), ("X", "A header field has no colon."),
    (" X: 1", "A line starts with a space: folded header fields are not accepted."),
    ("\tX: 1", "A line starts with a tab: folded header fields are not accepted."),
  ])
  func `a name that is wrong is refused with what is wrong in it`(line: String, message: String) {
    let outcome = Outcome("GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n")
    #expect(outcome.refusal?.status == 400)
    #expect(outcome.refusal?.message == message)
  }

  @Test(arguments: [
    ("http://a/x?y", "/x?y"), ("HTTP://A:80", "/"), ("http://a?q", "/?q"), ("/|x", "/|x"), ("//a", "//a"),
  ])
  func `a target in absolute form loses its host`(_ target: String, _ expected: String) {
    #expect(Outcome("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n").request?.target == expected)
  }

  @Test(arguments: [
    "GET http://b/ HTTP/1.1\r\nHost: a", "GET http://a:81/ HTTP/1.1\r\nHost: a", "GET http:/// HTTP/1.1\r\nHost: a",
    "GET http://u@a/ HTTP/1.1\r\nHost: a", "GET x HTTP/1.1\r\nHost: a", "GET * HTTP/1.1\r\nHost: a",
    "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: a\r\nHost: a", "GET / HTTP/1.1\r\nHost: a b", "GET / HTTP/1.1\r\nHost:",
    "GET / HTTP/1.1\r\nHost: a:b", "GET / HTTP/1.1\r\nHost: a/b", "GET / HTTP/1.1\r\nHost: [::1",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +1", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity",
    "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip", "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:",
    "GET / HTTP/1.0\r\nTransfer-Encoding: chunked", "GET / HTTP/1.1\r\nHost: a\r\nX : y",
    "GET / HTTP/1.1\r\nHost: a\r\n X: y", "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z", "GET / HTTP/1.1\r\nHost: a\r\nX",
    "GET / HTTP/1.1\nHost: a", "GET / HTTP/1.1\r\nHost: a\nX: y", "GET / HTTP/1.1\r\nHost: a\rX: y",
    "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{7F}", "GET  / HTTP/1.1\r\nHost: a",
    "GET /  HTTP/1.1\r\nHost: a", "GET / http/1.1\r\nHost: a", "GET / HTTP/1.1 \r\nHost: a", "GET /\r\nHost: a",
    "GET /a#b HTTP/1.1\r\nHost: a", "GET /ü HTTP/1.1\r\nHost: a", " GET / HTTP/1.1\r\nHost: a",
    "G@T / HTTP/1.1\r\nHost: a",
  ])
  func `what could be read in two ways is refused`(_ head: String) {
    let outcome = Outcome(head + "\r\n\r\n")
    #expect(outcome.status == 400)
    #expect(outcome.requests.isEmpty)
  }

  @Test(arguments: [
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("GET / ICE/1.0\r\nHost: a\r\n\r\n", 501),
    ("CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
    ("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n6\r\n", 413),
    ("GET /123456789012345678901234567890 HTTP/1.1\r\n", 414), ("GET /12345678901234567890123456789012345678901", 414),
    ("GET / HTTP/1.1\r\nHost: a\r\na:\r\nb:\r\nc:\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: 12345678901234567890123456789012345678901234567890\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: 12345678901234567890123456789012345678901234567890", 431),
    ("\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n", 400),
  ])
  func `each limit has its own status`(_ text: String, _ status: Int) {
    var limits = HTTPLimits()
    limits.requestLine = 40
    limits.head = 64
    limits.fields = 3
    limits.body = 10
    #expect(Outcome(text, limits: limits).status == status)
    #expect(Outcome(parsing: text.utf8.map { [$0] }, limits: limits).status == status, "byte by byte")
  }

  @Test(arguments: [
    "g\r\n", "\r\n", ";\r\n", "3 \r\n", "3\n", "3\r\nabcd\r\n", "3\r\nabc\n", "-1\r\n", "0x3\r\n", "3;\r\n", "3;=\r\n",
    "3;a=\"\r\n", "3;a=b c\r\n", "fffffffffffffffff\r\n", "0\r\nA\r\n\r\n", "0\r\nContent-Length: 3\r\n\r\n",
    "0\r\nA: b\n\r\n", "0\r\n A: b\r\n\r\n", "0\r\nA: \u{1}\r\n\r\n",
  ])
  func `a malformed chunk is refused`(_ body: String) {
    let outcome = Outcome("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    #expect(outcome.status == 400)
    #expect(outcome.requests.isEmpty)
  }

  @Test func `chunk extensions are dropped`() {
    let outcome = Outcome(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;a;b=c;d=\"e\\\"\";f = g\r\nabc\r\nA \t; x\r\n0123456789\r\n000;z\r\n\r\n")
    #expect(outcome.request?.body.bytes == Array("abc0123456789".utf8))
    #expect(outcome.refusal == nil)
  }

  @Test func `a client that waits for 100 Continue gets it once, and not if its body has arrived`() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
    #expect(Outcome(parsing: [Array(head.utf8), [65], [66]]).continues == 1)
    #expect(Outcome(head + "AB").continues == 0)
    #expect(Outcome("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n").continues == 0)
  }

  @Test func `connection options decide whether it stays`() {
    func keeps(_ version: String, _ connection: String) -> Bool? {
      Outcome("GET / HTTP/\(version)\r\n\(Self.host)Connection: \(connection)\r\n\r\n").incoming.first?.keepsAlive
    }
    #expect(keeps("1.1", "keep-alive") == true)
    #expect(keeps("1.1", "x, Close") == false)
    #expect(keeps("1.0", "Keep-Alive") == true)
    #expect(keeps("1.0", "keep-alive, close") == false)
    #expect(keeps("1.0", "") == false)
  }

  @Test(arguments: RandomSeed.ofThisRun)
  func `random bytes and mutated requests never crash the parser`(seed: RandomSeed) {
    var generator = seed.numbers
    let bases = [
      "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc",
      "PUT http://a/ HTTP/1.1\r\nHost: a:80\r\nTransfer-Encoding: chunked\r\n\r\n3;a=\"b\"\r\nabc\r\n0\r\nT: 1\r\n\r\n",
    ].map { Array($0.utf8) }
    for round in 0..<4000 {
      var bytes = bases[round % 2] + bases[(round / 2) % 2]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        }
      }
      let split = Int.random(in: 0...bytes.count, using: &generator)
      let whole = Outcome(parsing: [bytes])
      #expect(whole == Outcome(parsing: [Array(bytes[..<split]), Array(bytes[split...])]), "\(bytes) at \(split)")
    }
  }
}
