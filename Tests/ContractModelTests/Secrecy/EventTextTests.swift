import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// Event streams, which must not reveal secrets that JSON would mask.
@Suite struct EventTextTests {
  private static let fields: HeaderFields = ["Content-Type": "text/event-stream"]

  private func shown(_ stream: String) -> String {
    let request = Request(method: .get, target: "/")
    let response = Response(status: 200, headers: Self.fields, body: Body(stream))
    return String(decoding: Redactor(nil).body(of: response, to: request), as: UTF8.self)
  }

  @Test(arguments: [
    ("data: {\"access_token\":\"x y\",\"n\":1}\n\n", "data: {\"access_token\":\"•••\",\"n\":1}\n\n"),
    ("data:{\"tokens\":[\"x y\"]}\r\n\r\n", "data:{\"tokens\":[\"•••\"]}\r\n\r\n"),
    ("data: 1\r\rdata: {\"secrets\":{\"a\":\"x y\"}}\r\r", "data: 1\r\rdata: {\"secrets\":{\"a\":\"•••\"}}\r\r"),
    ("data: {\ndata: \"secrets\":{\"a\":\"x y\"}}\n\n", "data: {\"secrets\":{\"a\":\"•••\"}}\ndata: \n\n"),
    ("data: {\"n\":1}\ndata: {\"tokens\":[\"x y\"]}\n\n", "data: {\"n\":1}\ndata: {\"tokens\":[\"•••\"]}\n\n"),
    ("data: \"{\\\"password\\\":\\\"x y\\\"}\"\n\n", "data: \"{\\\"password\\\":\\\"•••\\\"}\"\n\n"),
    ("\u{FEFF}data: {\"tokens\":[\"x y\"]}\n\n", "\u{FEFF}data: {\"tokens\":[\"•••\"]}\n\n"),
    ("data: {\"tokens\":[\"x y\"]}", "data: {\"tokens\":[\"•••\"]}"),
    ("id: 7\ndata: password=hunter2 {\n\n", "id: 7\ndata: password=••• {\n\n"),
    (": password=hunter2\n\ndata: {\"n\":1}\n\n", ": password=•••\n\ndata: {\"n\":1}\n\n"),
  ])
  func `what is under the name of a secret in an event's data is masked`(stream: String, other: String) {
    #expect(shown(stream) == other)
  }

  @Test(arguments: [
    "data: \"abc {x\"\n\n", "data: { \"a\" : 1 }  \n\nevent: done\n\n", "data: [DONE]\n\n", "data: 4711\n\n", "",
    "event: \u{E9}t\u{E9}\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n",
  ])
  func `a stream without secrets stays, byte for byte`(stream: String) {
    #expect(shown(stream) == stream)
  }

  @Test func `a line of JSON lines that is cut off hides nothing of the others`() {
    let request = Request(method: .get, target: "/")
    let lines = "{\"tokens\":[\"x y\"]}\nnone\n{\"tokens\":[\"x y\"],\"n\":1}\n{\"a\":"
    let response = Response(status: 200, headers: ["Content-Type": "application/x-ndjson"], body: Body(lines))
    let shown = String(decoding: Redactor(nil).body(of: response, to: request), as: UTF8.self)
    #expect(shown == "{\"tokens\":[\"•••\"]}\nnone\n{\"tokens\":[\"•••\"],\"n\":1}\n{\"a\":")
  }

  @Test func `a text that has a brace is replaced whole`() {
    let texts = MessageTexts(nil, change: { $0.text == "abc {x" ? "other" : nil })
    let changed = texts.body(Array("data: \"abc {x\"\n\n".utf8), Self.fields, BodyOutline(), at: "/response/body")
    #expect(changed == Array("data: \"other\"\n\n".utf8))
  }

  @Test func `each text of a stream has its place`() {
    var seen: [String] = []
    let texts = MessageTexts(
      nil,
      change: { leaf in
        seen.append("\(leaf.place) \(leaf.text.filter { !$0.isNewline })")
        return nil
      })
    _ = texts.body(
      Array("event: a\ndata: {\"b\":\"c\"}\n\ndata: d\n\n".utf8), Self.fields, BodyOutline(), at: "/response/body")
    let plain = seen.filter { $0.hasPrefix("/response/body ") }
    #expect(plain == ["/response/body event: adata: ", "/response/body data: d"])
    #expect(seen.contains("/response/body/*/data/b c"), "\(seen)")
  }

  @Test func `what a stream shows is masked elsewhere`() throws {
    let exchange = Exchange(
      request: Request(method: .get, target: "/"),
      response: Response(
        status: 200, headers: Self.fields, body: Body("data: {\"password\":\"q7-secret-word\"}\n\n")))
    let redactor = try Redactor(showing: [exchange], of: TrueLog.contract())
    #expect(redactor.text("it was q7-secret-word") == "it was •••")
  }
}
