import PlumblineContractModel
import Testing

@Suite struct MediaTypeTests {
  @Test func `JSON has several names`() {
    #expect(MediaType.isJSON("application/json"))
    #expect(MediaType.isJSON("application/problem+json"))
    #expect(!MediaType.isJSON("application/jsonp"))
  }

  @Test func `the essence has no parameters and no capitals`() {
    #expect(MediaType.essence(of: "Text/CSV ; charset=utf-8") == "text/csv")
  }

  @Test func `ranges hold their types`() {
    #expect(MediaType.isInRange("image/png", "image/*"))
    #expect(MediaType.isInRange("image/png", "*/*"))
    #expect(!MediaType.isInRange("imagex/png", "image/*"))
    #expect(!MediaType.isInRange("image/png", "image/gif"))
  }
}
