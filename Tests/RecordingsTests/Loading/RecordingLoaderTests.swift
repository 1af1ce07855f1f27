import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

@Suite struct RecordingLoaderTests {
  private func load(
    _ text: String, endpoint: String = "items.get", name: String = "success"
  ) -> RecordingLoader.Result {
    RecordingLoader.load([RecordingFiles.file(text, endpoint: endpoint, name: name)])
  }

  private func recording(_ text: String) throws -> Recording {
    let result = load(text)
    #expect(result.problems.isEmpty, "\(result.problems)")
    return try #require(result.recordings.first)
  }

  @Test func `an exchange gets its form on the wire`() throws {
    let recording = try recording(
      RecordingFiles.text(
        request: #"""
          { "method": "POST", "path": "/items/a%20b", "query": { "q": "x y&z", "tag": ["1", "2"] },
            "headers": { "x-one": "1", "x-two": ["a", "b"] }, "body": { "n": 1.50 }, "persona": "guest" }
          """#,
        response: #"{ "status": 201, "headers": { "x-id": "9" }, "body": { "ok": true } }"#))
    let request = recording.request
    #expect(request.method == .post)
    #expect(request.target == "/items/a%20b?q=x%20y%26z&tag=1&tag=2")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers.values("x-two") == ["a", "b"])
    #expect(request.body.bytes == Array(#"{"n":1.50}"#.utf8))
    #expect(recording.caller == .persona("guest"))
    #expect(recording.response.status == 201)
    #expect(recording.response.headers["content-type"] == "application/json")
    #expect(recording.response.body.bytes == Array(#"{"ok":true}"#.utf8))
    #expect(recording.id == "items.get/success")
    #expect(recording.exchange.recording == "items.get/success")
    #expect(recording.requestBody?["n"]?.location.line == 3)
  }

  @Test func `the caller is known, unknown, or anonymous`() throws {
    #expect(try recording(RecordingFiles.text()).caller == .anyone)
    let nobody = RecordingFiles.text(request: #"{ "method": "GET", "path": "/items/7", "persona": null }"#)
    #expect(try recording(nobody).caller == .nobody)
  }

  @Test func `text and Base64 become their bytes`() throws {
    let text = RecordingFiles.text(
      response: #"""
        { "status": 200, "headers": { "content-type": "text/csv" }, "body": "a,b\r\n", "encoding": "text" }
        """#)
    #expect(try recording(text).response.body.bytes == Array("a,b\r\n".utf8))
    #expect(try recording(text).responseBody == nil)
    let binary = RecordingFiles.text(response: #"{ "status": 200, "body": "AP8Q", "encoding": "base64" }"#)
    #expect(try recording(binary).response.body.bytes == [0, 255, 16])
    #expect(try recording(binary).response.headers["content-type"] == "application/octet-stream")
  }

  @Test(arguments: ["AP8", "A P8Q", "AP8Q=", "AB==", "AP8Q\\n", "A-8Q", "===="])
  func `Base64 is taken in one form only`(text: String) {
    let result = load(
      RecordingFiles.text(response: #"{ "status": 200, "body": "\#(text)", "encoding": "base64" }"#))
    #expect(result.recordings.isEmpty)
    #expect(result.problems.map(\.message).first?.hasPrefix("The body isn't Base64") == true)
  }

  @Test func `the parts of a form get boundaries that none of them holds`() throws {
    let recording = try recording(
      RecordingFiles.text(
        request: #"""
          { "method": "POST", "path": "/items/7", "encoding": "multipart", "body": [
            { "name": "note", "body": "--plumbline-boundary", "encoding": "text" },
            { "name": "a\"b", "filename": "x.png", "headers": { "content-type": "image/png" }, "body": "AP8Q",
              "encoding": "base64" } ] }
          """#))
    #expect(recording.request.headers["content-type"] == "multipart/form-data; boundary=plumbline-boundary-x")
    let expected =
      Array(
        """
        --plumbline-boundary-x\r
        Content-Disposition: form-data; name="note"\r
        \r
        --plumbline-boundary\r
        --plumbline-boundary-x\r
        Content-Disposition: form-data; name="a%22b"; filename="x.png"\r
        content-type: image/png\r
        \r\n
        """.utf8) + [0, 255, 16] + Array("\r\n--plumbline-boundary-x--\r\n".utf8)
    #expect(recording.request.body.bytes == expected)
  }

  @Test func `a recording without bodies has none`() throws {
    let recording = try recording(RecordingFiles.text(response: #"{ "status": 204 }"#))
    #expect(recording.response.body.bytes == [])
    #expect(recording.response.headers.isEmpty)
  }

  @Test func `null is a body too`() throws {
    let recording = try recording(RecordingFiles.text(response: #"{ "status": 200, "body": null }"#))
    #expect(recording.response.body.bytes == Array("null".utf8))
    #expect(recording.responseBody?.isNull == true)
  }

  @Test func `bindings, sequence and delay are read`() throws {
    let recording = try recording(
      RecordingFiles.text(
        response: #"{ "status": 200, "headers": { "location": "/items/7" }, "body": { "data": { "id": 7 } } }"#,
        more: """
          , "bind": { "/response/body/data/id": "path.id", "/response/headers/location": "header.x-at" },
            "sequence": { "name": "poll", "step": 2 }, "delay": 250
          """))
    #expect(
      recording.bindings.map { "\($0.target) \($0.header ?? "-") \($0.address)" } == [
        "/data/id - path.id", " location header.x-at",
      ])
    #expect(recording.step == Recording.Step(sequence: "poll", number: 2))
    #expect(recording.delay == .milliseconds(250))
  }

  @Test func `a syntax error has its place`() {
    let result = load("{\n  \"provenance\": }")
    #expect(result.recordings.isEmpty)
    #expect(result.problems.count == 1)
    #expect(result.problems.first?.description.hasPrefix("Recordings/shop/items.get/success.json:2:17: ") == true)
  }

  @Test func `a key that is there twice is refused`() {
    let result = load(RecordingFiles.text(more: #", "delay": 1, "delay": 2"#))
    #expect(result.recordings.isEmpty)
    #expect(result.problems.map(\.message).first?.hasPrefix("The key \"delay\" occurs twice") == true)
  }

  @Test(arguments: [
    #"{ "method": "G T", "path": "/items/7" }"#, #"{ "method": "GET", "path": "items" }"#,
    #"{ "method": "GET", "path": "/items/7", "querry": {} }"#, #"{ "method": "GET", "path": "/items?x=1" }"#,
    #"{ "path": "/items/7" }"#,
  ])
  func `a request of another shape is refused`(request: String) {
    let result = load(RecordingFiles.text(request: request))
    #expect(result.recordings.isEmpty)
    #expect(!result.problems.isEmpty)
    #expect(result.problems.allSatisfy { $0.location.file == "Recordings/shop/items.get/success.json" })
  }

  @Test(arguments: [
    (#""/response/body/data/id": "item#/id""#, "isn't the address"),
    (#""/response/body/data/idd": "path.id""#, "\"id\""),
    (#""/response/headers/location": "path.id""#, "has no value at /response/headers/location"),
  ])
  func `a binding that can't be kept is refused`(binding: String, hint: String) {
    let result = load(RecordingFiles.text(more: ", \"bind\": { \(binding) }"))
    #expect(result.recordings.isEmpty)
    #expect(result.problems.contains { $0.message.contains(hint) }, "\(result.problems)")
  }

  @Test func `a body that isn't JSON by its type needs an encoding`() {
    let result = load(
      RecordingFiles.text(response: #"{ "status": 200, "headers": { "content-type": "text/csv" }, "body": "a" }"#))
    #expect(
      result.problems.map(\.message).first?.contains("set \"encoding\" to how it is written here: \"text\"") == true)
  }

  @Test func `one bad file doesn't hold up the others, and all are sorted`() {
    let result = RecordingLoader.load([
      RecordingFiles.file(RecordingFiles.text(), endpoint: "b", name: "x"),
      RecordingFiles.file("{", endpoint: "b", name: "a"),
      RecordingFiles.file(RecordingFiles.text(), endpoint: "a", name: "z"),
      RecordingFiles.file("[]", endpoint: "a", name: "b"),
    ])
    #expect(result.recordings.map(\.id) == ["a/z", "b/x"])
    #expect(result.problems.map(\.location.file) == ["Recordings/shop/a/b.json", "Recordings/shop/b/a.json"])
  }

  @Test func `a key that is misspelled is reported once, with what was meant`() {
    let text = RecordingFiles.text().replacing("\"request\"", with: "\"reqest\"")
    let result = load(text)
    #expect(result.problems.map(\.message) == ["Unknown key \"reqest\"; did you mean \"request\"?"])
    let nested = load(RecordingFiles.text().replacing("\"status\"", with: "\"staus\""))
    #expect(nested.problems.map(\.message) == ["Unknown key \"staus\"; did you mean \"status\"?"])
  }

  @Test func `a match is read, and what is wrong with it is reported`() throws {
    let recording = try recording(
      RecordingFiles.text(
        more: #", "match": { "body#/quantity": { "minimum": 10 }, "path.id": { "type": "integer" } }"#))
    #expect(recording.match.clauses.map { "\($0.address)" } == ["body#/quantity", "path.id"])
    #expect(recording.match.clauses.first?.schema.isValid(10) == true)
    #expect(recording.match.clauses.first?.schema.isValid(9) == false)
    for (match, words) in [
      (#"{ "item#/a": true }"#, "item#/a"), (#"{ "query.a": { "type": "strin" } }"#, "strin"),
      (#"{ "query.a": 7 }"#, "query.a"), ("{}", "match"),
    ] {
      let result = load(RecordingFiles.text(more: ", \"match\": \(match)"))
      #expect(result.recordings.isEmpty)
      #expect(result.problems.first?.message.contains(words) == true, "\(result.problems)")
    }
  }
}
