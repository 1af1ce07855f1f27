import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings
import TestSupport
import Testing

/// Captures that exceed the limits of any client or server.
@Suite struct HARLimitTests {
  private func read(fields: String = "", response: String = "", text: String = "") -> HARReader.Result {
    HARReader.read(
      Array(
        """
        { "log": { "version": "1.2", "entries": [{
          "request": { "method": "GET", "url": "https://api.example/notes", "headers": [\(fields)] },
          "response": { "status": 200, "headers": [\(response)],
            "content": { "size": 1, "mimeType": "text/plain", "encoding": "base64", "text": "\(text)" } } }] } }
        """.utf8), path: "a.har")
  }

  private func fields(_ count: Int) -> String {
    (0..<count).map { #"{ "name": "X-\#($0)", "value": "v" }"# }.joined(separator: ",")
  }

  @Test func `a message may have thousands of header fields, and more are named`() {
    #expect(read(fields: fields(2000)).file?.entries.first?.exchange.request.headers.count == 2000)
    let result = read(fields: fields(2001))
    #expect(result.file == nil)
    #expect(result.problems.contains { $0.message.contains("has 2001 header fields") }, "\(result.problems)")
  }

  @Test func `a packed body unpacks in proportion to what the file holds, and is otherwise not captured`() throws {
    let packing = #"{ "name": "Content-Encoding", "value": "gzip" }"#
    func body(unpackingTo count: Int) -> Body? {
      let text = Base64.encode(GzipBomb.bytes(unpackingTo: count))
      return read(response: packing, text: text).file?.entries.first?.exchange.response?.body
    }
    #expect(body(unpackingTo: 1000)?.bytes?.isEmpty == false)
    let large = try #require(body(unpackingTo: 1_000_000))
    #expect(large.bytes == nil)
  }
}
