import PlumblineReporting
import Testing

struct TextDifferenceTests {
  /// Returns both texts, with their differences in brackets.
  private func marked(_ expected: String, _ actual: String) -> [String] {
    let difference = TextDifference(expected: expected, actual: actual)
    return [difference.expected, difference.actual].map { runs in
      runs.map { $0.isChanged ? "[\($0.text)]" : $0.text }.joined()
    }
  }

  @Test(arguments: [
    ("assigned_to", "assignedTo", "assigned[_t]o", "assigned[T]o"),
    ("GET /tickets/checkout", "GET /tickets/check-out", "GET /tickets/checkout", "GET /tickets/check[-]out"),
    ("same", "same", "same", "same"),
    ("", "new", "", "[new]"),
    ("integer", "string \"17\"", "[integer]", "[string \"17\"]"),
    (
      "a long beginning, one, and an end", "a long beginning, two, and an end",
      "a long beginning, [one], and an end", "a long beginning, [two], and an end"
    ),
    (
      "first value, middle part, last", "First value, middle part, Last",
      "[f]irst value, middle part, [l]ast", "[F]irst value, middle part, [L]ast"
    ),
    ("e\u{301}a", "ea", "[e\u{301}]a", "[e]a"),
  ]) func `what differs is marked`(expected: String, actual: String, left: String, right: String) {
    #expect(marked(expected, actual) == [left, right])
  }

  @Test func `runs put together are the texts again`() {
    let texts = [
      "", "a", "string \"17\"", "one of \"low\", \"high\"", String(repeating: "ab", count: 300), "漢字\u{202E}",
    ]
    for left in texts {
      for right in texts {
        let difference = TextDifference(expected: left, actual: right)
        #expect(difference.expected.map(\.text).joined() == left)
        #expect(difference.actual.map(\.text).joined() == right)
      }
    }
  }

  @Test func `long texts are compared at their ends only`() {
    let middle = String(repeating: "xyz", count: 500)
    #expect(
      marked("begins alike \(middle) ends", "begins alike \(middle)! ends").map { $0.contains("!]") } == [false, true])
    let difference = TextDifference(expected: "a" + middle + "b", actual: "c" + middle + "d")
    #expect(difference.expected.count == 1)
  }
}
