import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import TestSupport
import Testing

struct HARTests {
  private func read(_ text: String) -> HARReader.Result { HARReader.read(Array(text.utf8), path: "a.har") }

  private func entry(_ request: String = "", _ response: String) -> String {
    """
    { "log": { "version": "1.2", "entries": [{ "_more": 1,
      "request": { "method": "POST", "url": "https://api.example/v1/notes?q=1#top"\(request) },
      "response": \(response) }] } }
    """
  }

  private static let files: [String] = {
    guard let root = Conformance.root?.appendingPathComponent("har") else { return [] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    return names.filter { $0.hasSuffix(".har") && !$0.contains("corrupted_har") }.sorted()
  }()

  @Test(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"), arguments: files)
  func `a capture of a browser or proxy loads, with each of its entries`(name: String) throws {
    let bytes = Array(try Conformance.data("har/\(name)"))
    let result = HARReader.read(bytes, path: name)
    guard let file = result.file else {
      // One of the files isn't a capture but a part of one.
      #expect(try JSON.parse(HARReader.withoutMark(bytes))["log"] == nil, "\(result.problems)")
      return
    }
    let root = try JSON.parse(HARReader.withoutMark(bytes))
    #expect(file.entries.count == root["log"]?["entries"]?.count)
  }

  @Test(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
  func `a broken capture gets an error with its place`() throws {
    let folder = "har/mitmproxy/test/mitmproxy/data/corrupted_har"
    for (name, line) in [("brokenfile.har", 5), ("broken_headers.json", 1)] {
      let result = HARReader.read(Array(try Conformance.data("\(folder)/\(name)")), path: name)
      #expect(result.file == nil)
      #expect(result.problems.first?.location.line == line, "\(result.problems)")
    }
  }

  @Test func `an entry becomes an exchange`() throws {
    let text = entry(
      #", "headers": [{ "name": ":method", "value": "POST" }, { "name": "X-A", "value": " 1 " }], "postData": { "text": "a=b" }"#,
      #"{ "status": 201, "headers": [], "content": { "size": 3, "text": "AQL/", "encoding": "base64" } }"#)
    let entry = try #require(read(text).file?.entries.first)
    #expect(entry.exchange.request.target == "/v1/notes?q=1")
    #expect(entry.exchange.request.headers == ["X-A": "1"])
    #expect(entry.exchange.request.body.bytes == Array("a=b".utf8))
    #expect(entry.exchange.response?.status == 201)
    #expect(entry.exchange.response?.body.bytes == [1, 2, 255])
  }

  @Test func `parameters make a body, a size without text none that can be judged, and status 0 a failure`() throws {
    let form = entry(
      #", "postData": { "params": [{ "name": "a", "value": "1&c=é" }, { "name": "b" }] }"#, #"{ "status": 0 }"#)
    let one = try #require(read(form).file?.entries.first)
    #expect(one.exchange.request.body.bytes == Array("a=1%26c%3D%C3%A9&b=".utf8))
    #expect(one.exchange.response == nil)
    let silent = try #require(read(entry("", #"{ "status": 200, "content": { "size": 9 } }"#)).file?.entries.first)
    #expect(silent.exchange.response?.body.bytes == nil)
    #expect(silent.exchange.response?.body.length == 9)
  }

  @Test(arguments: [
    ("", "1:1"), ("{}", "1:1"), (#"{ "log": 7 }"#, "1:10"), (#"{ "log": { "entries": {} } }"#, "1:23"),
    (#"{ "log": { "entries": [7] } }"#, "1:24"), (#"{ "log": { "entries": [{ "request": {} }] } }"#, "1:37"),
    (#"{ "log": { "entries": [{ "request": { "method": "GET" } }] } }"#, "1:37"),
  ])
  func `a mistake is reported with its place`(text: String, place: String) throws {
    let result = read(text)
    #expect(result.file == nil)
    let location = try #require(result.problems.first?.location)
    #expect("\(location.line):\(location.column)" == place, "\(result.problems)")
  }

  @Test func `an invalid entry is left out by name, and the others are read`() throws {
    let right = #"{ "request": { "method": "GET", "url": "/a" }, "response": { "status": 204 } }"#
    let wrong = #"{ "request": { "method": "G ET", "url": "/b" }, "response": { "status": 204 } }"#
    let result = read(#"{ "log": { "entries": [\#(right), \#(wrong), \#(right)] } }"#)
    #expect(result.file?.entries.map(\.url) == ["/a", "/a"])
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1)
    #expect(problem.level == .warning)
    #expect(problem.message == #"Entry 2 has no valid "method", such as GET. The entry is left out."#)
  }

  @Test(arguments: [
    ("https://a.example/b?c#d", "/b?c"), ("https://a.example", "/"), ("https://a.example?c", "/?c"), ("/b", "/b"),
    ("/b?to=https://c.example/d", "/b?to=https://c.example/d"), ("https://a.example/b?to=http://c", "/b?to=http://c"),
  ])
  func `the target of a URL is its path and query`(url: String, target: String) {
    #expect(HARReader.target(of: url) == target)
  }

  @Test(arguments: [
    #"{ "status": 200, "headers": [], "content": { "size": 5, "mimeType": "text/plain" } }"#,
    #"{ "status": 200, "headers": [], "content": { "size": 5, "text": "" } }"#,
    #"{ "status": 200, "headers": [], "content": { "size": 0 }, "bodySize": 300 }"#,
    #"{ "status": 200, "headers": [{ "name": "Content-Length", "value": "9" }], "content": { "size": 0 } }"#,
    #"{ "status": 200, "headers": [], "content": { "size": -1 }, "bodySize": 7 }"#,
    #"{ "status": 200, "headers": [], "content": { "mimeType": "x" } }"#,
    #"{ "status": 200, "headers": [], "content": null }"#, #"{ "status": 200, "headers": [] }"#,
    #"""
    { "status": 200, "headers": [{ "name": "content-encoding", "value": "gzip" }],
      "content": { "size": 3, "encoding": "base64", "text": "H4sIAAAA" } }
    """#,
  ])
  func `a body that wasn't captured, or is still packed, is not an empty one`(response: String) throws {
    let file = try #require(read(entry("", response)).file)
    let body = try #require(file.entries.first?.exchange.response?.body)
    #expect(body.bytes == nil)
  }

  @Test func `a body that a proxy left packed is unpacked`() throws {
    let response = #"""
      { "status": 200, "headers": [{ "name": "Content-Encoding", "value": "gzip" }],
        "content": { "size": 28, "encoding": "base64", "text": "H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCAAAAA==" } }
      """#
    let file = try #require(read(entry("", response)).file)
    #expect(file.entries.first?.exchange.response?.body.bytes == Array(#"{"id":7}"#.utf8))
  }

  @Test(arguments: [
    #"{ "status": 204, "headers": [], "content": { "size": 0 }, "bodySize": 0 }"#,
    #"{ "status": 200, "headers": [], "content": { "size": 0, "text": "" }, "bodySize": -1 }"#,
    #"{ "status": 200, "headers": [], "content": { "text": "" } }"#,
  ])
  func `an empty body is one`(response: String) throws {
    let file = try #require(read(entry("", response)).file)
    #expect(file.entries.first?.exchange.response?.body.bytes == [])
  }

  @Test(arguments: [
    (#"{ "status": 200, "content": { "size": -1, "mimeType": "application/json" } }"#, false),
    (#"{ "status": 200, "content": { "size": -1, "text": "" } }"#, false),
    (#"{ "status": 200, "content": { "_file": "a.json", "size": 0 } }"#, false),
    (#"{ "status": 200, "content": { "size": 40, "mimeType": "application/json", "text": "{\"a\": [1," } }"#, false),
    (#"{ "status": 200, "content": { "size": 40, "mimeType": "application/json", "text": "{\"a\": [1]}" } }"#, true),
    (#"{ "status": 304, "content": { "size": 9, "text": "{\"a\": 1}" } }"#, true),
    (#"{ "status": 204, "content": { "size": -1 } }"#, true),
  ])
  func `a body is what the capture has of it, or isn't known`(response: String, isKnown: Bool) throws {
    let body = try #require(read(entry("", response)).file?.entries.first?.exchange.response?.body)
    #expect((body.bytes != nil) == isKnown)
    if !response.contains("200") { #expect(body.bytes == []) }
  }

  @Test func `a request's body that wasn't captured is not an empty one`() throws {
    let answer = #"{ "status": 204, "headers": [], "content": { "size": 0 } }"#
    for (more, isKnown) in [
      (#", "bodySize": 20"#, false), (#", "bodySize": 20, "postData": { "text": "" }"#, false),
      (#", "headers": [{ "name": "content-length", "value": "20" }]"#, false), (#", "bodySize": -1"#, false),
      (#", "bodySize": 0"#, true),
      (#", "bodySize": -1, "postData": { "mimeType": "application/json" }"#, false),
      (#", "bodySize": 20, "postData": { "params": [{ "name": "a", "value": "b" }] }"#, true),
    ] {
      let file = try #require(read(entry(more, answer)).file)
      #expect((file.entries.first?.exchange.request.body.bytes != nil) == isKnown, "\(more)")
    }
  }
}
