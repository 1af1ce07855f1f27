import Testing

@testable import PlumblineContractModel

@Suite struct ParameterIndexTests {
  private func endpoint() throws -> Endpoint {
    let contract = try Files.contract(
      Files.endpoint(
        "items.list", "GET /items",
        """
        , "query": {
            "page": { "type": "integer" },
            "filter": { "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false },
            "deep": { "type": "object", "properties": { "x": { "type": "string" } } } },
          "styles": { "query": { "deep": { "style": "deepObject" } } },
          "headers": { "X-Level": { "type": "integer" }, "X-Trace": { "type": "string" } },
          "cookies": { "seat": { "type": "string" } }
        """))
    return try #require(contract.endpoint("items.list"))
  }

  @Test func `a header field is found in any case, other parameters in theirs`() throws {
    let endpoint = try endpoint()
    #expect(endpoint.header("x-LEVEL")?.name == "X-Level")
    #expect(endpoint.header("X-Levels") == nil)
    #expect(endpoint.queryParameter("page")?.name == "page")
    #expect(endpoint.queryParameter("Page") == nil)
    #expect(endpoint.cookie("seat")?.name == "seat")
    #expect(endpoint.cookie("Seat") == nil)
  }

  @Test(
    arguments: [
      ("page", "page"), ("a", "filter"), ("filter", nil), ("deep", "deep"), ("deep[x]", "deep"), ("b", nil),
      ("page[x]", nil),
    ] as [(String, String?)])
  func `a name in a query belongs to the parameter that it is a member of`(name: String, owner: String?) throws {
    #expect(try endpoint().queryParameter(owning: name)?.name == owner)
  }
}
