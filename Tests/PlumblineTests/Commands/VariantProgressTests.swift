import Testing

@testable import PlumblineCommands

/// The line that shows the progress of the variants.
struct VariantProgressTests {
  @Test func `the line has the endpoint, the count and the time left`() {
    #expect(
      VariantProgress.line("Shop", "items.list", 500, of: 1000, after: .seconds(10))
        == "Shop: items.list, 500 of about 1000 mutations, about 10 s left")
    #expect(
      VariantProgress.line("Shop", "items.list", 100, of: 1000, after: .seconds(60))
        == "Shop: items.list, 100 of about 1000 mutations, about 9 min left")
  }

  @Test func `more variants than were expected leave no time to tell`() {
    #expect(
      VariantProgress.line("Shop", "items.list", 1001, of: 1000, after: .seconds(10))
        == "Shop: items.list, 1001 mutations")
  }
}
