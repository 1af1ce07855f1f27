import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

@Suite struct RecordingWriterTests {
  private func reread(_ recording: Recording) throws -> Recording {
    let text = String(decoding: RecordingWriter.text(of: recording), as: UTF8.self)
    let result = RecordingLoader.load([RecordingFiles.file(text, endpoint: recording.endpoint, name: recording.name)])
    #expect(result.problems.isEmpty, "\(result.problems)\n\(text)")
    return try #require(result.recordings.first)
  }

  @Test(arguments: [
    RecordingFiles.text(),
    RecordingFiles.text(
      request: #"""
        { "method": "POST", "path": "/items/a%20b", "query": { "q": "x y&z", "tag": ["1", "2"], "e": "" },
          "headers": { "x-two": ["a", "b"] }, "body": { "n": 1.50, "s": "\u00e9" }, "persona": null }
        """#,
      response: #"{ "status": 200, "headers": { "content-type": "text/csv" }, "body": "a,b", "encoding": "text" }"#),
    RecordingFiles.text(
      request: #"{ "method": "PUT", "path": "/", "body": "AP8Q", "encoding": "base64", "persona": "guest" }"#,
      response: #"{ "status": 204 }"#),
    RecordingFiles.text(
      response: #"{ "status": 200, "headers": { "content-type": "application/problem+json" }, "body": [null] }"#,
      more: #", "bind": { "/response/body/0": "query.x" }, "sequence": { "name": "s", "step": 1 }, "delay": 3"#),
    RecordingFiles.text(
      more:
        #", "match": { "query.n": { "minimum": 10 }, "body#/a": true }, "sequence": { "name": "s", "step": 1, "cycle": true }"#
    ),
  ])
  func `what is written reads the same`(text: String) throws {
    let before = try #require(RecordingLoader.load([RecordingFiles.file(text)]).recordings.first)
    let after = try reread(before)
    #expect(after.request.method == before.request.method)
    #expect(after.request.target == before.request.target)
    #expect(after.request.headers == before.request.headers)
    #expect(after.request.body.bytes == before.request.body.bytes)
    #expect(after.response.status == before.response.status)
    #expect(after.response.headers == before.response.headers)
    #expect(after.response.body.bytes == before.response.body.bytes)
    #expect(after.requestBody == before.requestBody)
    #expect(after.responseBody == before.responseBody)
    #expect(after.caller == before.caller)
    #expect(after.provenance == before.provenance)
    #expect(after.step == before.step)
    #expect(after.delay == before.delay)
    #expect(after.match.clauses.map(\.address) == before.match.clauses.map(\.address))
    #expect(after.match.clauses.map(\.schema.source) == before.match.clauses.map(\.schema.source))
    #expect(after.bindings.map { "\($0.target) \($0.address)" } == before.bindings.map { "\($0.target) \($0.address)" })
  }

  @Test(arguments: [
    ("Content-Digest", "{ \"a\": [1,2] }\n", true), ("Docker-Content-Digest", "{\n  \"a\": 1e2\n}", true),
    ("Content-MD5", "{\"a\":1}", false), ("X-Other", "{ \"a\": 1 }", false),
    (#"ETag: "9b74c9897bac770ffc029102a200c5de""#, "{ \"a\": 1 }", true),
    (#"ETag: W/"9b74c9897bac770ffc029102a200c5de""#, "{ \"a\": 1 }", false), (#"ETag: "v17""#, "{ \"a\": 1 }", false),
  ])
  func `a body whose digest goes with it keeps its bytes`(field: String, body: String, isText: Bool) throws {
    let parts = field.split(separator: ": ").map(String.init)
    let recording = Recording(
      endpoint: "items.get", name: "digest", provenance: Provenance(kind: .recorded, on: "2026-11-20", from: "a.har"),
      caller: .anyone,
      exchange: Exchange(
        request: Request(method: .get, target: "/items/7"),
        response: Response(
          status: 200, headers: ["Content-Type": "application/json", parts[0]: parts.count > 1 ? parts[1] : "x"],
          body: Body(body))),
      requestBody: nil, responseBody: nil, bindings: [], step: nil,
      location: SourceLocation(file: "digest.json", line: 1, column: 1))
    let written = try JSON.parse(RecordingWriter.text(of: recording))
    #expect((written["response"]?["encoding"] == "text") == isText, "\(written.text)")
    let after = try reread(recording)
    #expect(after.response.headers["content-type"] == "application/json")
    if isText { #expect(after.response.body.bytes == Array(body.utf8)) }
  }

  @Test func `what belongs to a connection is left out`() throws {
    let recording = Recording(
      endpoint: "items.get", name: "live",
      provenance: Provenance(kind: .recorded, on: "2026-11-20", from: "http://127.0.0.1:1", note: "by hand"),
      caller: .anyone,
      exchange: Exchange(
        request: Request(method: .get, target: "/items/7?a=1", headers: ["Host": "x", "X-One": "1"]),
        response: Response(
          status: 200, headers: ["Date": "now", "Content-Length": "2", "Content-Type": "application/json"],
          body: Body("{}"))),
      requestBody: nil, responseBody: nil, bindings: [], step: nil,
      location: SourceLocation(file: "", line: 1, column: 1))
    let text = String(decoding: RecordingWriter.text(of: recording), as: UTF8.self)
    #expect(
      text == """
        {
          "$schema": "../../recording.schema.json",
          "provenance": {
            "kind": "recorded",
            "on": "2026-11-20",
            "from": "http://127.0.0.1:1",
            "note": "by hand"
          },
          "request": {
            "method": "GET",
            "path": "/items/7",
            "query": {
              "a": "1"
            },
            "headers": {
              "x-one": "1"
            }
          },
          "response": {
            "status": 200,
            "body": {}
          }
        }

        """)
  }

  @Test func `a content type that is there twice stays there twice`() throws {
    var headers: HeaderFields = ["content-type": "application/json"]
    headers.append(name: "content-type", value: "text/csv")
    let recording = Recording(
      endpoint: "items.get", name: "twice", provenance: Provenance(kind: .authored, on: "2026-11-20", from: nil),
      caller: .anyone,
      exchange: Exchange(
        request: Request(method: .get, target: "/items/7"),
        response: Response(status: 200, headers: headers, body: Body("{}"))),
      requestBody: nil, responseBody: nil, bindings: [], step: nil,
      location: SourceLocation(file: "", line: 1, column: 1))
    #expect(try reread(recording).response.headers.values("content-type") == ["application/json", "text/csv"])
  }

  @Test func `a body that says it is JSON and isn't is kept as text`() throws {
    let recording = Recording(
      endpoint: "items.get", name: "broken", provenance: Provenance(kind: .authored, on: "2026-11-20", from: nil),
      caller: .anyone,
      exchange: Exchange(
        request: Request(method: .get, target: "/items/7"),
        response: Response(status: 200, headers: ["content-type": "application/json"], body: Body("{oops"))),
      requestBody: nil, responseBody: nil, bindings: [], step: nil,
      location: SourceLocation(file: "", line: 1, column: 1))
    let after = try reread(recording)
    #expect(after.response.body.bytes == Array("{oops".utf8))
    #expect(after.response.headers["content-type"] == "application/json")
  }
}
