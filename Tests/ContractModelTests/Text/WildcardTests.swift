import PlumblineContractModel
import Testing

@Suite struct WildcardTests {
  @Test(arguments: ["items.*", "*.get", "i*.*t", "**", "items.get", "*items.get*"])
  func `a star stands for any text`(_ pattern: String) {
    #expect(Wildcard(pattern).matches("items.get"))
  }

  @Test(arguments: ["items", "*.put", "items.get.*", "", "s*s.get*g"])
  func `the whole text has to fit`(_ pattern: String) {
    #expect(!Wildcard(pattern).matches("items.get"))
  }

  @Test func `pieces don't overlap`() {
    #expect(!Wildcard("ab*ba").matches("aba"))
    #expect(Wildcard("ab*ba").matches("abba"))
  }

  @Test func `only the star alone is about everything`() {
    #expect(Wildcard.all.isAll)
    #expect(Wildcard("*").isAll)
    #expect(!Wildcard("**").isAll)
    #expect(!Wildcard("items.*").isAll)
  }
}
