import ContractModel
import HTTPMessages
import Testing

@Suite struct NearestEndpointsTests {
  private func nearest(_ method: HTTPMethod, _ path: String, count: Int = 3) throws -> [String] {
    let contract = try Files.contract(
      [
        Files.endpoint("tickets.list", "GET /api/v2/tickets"),
        Files.endpoint(
          "tickets.get", "GET /api/v2/tickets/{id}", #", "path": { "id": { "$ref": "contract.json#/schemas/Page" } }"#),
        Files.endpoint("tickets.put", "PUT /api/v2/tickets/{id}", #", "path": { "id": { "type": "integer" } }"#),
        Files.endpoint(
          "comments.list", "GET /api/v2/tickets/{id}/comments", #", "path": { "id": { "type": "integer" } }"#),
      ].joined(separator: ",\n"))
    return NearestEndpoints.find(method, path: path, in: contract, count: count).map {
      "\($0.endpoint.id): \($0.reason)"
    }
  }

  @Test func `a mistyped segment is named with its place`() throws {
    #expect(
      try nearest(.get, "/api/v2/tikets", count: 1) == ["tickets.list: path segment 3 is \"tikets\", not \"tickets\""])
    #expect(
      try nearest(.get, "/api/v2/tikets/7", count: 1) == ["tickets.get: path segment 3 is \"tikets\", not \"tickets\""])
  }

  @Test func `another method is named with the one it takes`() throws {
    #expect(
      try nearest(.patch, "/api/v2/tickets/7", count: 2) == [
        "tickets.get: method is PATCH, it takes GET", "tickets.put: method is PATCH, it takes PUT",
      ])
  }

  @Test func `a segment too many or too few is named`() throws {
    #expect(
      try nearest(.get, "/api/v2/tickets/7/comments/9", count: 1) == ["comments.list: one segment too many: \"9\""])
    #expect(try nearest(.get, "/v2/tickets/7", count: 1) == ["tickets.get: one segment too few: \"api\" is missing"])
    #expect(try nearest(.put, "/api/v2/tickets", count: 2).last == "tickets.put: one segment too few: {id} is missing")
  }

  @Test func `a value that its parameter doesn't take is named`() throws {
    let found = try nearest(.put, "/api/v2/tickets/abc", count: 1)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("tickets.put: \"abc\" is not ") == true)
    #expect(found.first?.contains("integer") == true)
  }

  @Test func `what has nothing to do with any endpoint finds none`() throws {
    #expect(try nearest(.get, "/completely/other/place/far/away/from/all").isEmpty)
    #expect(try nearest(.get, "*", count: 1).allSatisfy { !$0.isEmpty })
  }

  @Test func `no more are named than were asked for`() throws {
    #expect(try nearest(.get, "/api/v2/ticket", count: 2).count == 2)
    #expect(try nearest(.get, "/api/v2/ticket", count: 0).isEmpty)
    #expect(try nearest(.get, "/api/v2/ticket", count: -1).isEmpty)
  }
}
