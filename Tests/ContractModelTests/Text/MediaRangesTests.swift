import PlumblineContractModel
import Testing

struct MediaRangesTests {
  @Test(arguments: [
    ("text/csv", "text/csv"), ("application/json", "application/json"), ("*/*", "application/json"),
    ("text/*", "text/csv"), ("text/csv;q=0.5, application/json;q=0.6", "application/json"),
    ("application/json;q=0, */*", "text/csv"), ("*/*;q=0.1, text/csv", "text/csv"), ("image/png", nil),
    ("TEXT/CSV ; q=1.0", "text/csv"), ("application/vnd.github+json", "application/json"), ("", "application/json"),
    ("text/csv;q=nan, application/json;q=inf", nil), ("text/csv;q=1e9", nil), ("text/csv;q=-1", nil),
    ("text/csv;q=x, application/json;q=0.1", "application/json"), ("application/json;q=0", nil),
  ])
  func `of the documented types the one that is wanted most is taken`(field: String, expected: String?) {
    #expect(MediaRanges(field).preferred(among: ["application/json", "text/csv"]) == expected)
  }

  @Test func `a type says more than all of its kind`() {
    let ranges = MediaRanges("text/*;q=0.9, text/plain;q=0.2, */*;q=0.5")
    #expect(ranges.quality(of: "text/plain") == 200)
    #expect(ranges.quality(of: "text/csv") == 900)
    #expect(ranges.quality(of: "image/png") == 500)
  }
}
