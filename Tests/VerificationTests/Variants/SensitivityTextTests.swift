import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

@Suite struct SensitivityTextTests {
  @Test func `names of calls, endpoints and fields stay on their lines`() {
    var outcome = VariantOutcome(Call("books.get\n✓ all good", "reads\r\u{1B}[2J") { _ in "read" }, of: "books")
    var sensitivity = CallSensitivity(endpoint: outcome.endpoint, call: outcome.call)
    sensitivity.fields = [
      FieldSensitivity(field: JSONPointer(tokens: ["a\n\u{202E}b"]), mustExist: true, types: ["integer"], isRead: true),
      FieldSensitivity(field: JSONPointer(tokens: ["c\u{2028}"]), types: [], isRead: false),
    ]
    outcome.sensitivity = sensitivity
    let text = SensitivityMap(service: "books", outcomes: [outcome]).text
    #expect(
      text == #"""
        books.get\n✓ all good: reads\r\u{1B}[2J
          /a\n\u{202E}b  must exist · integer
          /c\u{2028}     never read
          no call reads: /c\u{2028}

        """#)
  }
}
