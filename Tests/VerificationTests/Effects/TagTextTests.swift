import Testing

@testable import PlumblineVerification

struct TagTextTests {
  @Test(arguments: [
    ("\"27a1\"", "\"27b1\""), ("W/\"5\"", "W/\"9\""), ("\"9\"", "\"1\""), ("abc", "aac"),
    ("\"AAAAB9E=\"", "\"AAABB9E=\""),
  ])
  func `a made-up tag differs in the middle, and has the same form`(tag: String, other: String) {
    #expect(TagText(tag).other == other)
  }

  @Test func `a tag without letters and digits has no other`() {
    #expect(TagText("\"\"").other == nil)
    #expect(TagText("W/\"--\"").other == nil)
  }

  @Test func `tags are the same by the text between their quotes`() {
    #expect(TagText("W/\"a\"") == TagText("\"a\""))
    #expect(TagText("a") == TagText("\"a\""))
    #expect(TagText("\"a\"") != TagText("\"b\""))
    #expect(TagText("W/\"a\"").isWeak)
    #expect(!TagText("\"W/a\"").isWeak)
  }
}
