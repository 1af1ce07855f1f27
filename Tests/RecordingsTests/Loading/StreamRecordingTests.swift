import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import TestSupport
import Testing

/// Streams in recordings, whose parts are events or lines of JSON.
@Suite struct StreamRecordingTests {
  private static func file(_ body: String, type: String? = "text/event-stream") -> RecordingLoader.File {
    let headers = type.map { #""headers": { "content-type": "\#($0)" }, "# } ?? ""
    return RecordingFiles.file(
      RecordingFiles.text(response: #"{ "status": 200, \#(headers)"body": \#(body), "encoding": "events" }"#))
  }

  private static func recording(of body: [UInt8], _ type: String, timing: BodyTiming? = nil) -> Recording {
    let response = Response(status: 200, headers: ["Content-Type": type], body: Body(body))
    return Recording(
      endpoint: "items.get", name: "stream", provenance: Provenance(kind: .recorded, on: "2026-11-20", from: "a.har"),
      caller: .anyone,
      exchange: Exchange(
        request: Request(method: .get, target: "/items/7"), outcome: .response(response), timing: timing),
      requestBody: nil, responseBody: nil, bindings: [], step: nil,
      location: SourceLocation(file: "stream.json", line: 1, column: 1))
  }

  /// Returns the response in a recording's file, and the recording that is read back from it.
  private static func written(_ recording: Recording) throws -> (response: JSON, read: Recording) {
    let bytes = RecordingWriter.text(of: recording)
    let text = String(decoding: bytes, as: UTF8.self)
    let result = RecordingLoader.load([RecordingFiles.file(text)])
    #expect(result.problems.isEmpty, "\(result.problems)\n\(text)")
    return (try #require(try JSON.parse(bytes)["response"]), try #require(result.recordings.first))
  }

  @Test func `events are written as a server sends them, with their times`() throws {
    let list = #"""
      [ { "at": 0, "event": "start", "id": "7", "data": { "text": "Hel", "n": 1.50 } }, { "data": "one\ntwo" },
        { "at": 20.5, "retry": 3000 }, { "at": 20.5, "raw": ": still there\r\n\r\n" }, { "at": 900, "data": "[DONE]" } ]
      """#
    let result = RecordingLoader.load([Self.file(list)])
    #expect(result.problems.isEmpty, "\(result.problems)")
    let recording = try #require(result.recordings.first)
    let parts = [
      "event: start\nid: 7\ndata: {\"text\":\"Hel\",\"n\":1.50}\n\n", "data: one\ndata: two\n\n", "retry: 3000\n\n",
      ": still there\r\n\r\n", "data: [DONE]\n\n",
    ]
    #expect(recording.response.body.bytes == Array(parts.joined().utf8))
    #expect(recording.responseBody == nil)
    let times: [Duration] = [.zero, .zero, .microseconds(20_500), .microseconds(20_500), .milliseconds(900)]
    #expect(recording.timing?.parts.map(\.time) == times)
    var ends: [Int] = []
    for part in parts { ends.append((ends.last ?? 0) + part.utf8.count) }
    #expect(recording.timing?.parts.map(\.end) == ends)
  }

  @Test func `lines of JSON are parts, and those between record separators too`() throws {
    let lines = #"[ { "data": { "a": [1, 2] } }, { "data": "{ \"a\": 1 }" }, { "data": 5 }, { "raw": "\n" } ]"#
    let read = try #require(RecordingLoader.load([Self.file(lines, type: "application/x-ndjson")]).recordings.first)
    #expect(read.response.body.bytes == Array("{\"a\":[1,2]}\n{ \"a\": 1 }\n5\n\n".utf8))
    #expect(read.timing == nil)
    let sequence = try #require(
      RecordingLoader.load([Self.file(#"[ { "data": [] } ]"#, type: "application/json-seq")]).recordings.first)
    #expect(sequence.response.body.bytes == [0x1E] + Array("[]\n".utf8))
  }

  private static let wrong: [(body: String, type: String?, words: String)] = [
    (#"[ { "data": 1 } ]"#, nil, #"say which with "headers": { "content-type": "text/event-stream" }"#),
    (#"[ { "data": 1 } ]"#, "text/plain", "text/plain has neither"),
    (
      #"[ { "at": 9, "data": 1 }, { "at": 8.5, "data": 2 } ]"#, "text/event-stream",
      "8.5 ms, before the one above it at 9 ms"
    ),
    (#"[ { "at": -1, "data": 1 } ]"#, "text/event-stream", "at"),
    (#"[ { "raw": "x", "data": 1 } ]"#, "text/event-stream", #"remove either "data" or "raw""#),
    (#"[ { "at": 1 } ]"#, "text/event-stream", "is empty"),
    (#"[ { "event": "a\nb" } ]"#, "text/event-stream", "event"),
    (#"[ { "event": "a", "data": 1 } ]"#, "application/x-ndjson", #"can't have "event""#),
    (#"[ { "data": "1\n2" } ]"#, "application/x-ndjson", "a part for each line"),
    (#"[ { "dat": 1 } ]"#, "text/event-stream", "dat"), (#""data: 1\n\n""#, "text/event-stream", "body"),
  ]

  @Test(arguments: wrong) func `a wrong list is reported where it is wrong`(body: String, type: String?, words: String)
  {
    let result = RecordingLoader.load([Self.file(body, type: type)])
    #expect(result.recordings.isEmpty)
    #expect(result.problems.first.map { "\($0)" }?.contains(words) ?? false, "\(result.problems)")
    #expect(result.problems.first?.location.line == 3)
  }

  @Test func `a request has no events`() {
    let request = #"""
      { "method": "POST", "path": "/items/7", "headers": { "content-type": "application/x-ndjson" },
        "body": [ { "data": 1 } ], "encoding": "events" }
      """#
    #expect(!RecordingLoader.load([RecordingFiles.file(RecordingFiles.text(request: request))]).problems.isEmpty)
  }

  @Test func `what a server sent plainly is read plainly, and times come with it`() throws {
    let body = "event: delta\ndata: {\"text\":\"Hel\"}\n\n: still there\n\ndata: [DONE]\n\n"
    let timing = BodyTiming([
      .init(end: 40, time: .milliseconds(3)), .init(end: body.utf8.count, time: .milliseconds(250)),
    ])
    let (response, read) = try Self.written(
      Self.recording(of: Array(body.utf8), "text/event-stream; charset=utf-8", timing: timing))
    #expect(response["encoding"] == "events")
    let wanted = try JSON.parse(
      #"""
      [ { "at": 3, "event": "delta", "data": { "text": "Hel" } }, { "at": 250, "raw": ": still there\n\n" },
        { "at": 250, "data": "[DONE]" } ]
      """#)
    #expect(response["body"] == wanted, "\(response.text)")
    #expect(read.response.body.bytes == Array(body.utf8))
    #expect(read.timing?.parts.map(\.time) == [.milliseconds(3), .milliseconds(250), .milliseconds(250)])
    let again = try Self.written(read)
    #expect(again.response == response)
  }

  @Test func `a text of such a type stays right, and a body that isn't text is Base64`() throws {
    let text = RecordingFiles.text(
      response: #"""
        { "status": 200, "headers": { "content-type": "text/event-stream" }, "body": "data: 1\n\n", "encoding": "text" }
        """#)
    let read = try #require(RecordingLoader.load([RecordingFiles.file(text)]).recordings.first)
    #expect(read.response.body.bytes == Array("data: 1\n\n".utf8))
    for bytes: [UInt8] in [[0x64, 0xFF, 0x0A, 0x0A], [0x64, 0x00, 0x0A, 0x0A]] {
      let (response, read) = try Self.written(Self.recording(of: bytes, "text/event-stream"))
      #expect(response["encoding"] == "base64")
      #expect(read.response.body.bytes == bytes)
    }
  }

  private static let pieces = [
    "data: ", "data:", "data", "data: {\"a\":1}", "data: {\"a\": 1}", "data: {\"a\":1,\"a\":2}", "data: [1,2]",
    "data: [1e2]",
    "data: {\"é\":\"\\u00e9\\/\"}", "event: x", "event:x", "id: 7", "id", "retry: 3", "retry: 03", "retry: -3",
    "retry: x",
    ":", ": note", "other: x", "\u{FEFF}data: x", "data: e\u{301}👩‍👩‍👧", "{\"a\":1}", "{ \"a\" : 1 }", "[]", "\"text\"",
    "5", "\u{1E}{}", " ", "\t",
    "data: \u{2028}", "data: " + String(repeating: "[", count: 450) + String(repeating: "]", count: 450),
  ]
  private static let breaks = ["\n", "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\r\r", "\n\r", ""]

  @Test(arguments: RandomSeed.ofThisRun) func `whatever streams hold reads back byte for byte, with its times`(
    seed: RandomSeed
  ) throws {
    var numbers = seed.numbers
    for _ in 0..<400 {
      var body: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &numbers) {
        body += Array((Self.pieces.randomElement(using: &numbers) ?? "").utf8)
        body += Array((Self.breaks.randomElement(using: &numbers) ?? "").utf8)
      }
      var times: [BodyTiming.Part] = []
      var (end, time) = (0, 0)
      while end < body.count {
        end = min(body.count, end + Int.random(in: 1...30, using: &numbers))
        time += Int.random(in: 0...3, using: &numbers)
        times.append(BodyTiming.Part(end: end, time: .milliseconds(time)))
      }
      for type in ["text/event-stream", "application/x-ndjson", "application/json-seq"] {
        let timing = Bool.random(using: &numbers) ? BodyTiming(times) : nil
        let (response, read) = try Self.written(Self.recording(of: body, type, timing: timing))
        let told = String(decoding: body, as: UTF8.self).debugDescription
        #expect(response["encoding"] == "events", "\(type) \(told)")
        #expect(read.response.body.bytes == body, "\(type) \(told)")
        guard let timing else {
          #expect(read.timing == nil)
          continue
        }
        let read2 = try #require(read.timing)
        #expect(read2.parts.last?.end == body.count)
        for part in read2.parts {
          // The time of a part is that of the piece that contains its last byte.
          #expect(part.time == timing.parts.first { $0.end >= part.end }?.time, "\(type) \(told)")
        }
        #expect(try Self.written(read).read.timing == read2)
      }
    }
  }
}
