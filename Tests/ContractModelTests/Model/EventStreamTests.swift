import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Server-sent events as a schema of type `array` describes them.
struct EventStreamTests {
  private func content(_ schema: String) throws -> MediaContent {
    let endpoint = Files.endpoint(
      "items.create", "POST /items", #", "content": { "text/event-stream": { "schema": \#(schema) } }"#)
    return try #require(try Files.contract(endpoint).endpoint("items.create")?.body?.content.first)
  }

  private static let list = #"{ "type": "array", "items": { "type": "object" } }"#

  @Test(arguments: [
    ("data: a\n\n", #"[{"data":"a"}]"#), ("data:a\r\n\r\n", #"[{"data":"a"}]"#), ("data: a\r\r", #"[{"data":"a"}]"#),
    ("\u{FEFF}data: a\n\n", #"[{"data":"a"}]"#), ("data: a\ndata:  b\n\n", #"[{"data":"a\n b"}]"#),
    (": a comment\n\nevent: e\nid: 7\nretry: 50\ndata\n\n", #"[{"event":"e","id":"7","retry":50,"data":""}]"#),
    ("data: a\n\ndata: b\n\ndata: c\n", #"[{"data":"a"},{"data":"b"},{"data":"c"}]"#), ("", "[]"),
    ("data: a\n\ndata: {\"b", #"[{"data":"a"}]"#),
    ("retry: 3000\n\nid: 1\n\nevent: ping\n\nevent:\ndata: a\n\n", #"[{"data":"a"}]"#),
    (": only this\n", "[]"),
    ("event: a\nevent: b\nretry: soon\ndata: x\n\n", #"[{"event":"b","data":"x"}]"#),
  ])
  func `events are read as the standard has it`(text: String, events: String) throws {
    let value = try content(Self.list).value(of: Array(text.utf8), ["Content-Type": "text/event-stream"], file: "")
    #expect(value?.text == events)
  }

  @Test(arguments: [#"{"x":1}"#, "<html>Oops</html>\n\n", "unknown: a\n\n"])
  func `what has lines and no event is no stream`(text: String) throws {
    let content = try content(Self.list)
    #expect(throws: BodyFault.self) { try content.value(of: Array(text.utf8), [:], file: "") }
  }

  @Test func `a stream of text stays a text where its schema is one`() throws {
    let value = try content(#"{ "type": "string" }"#).value(of: Array("data: a\n\n".utf8), [:], file: "")
    #expect(value == "data: a\n\n")
  }

  @Test func `data of several lines is written line by line, however they end`() throws {
    let content = try content(Self.list)
    let written = try #require(content.body(of: [["data": "a\r\nb\rc"]]))
    #expect(String(decoding: written.bytes, as: UTF8.self) == "data: a\ndata: b\ndata: c\n\n")
  }

  @Test func `what is written is read again`() throws {
    let content = try content(Self.list)
    let events: JSON = [
      ["event": "e", "data": "one\ntwo", "id": "7"], ["data": "{\"a\":1}"], ["retry": 50, "data": ""],
    ]
    let written = try #require(content.body(of: events))
    #expect(written.contentType == "text/event-stream")
    #expect(try content.value(of: written.bytes, [:], file: "") == events)
  }
}
