import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Lists in header fields, whose elements are separated by commas.
struct HeaderListTests {
  private static func header(_ schema: String) throws -> DocumentedResponse.Header {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, "endpoints": {
        "items.list": { "summary": "x", "request": "GET /items", "source": "x",
          "success": { "200": { "headers": { "X-List": { "schema": \(schema) } } } } } } }
      """
    let file = ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    let contract = try #require(result.contract, "\(result.problems)")
    return try #require(contract.endpoints.first?.answers.first?.headers.first)
  }

  private static func isValid(_ text: String, _ schema: String) throws -> Bool {
    let header = try header(schema)
    return try #require(header.schema).isValid(header.reading(text))
  }

  @Test(arguments: [
    (#""maxItems": 2"#, "a,b", "a,b,c"), (#""uniqueItems": true"#, "a, b", "a, a"), (#""minItems": 2"#, "a,b", "a"),
    (#""maxItems": 1"#, "a", "a,b"),
  ])
  func `the commas of a list count`(keyword: String, right: String, wrong: String) throws {
    let schema = #"{ "type": "array", "items": { "type": "string" }, \#(keyword) }"#
    #expect(try Self.isValid(right, schema))
    #expect(try !Self.isValid(wrong, schema))
  }

  @Test func `an element that needs a comma has it`() throws {
    let schema = #"{ "type": "array", "items": { "type": "string", "pattern": "GMT$" }, "maxItems": 1 }"#
    #expect(try Self.isValid("Sun, 06 Nov 1994 08:49:37 GMT", schema))
    #expect(try Self.header(schema).reading("Sun, 06 Nov 1994 08:49:37 GMT").elements.count == 1)
  }

  @Test func `numbers of a list are numbers`() throws {
    let schema = #"{ "type": "array", "items": { "type": "integer" } }"#
    #expect(try Self.header(schema).reading("1, 2") == [1, 2])
    #expect(try !Self.isValid("1,a", schema))
  }
}
