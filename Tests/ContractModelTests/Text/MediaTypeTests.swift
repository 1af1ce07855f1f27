import PlumblineContractModel
import Testing

@Suite struct MediaTypeTests {
  @Test func `JSON has several names`() {
    #expect(MediaType.isJSON("application/json"))
    #expect(MediaType.isJSON("application/problem+json"))
    #expect(MediaType.isJSON("application/x-amz-json-1.0"))
    #expect(MediaType.isJSON("text/json"))
    for other in [
      "application/jsonp", "application/json5", "application/x-ndjson", "application/json-seq", "json/text",
    ] {
      #expect(!MediaType.isJSON(other), "\(other)")
    }
  }

  @Test func `lines of JSON have several names`() {
    for name in ["application/x-ndjson", "application/jsonl", "application/stream+json", "application/json-seq"] {
      #expect(MediaType.isJSONLines(name), "\(name)")
    }
    #expect(!MediaType.isJSONLines("application/json"))
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
