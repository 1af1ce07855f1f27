import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@testable import PlumblineRecordings

/// Recordings as HAR entries, and the way back.
@Suite struct HARExportTests {
  private func contract() throws -> Contract {
    let text = #"{ "plumbline": 1, "service": "shop", "servers": { "live": { "url": "https://shop.example/api" } } }"#
    let loaded = ContractLoader.load([.init(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
    return try #require(loaded.contract)
  }

  private func recording(_ text: String) throws -> Recording {
    let loaded = RecordingLoader.load([
      .init(endpoint: "items.get", name: "one", path: "one.json", bytes: Array(text.utf8))
    ])
    return try #require(loaded.recordings.first, "\(loaded.problems)")
  }

  private func entry(of recording: Recording) throws -> HAREntry {
    let read = HARReader.read(HARExport([recording], of: try contract()).text, path: "x.har")
    return try #require(read.file?.entries.first, "\(read.problems)")
  }

  private static let all = Base64.encode(Array(0...255))

  @Test(arguments: [
    #"{ "provenance": { "kind": "authored", "on": "2026-11-20" }, "request": { "method": "GET", "path": "/items/1", "query": { "q": ["a b", "ü&="] } }, "response": { "status": 200, "body": { "a": [1, 2.50, null, "\u0000\ud83d\ude00"] } } }"#,
    #"{ "provenance": { "kind": "recorded", "on": "2026-11-20T10:00:00Z", "from": "http://a", "note": "n" }, "request": { "method": "POST", "path": "/items", "body": "\#(all)", "encoding": "base64", "persona": null }, "response": { "status": 204 } }"#,
    #"{ "provenance": { "kind": "imported", "on": "2026-11-20", "from": "b.har" }, "request": { "method": "POST", "path": "/items", "headers": { "content-type": "application/x-www-form-urlencoded" }, "body": "a=1&b=%00", "encoding": "text", "persona": "ada" }, "response": { "status": 200, "headers": { "set-cookie": ["a=1; Path=/; HttpOnly", "b=2; Secure; Domain=x"], "content-type": "image/png" }, "body": "\#(all)", "encoding": "base64" }, "delay": 1500, "x-note": { "y": 1 } }"#,
    #"{ "provenance": { "kind": "authored", "on": "2026-11-20" }, "request": { "method": "PUT", "path": "/items/1", "body": { "n": "x" } }, "response": { "status": 302, "headers": { "location": "/items/2" }, "body": { "id": 1, "n": "x" } }, "bind": { "/response/body/n": "body#/n" }, "match": { "body#/n": { "type": "string" } }, "sequence": { "name": "s", "step": 2, "cycle": true } }"#,
  ])
  func `a recording comes back as it was`(text: String) throws {
    let recording = try recording(text)
    let entry = try entry(of: recording)
    #expect(entry.url.hasPrefix("https://shop.example/api/items"))
    let back = HARRecording.recording(of: entry, request: recording.request, path: { "\($0)/\($1).json" })
    #expect(RecordingWriter.text(of: try #require(back)) == RecordingWriter.text(of: recording))
    #expect(back?.id == "items.get/one")
  }

  @Test func `cookies are reported with their attributes, and a form with its fields`() throws {
    let text = #"""
      { "provenance": { "kind": "authored", "on": "2026-11-20" },
        "request": { "method": "POST", "path": "/items", "headers": { "content-type": "application/x-www-form-urlencoded" },
          "body": "a=1&b=x%20y", "encoding": "text" },
        "response": { "status": 200, "headers": { "set-cookie": "a=1; Path=/; HttpOnly; Path=/other" } } }
      """#
    let entry = try entry(of: recording(text)).source
    #expect(
      entry["response"]?["cookies"] == [["name": "a", "value": "1", "path": "/", "httpOnly": true]],
      "\(entry)")
    #expect(
      entry["request"]?["postData"]?["params"] == [["name": "a", "value": "1"], ["name": "b", "value": "x y"]])
    #expect(entry["startedDateTime"] == "2026-11-20T00:00:00.000Z")
  }

  @Test(arguments: [
    (#""items.get""#, #""../../etc""#), (#""items.get""#, "7"), (#""authored""#, #""forged""#), (#""one""#, #""a/b""#),
    (#""on": "2026-11-20""#, #""on": 5"#),
  ])
  func `an entry whose own words make no recording is one of any tool's`(old: String, new: String) throws {
    let recording = try recording(
      #"{ "provenance": { "kind": "authored", "on": "2026-11-20" }, "request": { "method": "GET", "path": "/items/1" }, "response": { "status": 204 } }"#
    )
    let text = String(decoding: HARExport([recording], of: try contract()).text, as: UTF8.self)
    #expect(text.contains(old))
    let read = HARReader.read(Array(text.replacing(old, with: new).utf8), path: "x.har")
    let entry = try #require(read.file?.entries.first)
    #expect(HARRecording.recording(of: entry, request: recording.request, path: { "\($0)/\($1)" }) == nil)
  }
}
