import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Streams, which are checked event by event or line by line.
struct StreamTests {
  private static let item = ##"""
    { "oneOf": [
      { "type": "object", "required": ["event", "data"], "properties": { "event": { "const": "delta" },
        "data": { "type": "string", "contentMediaType": "application/json", "contentSchema": { "$ref": "#/schemas/Delta" } } } },
      { "type": "object", "required": ["event"], "properties": { "event": { "enum": ["done"] }, "data": { "type": "string" } } },
      { "type": "object", "required": ["data"], "properties": { "data": { "const": "[DONE]" } } }
    ] }
    """##

  private static let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "chat", "title": "Chat", "envelope": null,
        "schemas": { "Delta": { "type": "object", "required": ["n"], "properties": {
          "n": { "type": "integer" }, "at": { "type": "string", "format": "date-time" } } } },
        "endpoints": {
          "chat.watch": { "summary": "Watch", "request": "GET /chat", "source": "1", "success": { "200": { "content": {
            "text/event-stream": { "itemSchema": \(item) } } } } },
          "lines.list": { "summary": "List", "request": "GET /lines", "source": "1", "success": { "200": { "content": {
            "application/x-ndjson": { "itemSchema": { "$ref": "#/schemas/Delta" } } } } } },
          "lines.add": { "summary": "Add", "request": "POST /lines", "source": "1", "content": {
            "application/x-ndjson": { "itemSchema": { "$ref": "#/schemas/Delta" } } }, "success": { "204": {} } }
        } }
      """
    ]))

  private func events(_ text: String) -> [Drift] {
    Self.inspector.inspect(.made("/chat", answerHeaders: ["content-type": "text/event-stream"], text: text))
  }

  private func lines(_ text: String) -> [Drift] {
    Self.inspector.inspect(.made("/lines", answerHeaders: ["content-type": "application/x-ndjson"], text: text))
  }

  private static func delta(_ data: String) -> String { "event: delta\ndata: \(data)\n\n" }

  @Test func `a stream as it was promised has no drift`() {
    #expect(events(Self.delta(#"{"n":1}"#) + "event: done\ndata: bye\n\ndata: [DONE]\n\n") == [])
  }

  @Test func `a fault in an event's data is reported with the event's number and name`() {
    let found = events(Self.delta(#"{"n":1}"#) + ": keeps it open\n\n" + Self.delta(#"{"n":"2"}"#))
    #expect(found.lines == ["response.field.number-as-string /response/body/1/data/n"])
    #expect(found.first?.message == "In event 2 (delta): The number is written as a string.")
    #expect(found.first?.folded == "/response/body/*/data/n")
    #expect(found.first?.contract?.line == 3)
  }

  @Test func `the same in many events is one finding with the first of them`() {
    let found = events(String(repeating: Self.delta("{}"), count: 100))
    #expect(found.lines == ["response.field.missing /response/body/0/data/n"])
    #expect(found.first?.count == 100)
    #expect(found.first?.message.hasPrefix("In event 1 (delta): ") == true)
  }

  @Test(arguments: [
    (#"{"n":1,"m":2}"#, "response.field.undocumented /response/body/0/data/m"),
    (#"{"n":1,"at":"2026-11-21t08:00:00z"}"#, "response.field.lowercase-date /response/body/0/data/at"),
    (#"{"n":1"#, "response.field.type-changed /response/body/0/data"),
    ("null", "response.field.null-not-allowed /response/body/0/data"),
  ])
  func `data is judged as a body is`(data: String, line: String) {
    #expect(events(Self.delta(data)).lines == [line])
  }

  @Test func `a text that isn't JSON says where it isn't`() {
    let found = events(Self.delta(#"{"n": 1"#))
    #expect(
      found.first?.message.hasPrefix("In event 1 (delta): The string isn't valid JSON at line 1, column 8:") == true)
    #expect(found.first?.severity == .breaking)
  }

  @Test(arguments: ["retry: 3000\n\n", "id: 7\n\n", "event: delta\n\n", ": ping\n\n", ": pi"])
  func `what reaches no client is no event`(block: String) {
    #expect(events(block).lines == [])
    let found = events("retry: 3000\n\n" + Self.delta("null"))
    #expect(found.first?.message.hasPrefix("In event 1 (delta): ") == true, "\(found)")
  }

  @Test func `the fields of the transport are nothing undocumented`() {
    #expect(events("event: delta\nid: 7\nretry: 100\ndata: {\"n\":1}\n\n").lines == [])
  }

  @Test func `an undocumented name is one finding with the existing names`() {
    let found = events("event: error\ndata: a\n\nevent: delat\ndata: b\n\n")
    #expect(found.lines == ["response.field.no-branch-fits /response/body/0"])
    #expect(found.first?.count == 2)
    #expect(
      found.first?.message
        == "In event 1 (error): \"event\" is \"error\", which isn't the name of a documented alternative; expected "
        + "\"delta\" or \"done\".")
  }

  @Test func `a line is reported by its number in the text`() {
    let found = lines("{\"n\":1}\n\n{\"n\":1.5}\n")
    #expect(found.lines == ["response.field.integer-as-decimal /response/body/1/n"])
    #expect(found.first?.message.hasPrefix("In line 3: ") == true)
  }

  @Test func `a line that isn't JSON is reported by its number`() {
    let found = lines("{\"n\":1}\n{\"n\":\n")
    #expect(found.lines == ["response.body.malformed /response/body/1"])
    #expect(found.first?.message.hasPrefix("Line 2 isn't valid JSON at column 6: ") == true, "\(found)")
  }

  @Test func `a line that isn't JSON hides nothing of the others`() {
    let found = lines("{\"n\":1}\n\nnot JSON\n{\"n\":\"2\"}\n{\"n\"\n{\"n\":3}\n[\n")
    #expect(
      found.lines == ["response.body.malformed /response/body/1", "response.field.number-as-string /response/body/2/n"])
    #expect(found.map(\.count) == [3, 1])
    #expect(found.first?.folded == "/response/body/*")
    #expect(found.first?.message.hasSuffix(" Lines 5 and 7 aren't valid JSON either.") == true, "\(found)")
    #expect(found.last?.message == "In line 4: The number is written as a string.")
  }

  @Test func `of many lines that aren't JSON all are counted, and the first are named`() {
    let found = lines(String(repeating: "x\n", count: 30))
    #expect(found.map(\.count) == [30])
    #expect(
      found.first?.message.hasSuffix(" Lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 19 more aren't valid JSON either.")
        == true, "\(found)")
    #expect(lines("x\n1\ny\n").first?.message.hasSuffix(" Line 3 isn't valid JSON either.") == true)
  }

  @Test(arguments: [
    (#"data: {"n""#, "in the middle of its last event"),
    ("event: delta\ndata: {\"n\"", "in the middle of its last event"), ("event: de", "in the middle of its last event"),
    ("event: done\ndata: a\n", "without an empty line after its last event"),
    ("event: done\r\n", "without an empty line after its last event"),
  ])
  func `a stream that ends in the middle of an event is reported once, as a notice`(tail: String, words: String) {
    let found = events(Self.delta(#"{"n":1}"#) + tail)
    #expect(found.lines == ["response.body.cut-off /response/body"])
    #expect(found.first?.severity == .notice)
    #expect(found.first?.message.contains(words) == true, "\(found)")
  }

  @Test(arguments: ["", "retry: 300\n", ": pi", ": ping\n", "\n", "id: 7\n"])
  func `a stream may end with what is no event`(tail: String) {
    #expect(events(Self.delta(#"{"n":1}"#) + tail).lines == [])
  }

  @Test func `an event that no empty line ends is judged all the same`() {
    let found = events("event: delta\ndata: {\"n\":\"2\"}\n")
    #expect(
      Set(found.lines) == [
        "response.body.cut-off /response/body", "response.field.number-as-string /response/body/0/data/n",
      ])
  }

  @Test func `the example of a stream that is cut off is one`() throws {
    let example = try #require(Rule.response.cutOff.explanation?.example)
    #expect(events(example).map(\.rule) == [.response.cutOff])
  }

  @Test func `what isn't judged of a long stream is reported by its number`() {
    let found = events(String(repeating: Self.delta("{}"), count: 1300))
    #expect(
      found.lines == ["response.field.undecided /response/body", "response.field.missing /response/body/0/data/n"])
    #expect(
      found.first?.message
        == "300 of 1300 strings that hold JSON weren't checked, because the earlier ones have 1000 findings.")
    #expect(found.last?.count == 1000)
    #expect(events(String(repeating: Self.delta("{}"), count: 1000)).map(\.count) == [1000], "all are judged")
  }

  @Test func `what isn't judged of many lines is reported by its number`() {
    let found = lines(String(repeating: "{\"n\":1.5}\n", count: 1300))
    #expect(found.map(\.rule) == [.response.field.undecided, .response.field.integerAsDecimal])
    #expect(
      found.first?.message
        == "Only the first 1000 errors are counted: at least 300 of the 1300 items at /response/body weren't checked "
        + "completely."
    )
    #expect(found.last?.count == 1000)
  }

  @Test func `undocumented members are counted, and the rest is reported`() {
    let members = (1...1200).map { "\"m\($0)\":0" }.joined(separator: ",")
    let found = lines("{\"n\":1,\(members)}\n")
    let rest = found.filter { $0.rule == .response.field.undecided }
    #expect(rest.map(\.message) == ["Only the first 1000 of 1200 undocumented members are counted."])
  }

  @Test func `requests are judged line by line, too`() {
    let exchange = Exchange(
      request: Request(
        method: .post, target: "/lines", headers: ["content-type": "application/x-ndjson"],
        body: Body("{\"n\":1}\n{\"n\":\"2\"}\n")),
      response: Response(status: 204, headers: [:], body: .empty))
    let found = Self.inspector.inspect(exchange)
    #expect(found.lines == ["request.field.number-as-string /request/body/1/n"])
    #expect(found.first?.message == "In line 2: The number is written as a string.")
    let broken = Exchange(
      request: Request(
        method: .post, target: "/lines", headers: ["content-type": "application/x-ndjson"],
        body: Body("{\"n\":\n{\"n\":\"2\"}\n")),
      response: Response(status: 204, headers: [:], body: .empty))
    #expect(
      Self.inspector.inspect(broken).lines == [
        "request.body.malformed /request/body/0", "request.field.number-as-string /request/body/1/n",
      ])
  }
}
