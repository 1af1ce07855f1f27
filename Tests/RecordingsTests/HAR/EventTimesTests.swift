import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Event streams in the import and export of HAR files.
@Suite struct EventTimesTests {
  private func entry(_ text: String, _ messages: String) throws -> HAREntry {
    let content = JSON(text).text
    let har = #"""
      { "log": { "version": "1.2", "entries": [{ \#(messages)
        "request": { "method": "GET", "url": "https://shop.example/items/7", "headers": [] },
        "response": { "status": 200, "headers": [{ "name": "content-type", "value": "text/event-stream" }],
          "content": { "size": 0, "mimeType": "text/event-stream", "text": \#(content) } } }] } }
      """#
    let read = HARReader.read(Array(har.utf8), path: "a.har")
    return try #require(read.file?.entries.first, "\(read.problems)")
  }

  private static let text = ": hello\n\nevent: a\ndata: 1\n\ndata: 2\n\n"
  private static let two = #"[{ "time": 1700000000.5, "data": "1" }, { "time": 1700000001.25, "data": "2" }]"#

  @Test func `a browser's times are those of the events, the first one's zero`() throws {
    let entry = try entry(Self.text, #""_eventSourceMessages": \#(Self.two),"#)
    #expect(entry.exchange.timing?.parts.map(\.time) == [.zero, .zero, .milliseconds(750)])
    #expect(entry.exchange.timing?.parts.map(\.end) == [9, 27, 36])
    var leftover = HARLeftover()
    leftover.note(entry)
    #expect(leftover.sentence == nil, "they are held")
  }

  @Test(arguments: [
    "", #""_eventSourceMessages": [{ "time": 1, "data": "1" }],"#,
    #""_eventSourceMessages": [{ "time": 1 }, { "time": 2 }, { "time": 3 }],"#,
    #""_eventSourceMessages": [{ "time": 1 }, { "data": "2" }],"#,
    #""_eventSourceMessages": [{ "time": 1e999 }, { "time": 2 }],"#,
  ])
  func `without a time for each event there are none`(messages: String) throws {
    let entry = try entry(Self.text, messages)
    #expect(entry.exchange.timing == nil)
    #expect(entry.exchange.response?.body.bytes == Array(Self.text.utf8))
  }

  @Test func `a stream of which a browser kept the events alone isn't empty`() throws {
    let entry = try entry("", #""_eventSourceMessages": \#(Self.two),"#)
    #expect(entry.exchange.response?.body.bytes == nil)
  }

  @Test func `a stream goes out as its text, and comes back with its times`() throws {
    let contract = ContractLoader.load([
      .init(name: "contract.json", path: "contract.json", bytes: Array(#"{ "plumbline": 1, "service": "shop" }"#.utf8))
    ]).contract
    let file = RecordingFiles.text(
      response: #"""
        { "status": 200, "headers": { "content-type": "text/event-stream" }, "encoding": "events",
          "body": [ { "at": 0, "data": { "n": 1 } }, { "at": 20.5, "data": "2" } ] }
        """#)
    let recording = try #require(RecordingLoader.load([RecordingFiles.file(file)]).recordings.first)
    let text = HARExport([recording], of: try #require(contract)).text
    let entry = try #require(HARReader.read(text, path: "x.har").file?.entries.first)
    #expect(entry.source["response"]?["content"]?["text"] == "data: {\"n\":1}\n\ndata: 2\n\n")
    let back = HARRecording.recording(of: entry, request: recording.request, path: { "\($0)/\($1).json" })
    #expect(RecordingWriter.text(of: try #require(back)) == RecordingWriter.text(of: recording))
    #expect(back?.timing == recording.timing)
  }
}
