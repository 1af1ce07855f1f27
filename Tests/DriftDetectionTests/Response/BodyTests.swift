import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct BodyTests {
  private func drift(_ exchange: Exchange) -> [Drift] { Notes.inspector.inspect(exchange) }

  private func note(_ mediaType: String?, _ text: String, status: Int = 200) -> [Drift] {
    let headers = mediaType.map { HeaderFields([("content-type", $0)]) } ?? HeaderFields()
    return drift(.made("/notes/7", status: status, answerHeaders: headers, text: text))
  }

  private let kept = String(
    decoding: (["success": true, "data": Notes.note] as JSON).serialized(.compact), as: UTF8.self)

  @Test(arguments: ["application/json", "application/json; charset=utf-8", "application/vnd.notes+json", "Text/JSON"])
  func `every JSON media type will do`(mediaType: String) {
    #expect(note(mediaType, kept) == [])
  }

  @Test func `JSON without a media type will do`() {
    #expect(note(nil, kept) == [])
  }

  @Test func `another media type is undocumented`() {
    let found = note("text/html", "<h1>Hello</h1>")
    #expect(found.lines == ["response.media-type.undocumented /response/headers/content-type"])
    #expect(found.first?.actual == "text/html")
    #expect(found.first?.expected == "application/json")
  }

  @Test func `JSON under another name is looked into`() {
    #expect(note("text/html", kept).lines == ["response.media-type.undocumented /response/headers/content-type"])
    let odd = kept.replacing("\"MEMO\"", with: "\"OTHER\"")
    #expect(
      note("text/plain", odd).lines == [
        "response.media-type.undocumented /response/headers/content-type",
        "response.field.value-not-in-enum /response/body/data/kind",
      ])
  }

  @Test func `an HTML page for a documented failure is an undocumented media type`() {
    let found = note("text/html", "<h1>Oops</h1>", status: 500)
    #expect(found.lines == ["response.media-type.undocumented /response/headers/content-type"])
  }

  @Test func `a body that says JSON and isn't is malformed, and the message has the place`() {
    let found = note("application/json", "{\"success\": true,\n \"data\": }")
    #expect(found.lines == ["response.body.malformed /response/body"])
    #expect(found.first?.message.contains("line 2, column 10") == true)
  }

  @Test func `a member that is twice in one object is reported with both places, once for all items of a list`() throws
  {
    let twice = kept.replacing("\"id\":7", with: "\"id\":7,\n\"id\":7")
    #expect(twice != kept)
    let found = note("application/json", twice)
    #expect(found.lines == ["response.body.duplicate-member /response/body/data/id"])
    let first = try #require(found.first)
    #expect(first.message.contains("at line 1, column "))
    #expect(first.message.contains("and at line 2, column 1:"))
    #expect(first.expected == "\"id\" once")

    let item = #"{"id": 1, "extra": {"a": 1, "a": 2}}"#
    let list = #"[\#(item), \#(item), \#(item)]"#
    let folded = DuplicateList.inspect(list)
    #expect(folded.lines == ["response.body.duplicate-member /response/body/0/extra/a"])
    #expect(folded.first?.count == 3)
  }

  /// A list whose items can be anything.
  private enum DuplicateList {
    static func inspect(_ text: String) -> [Drift] {
      let contract = Notes.make(files: [
        "contract.json": """
        { "plumbline": 1, "service": "example", "title": "Example", "envelope": null,
          "endpoints": { "things.list": { "summary": "List", "request": "GET /things", "source": "1",
            "success": { "200": { "body": { "type": "array" } } } } } }
        """
      ])
      return Inspector(contract).inspect(
        .made("/things", status: 200, answerHeaders: ["content-type": "application/json"], text: text))
    }
  }

  @Test func `an empty body where content is promised is missing`() {
    #expect(note("application/json", "").lines == ["response.body.missing /response/body"])
    #expect(note(nil, " \n").lines == ["response.body.missing /response/body"])
    #expect(note("application/json", "", status: 500).lines == ["response.body.missing /response/body"])
    let exported = Exchange.made("/export", answerHeaders: ["content-type": "text/csv"], text: "")
    #expect(drift(exported).lines == ["response.body.missing /response/body"])
  }

  @Test func `a body where none is promised is unexpected`() {
    #expect(drift(.made("POST /notes/7/touch", status: 202, text: "")) == [])
    let found = drift(.made("POST /notes/7/touch", status: 202, ["success": true]))
    #expect(found.lines == ["response.body.unexpected /response/body"])
    #expect(found.first?.severity == .warning)
  }

  @Test func `one of several media types will do, another is undocumented`() {
    let export: (String, String) -> [Drift] = { mediaType, text in
      drift(.made("/export", answerHeaders: ["content-type": mediaType], text: text))
    }
    #expect(export("text/csv; charset=utf-8", "a,b") == [])
    #expect(export("application/json", "[]") == [])
    #expect(export("application/json", "{}").lines == ["response.field.type-changed /response/body"])
    #expect(export("application/json", "[").lines == ["response.body.malformed /response/body"])
    let found = export("application/pdf", "%PDF")
    #expect(found.lines == ["response.media-type.undocumented /response/headers/content-type"])
    #expect(found.first?.expected == "text/csv or application/json")
  }

  @Test func `a failure in the envelope where a file is promised contradicts its status`() {
    let found = drift(.made("/export", .failure("SERVER_ERROR")))
    #expect(found.lines == ["response.status.contradicts-envelope /response/body/success"])
  }

  @Test func `bare JSON is judged without an envelope`() {
    #expect(drift(.made("/status", ["up": true])) == [])
    #expect(drift(.made("/status", ["up": "yes"])).lines == ["response.field.type-changed /response/body/up"])
    #expect(
      drift(.made("/status", ["up": true, "load": 1])).lines == ["response.field.undocumented /response/body/load"])
  }

  @Test func `a streamed body can't be judged`() {
    final class Stream: BodyStream {
      let length: Int? = nil
      func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) { deliver(.end(trailers: [:])) }
      func cancel() {}
    }
    var exchange = Exchange.reading(Notes.note)
    exchange.outcome = .response(
      Response(status: 200, headers: ["content-type": "application/json"], body: .stream(Stream())))
    #expect(drift(exchange) == [])
  }

  @Test func `a documented header has to be there and to fit`() {
    let create: (HeaderFields) -> [Drift] = { headers in
      drift(
        .made(
          "POST /notes", sending: ["title": "x"], status: 201, answerHeaders: headers,
          ["success": true, "data": Notes.note]))
    }
    #expect(create(["content-type": "application/json", "Location": "/notes/7"]) == [])
    #expect(create(["content-type": "application/json", "location": "/", "x-remaining": "9", "etag": "1"]) == [])
    #expect(
      create(["content-type": "application/json", "location": "/", "x-other": "1"]).lines
        == ["response.header.undocumented /response/headers/x-other"])
    let missing = create(["content-type": "application/json"])
    #expect(missing.lines == ["response.header.missing /response/headers/location"])
    #expect(missing.first?.detail == "location")
    let invalid = create(["content-type": "application/json", "location": "/", "x-remaining": "many"])
    #expect(invalid.lines == ["response.header.invalid /response/headers/x-remaining"])
    #expect(invalid.first?.actual == "\"many\"")
  }

  @Test func `the answer whose condition holds is the one that is promised`() {
    let profile: (String?, JSON) -> [Drift] = { token, payload in
      drift(
        .made(
          "/profile", headers: token.map { ["authorization": "Bearer \($0)"] } ?? [:],
          ["success": true, "data": payload]))
    }
    #expect(profile("owner", ["quota": 5]) == [])
    #expect(profile("guest", ["hint": "Log in."]) == [])
    #expect(profile(nil, ["hint": "Log in."]) == [])
    #expect(profile("guest", ["quota": 5]).lines.contains("response.field.missing /response/body/data/hint"))
  }

  @Test func `with an unknown token, each response is right that some caller may get`() {
    let profile: (JSON) -> [Drift] = { payload in
      drift(
        .made("/profile", headers: ["authorization": "Bearer owner-session-1"], ["success": true, "data": payload]))
    }
    #expect(profile(["quota": 5]) == [])
    #expect(profile(["hint": "Log in."]) == [])
    #expect(profile(["quota": "5"]).lines == ["response.field.number-as-string /response/body/data/quota"])
    #expect(profile(["other": 1]) != [])
  }

  @Test func `the caller's persona may be given instead of read`() {
    let exchange = Exchange.made("/profile", ["success": true, "data": ["quota": 5]])
    #expect(Notes.inspector.inspect(exchange, as: Notes.contract.persona("owner")) == [])
    #expect(Notes.inspector.inspect(exchange, as: Notes.contract.persona("guest")) != [])
  }

  @Test(arguments: ["", "anything"]) func `where nothing is known of a body, any will do, and none`(text: String) {
    let contract = Notes.make(files: [
      "contract.json": #"""
      { "plumbline": 1, "service": "pages", "title": "Pages", "envelope": null, "endpoints": { "page": {
        "summary": "x", "request": "GET /page", "source": "x", "success": { "200": { "content": { "*/*": {} } } } } } }
      """#
    ])
    #expect(Inspector(contract).inspect(.made("/page", answerHeaders: HeaderFields(), text: text)) == [])
  }
}
