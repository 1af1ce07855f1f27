import PlumblineContractModel
import Testing

/// The delimiters at which the parts of a stream end.
@Suite struct StreamPartsTests {
  @Test(
    arguments: [
      ("data: 1\n\ndata: 2\n\n", "text/event-stream", [9, 18]), ("data: 1\n\ndata: 2\n", "text/event-stream", [9]),
      ("data: 1\r\r", "text/event-stream", [9]), ("data: 1", "text/event-stream", []), ("", "text/event-stream", []),
      ("1\n2\n", "application/x-ndjson", [2, 4]), ("1\n2", "application/x-ndjson", [2]),
    ] as [(String, String, [Int])])
  func `of a stream that broke off, what came whole is known`(text: String, mediaType: String, ends: [Int]) {
    #expect(StreamParts.wholeEnds(in: Array(text.utf8), mediaType: mediaType) == ends)
  }

  @Test func `what is no stream has no parts`() {
    #expect(StreamParts.wholeEnds(in: Array("{}".utf8), mediaType: "application/json") == nil)
    #expect(StreamParts.ends(in: Array("1\n2".utf8), mediaType: "application/x-ndjson") == [2, 3], "the rest is one")
  }
}
