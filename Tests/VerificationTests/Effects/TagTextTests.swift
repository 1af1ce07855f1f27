import Testing

@testable import PlumblineVerification

struct TagTextTests {
  @Test(arguments: [
    ("\"27a1\"", "\"27b1\""), ("W/\"5\"", "W/\"4\""), ("\"0\"", "\"1\""), ("abc", "aac"),
    ("\"1000\"", "\"0000\""), ("\"1714\"", "\"1704\""),
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

  @Test(arguments: ["\"27a1-gzip\"", "W/\"27a1--gzip\"", "\"27a1;gzip\"", "27a1-br"])
  func `a tag of a compressed response is that of the plain one`(tag: String) {
    #expect(TagText(tag) == TagText("\"27a1\""))
    #expect(TagText(tag) != TagText("\"27a2\""))
  }
}
