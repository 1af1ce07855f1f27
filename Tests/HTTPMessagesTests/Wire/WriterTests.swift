import PlumblineHTTPMessages
import Testing

@Suite struct WriterTests {
  private static let date = HTTPDate.bytes(secondsSinceEpoch: 784_111_777)

  private func head(
    _ response: Response, _ framing: BodyFraming, connection: ConnectionField = .absent, keepsLength: Bool = false
  ) -> String {
    var bytes: [UInt8] = []
    ResponseWriter.appendHead(
      of: response, framing: framing, date: Self.date, connection: connection, keepsLength: keepsLength, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_804_118_399, "Wed, 03 Mar 2027 23:59:59 GMT"),
    (-1, "Thu, 01 Jan 1970 00:00:00 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `dates are as RFC 9110 has them`(_ seconds: Int, _ text: String) {
    #expect(String(decoding: HTTPDate.bytes(secondsSinceEpoch: seconds), as: UTF8.self) == text)
  }

  @Test func `the writer owns the fields that frame a message`() {
    let response = Response(
      status: 200, headers: ["content-length": "99", "Transfer-Encoding": "gzip", "Connection": "x", "A": "b"])
    #expect(
      head(response, .length(3))
        == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 3\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
    #expect(head(response, .chunked, connection: .close).hasSuffix("Connection: close\r\n\r\n"))
    #expect(head(response, .none, keepsLength: true).contains("Content-Length: 99\r\n"))
    #expect(!head(response, .none).contains("ontent-"))
    #expect(head(Response(status: 200, headers: ["Date": "mine"]), .none).contains("\r\nDate: mine\r\n"))
  }

  @Test(arguments: [0, 1, 9, 10, 99, 100, 1160, 65_535, 99_999, 100_000, 1_000_000])
  func `lengths are written in decimal`(_ length: Int) {
    #expect(head(Response(status: 200), .length(length)).contains("\r\nContent-Length: \(length)\r\n"))
  }

  @Test func `every status has its phrase, and an unknown one its class's`() {
    #expect(HTTPStatus.reason(for: 201) == "Created")
    #expect(HTTPStatus.reason(for: 511).hasPrefix("Network"))
    #expect(HTTPStatus.reason(for: 299) == "Success")
    #expect(HTTPStatus.reason(for: 599) == "Server Error")
    #expect(HTTPStatus.reason(for: -1) == "Unknown")
    #expect(HTTPStatus.reason(for: 600) == "Unknown")
  }

  @Test func `nothing that could split a message is written`() {
    let response = Response(status: 200, headers: ["A": "b\r\n\r\nc\0", "D\r\nE": "f", "": "g"])
    #expect(head(response, .none).hasPrefix("HTTP/1.1 200 OK\r\nA: b    c \r\nDate:"))
    var bytes: [UInt8] = []
    let request = Request(method: .get, target: "/a b\r\nX: y", headers: ["G\n": "h"])
    RequestWriter.append(request, host: "a\r\nb", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "GET /a%20b%0D%0AX:%20y HTTP/1.1\r\nHost: a  b\r\n\r\n")
  }

  @Test func `a rendered response gets the date and the connection of the moment`() {
    let rendered = RenderedResponse(Response(status: 404, headers: ["A": "b"], body: Body("body")))
    var bytes: [UInt8] = [1]
    ResponseWriter.append(rendered, date: Self.date, connection: .close, to: &bytes)
    let expected =
      "HTTP/1.1 404 Not Found\r\nA: b\r\nContent-Length: 4\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
    #expect(String(decoding: bytes.dropFirst(), as: UTF8.self) == expected + "Connection: close\r\n\r\nbody")
    bytes = []
    ResponseWriter.append(rendered, date: Self.date, withBody: false, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected + "\r\n")
  }

  @Test func `what a request writer writes, the parser reads`() {
    var bytes: [UInt8] = []
    let request = Request(method: .post, target: "/x?y=%20", headers: ["A": "b", "Host": "no"], body: Body("hello"))
    RequestWriter.append(request, host: "a.example", connection: .close, to: &bytes)
    let outcome = Outcome(parsing: [bytes])
    #expect(outcome.request?.target == "/x?y=%20")
    #expect(outcome.request?.headers.values("host") == ["a.example"])
    #expect(outcome.request?.body.bytes == Array("hello".utf8))
    #expect(outcome.isClosed)
  }

  @Test func `chunks and trailers`() {
    var bytes: [UInt8] = []
    ResponseWriter.appendChunk([UInt8](repeating: 65, count: 17), to: &bytes)
    ResponseWriter.appendChunk([], to: &bytes)
    ResponseWriter.appendLastChunk(trailers: ["T": "1", "Content-Length": "3"], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "11\r\nAAAAAAAAAAAAAAAAA\r\n0\r\nT: 1\r\n\r\n")
  }
}
