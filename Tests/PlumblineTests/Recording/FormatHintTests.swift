import TestSupport
import Testing

/// Formats that are only hints, which `infer` reports.
struct FormatHintTests {
  private func inferred(_ days: Int) async throws -> Finished {
    let folder = try TemporaryFolder()
    let entries = (1...days).map { day in
      let body = #"{ \"id\": \#(day), \"at\": \"2026-11-2\#(day)T10:00:00Z\" }"#
      return #"""
        { "request": { "method": "GET", "url": "https://api.example.com/items/\#(day)" },
          "response": { "status": 200, "headers": [{ "name": "content-type", "value": "application/json" }],
            "content": { "mimeType": "application/json", "text": "\#(body)" } } }
        """#
    }
    try folder.write(#"{ "log": { "entries": [\#(entries.joined(separator: ","))] } }"#, to: "session.har")
    return try await plumbline("infer", "shop", "session.har", folder: folder.path)
  }

  @Test func `a format of two values is a notice, and one of three is none`() async throws {
    let two = try await inferred(2)
    #expect(
      two.status == 0
        && two.output.contains(
          "notice: x-format was added only as a hint, because fewer than three different values were seen: items.get.200.at "
            + "(date-time)."
        ), "\(two)")
    let three = try await inferred(3)
    #expect(three.status == 0 && !three.output.contains("notice:"), "\(three)")
  }
}
