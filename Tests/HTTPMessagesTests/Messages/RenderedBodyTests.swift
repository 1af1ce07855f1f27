import PlumblineHTTPMessages
import Testing

@Suite struct RenderedBodyTests {
  private func sent(_ rendered: RenderedResponse, _ connection: ConnectionField = .close) -> String {
    var out: [UInt8] = []
    ResponseWriter.append(rendered, date: HTTPDate.bytes(secondsSinceEpoch: 86_400), connection: connection, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  @Test(arguments: ["x", "a body of more than nine bytes", "", String(repeating: "y", count: 1200)])
  func `a head with another body is what rendering it anew would give`(_ body: String) {
    var response = Response(status: 201, headers: ["Content-Type": "text/plain", "X-A": "1"], body: Body("0123456"))
    let rendered = RenderedResponse(response)
    response.body = Body(body)
    let (copied, anew) = (RenderedResponse(rendered, body: Array(body.utf8)), RenderedResponse(response))
    #expect(sent(copied, .absent) == sent(anew, .absent))
    #expect(copied.size == sent(copied, .absent).utf8.count)
    #expect(sent(RenderedResponse(copied, body: Array("again".utf8))).hasSuffix("\r\n\r\nagain"))
    #expect(copied.hasBody == anew.hasBody)
    #expect(sent(copied) == sent(anew))
    #expect(copied.response.body.bytes == Array(body.utf8))
  }

  @Test func `a response with a date of its own keeps it`() {
    let response = Response(status: 200, headers: ["Date": "Thu, 01 Jan 1970 00:00:00 GMT"], body: Body("a"))
    let copied = RenderedResponse(RenderedResponse(response), body: Array("bcd".utf8))
    #expect(sent(copied).contains("1970"))
    #expect(sent(copied).hasSuffix("bcd"))
  }
}
