import PlumblineAPIClient
import Testing

@Suite struct QueryItemTests {
  @Test(arguments: [
    (100_000, "100000"), (0, "0"), (-3, "-3"), (99.5, "99.5"), (336_000.5, "336000.5"), (0.1, "0.1"), (1e300, "1e+300"),
  ])
  func `a number is written without a fraction that it doesn't have`(value: Double, text: String) {
    #expect(QueryItem("price", value).value == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no finite number isn't sent`(value: Double) {
    #expect(QueryItem("price", value).value == nil)
  }
}
