import PlumblineContractModel
import PlumblineHTTPMessages
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
        "tickets.get: the method is PATCH, not GET", "tickets.put: the method is PATCH, not PUT",
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

  @Test func `a delimiter that came percent-encoded is reported, whatever else the path may be`() throws {
    let contract = try Files.contract(
      [
        Files.endpoint("routes.get", "GET /r/{lat},{lon}", #", "path": { "lat": { "type": "number" }, "lon": true }"#),
        Files.endpoint("jobs.cancel", "POST /jobs/{id}:cancel", #", "path": { "id": true }"#),
        Files.endpoint("files.cancel", "POST /files/{+name}:cancel", #", "path": { "name": true }"#),
        Files.endpoint("odd.get", "GET /odd/{a}%2C{b}", #", "path": { "a": true, "b": true }"#),
      ].joined(separator: ",\n"))
    func first(_ method: HTTPMethod, _ path: String) -> String? {
      NearestEndpoints.find(method, path: path, in: contract).first.map { "\($0.endpoint.id): \($0.reason)" }
    }
    #expect(
      first(.get, "/r/1%2C2")
        == "routes.get: path segment 2 is \"1%2C2\", not {lat},{lon}: a delimiter isn't percent-encoded")
    #expect(
      first(.post, "/jobs/7%3Acancel")
        == "jobs.cancel: path segment 2 is \"7%3Acancel\", not {id}:cancel: a delimiter isn't percent-encoded")
    #expect(
      first(.post, "/files/a/b%3Acancel")
        == "files.cancel: path segment 2 is \"a/b%3Acancel\", not {+name}:cancel: a delimiter isn't percent-encoded")
    // An encoded comma in a value doesn't separate parameters.
    #expect(first(.get, "/r/x%2C1,2")?.hasPrefix("routes.get: \"x,1\" is not ") == true)
    #expect(first(.put, "/odd/1%2C2") == "odd.get: the method is PUT, not GET")
  }

  @Test func `what has nothing to do with any endpoint finds none`() throws {
    #expect(try nearest(.get, "/completely/other/place/far/away/from/all").isEmpty)
    #expect(try nearest(.get, "*", count: 1).allSatisfy { !$0.isEmpty })
  }

  @Test func `a missing segment weighs more than a wrong value`() throws {
    #expect(
      try nearest(.get, "/api/v2/nowhere", count: 1) == ["tickets.list: path segment 3 is \"nowhere\", not \"tickets\""]
        || nearest(.get, "/api/v2/nowhere", count: 1) == ["tickets.get: one segment too few: \"tickets\" is missing"])
  }

  @Test func `among many the one that was meant is found, whatever letter is wrong`() throws {
    let lines = (0..<200).map {
      Files.endpoint(
        "things\($0).get", "GET /api/v1/things\($0)/{id}",
        #", "path": { "id": { "type": "integer" } }"#)
    }
    let contract = try Files.contract(lines.joined(separator: ",\n"))
    func first(_ method: HTTPMethod, _ path: String) -> String? {
      NearestEndpoints.find(method, path: path, in: contract).first.map { "\($0.endpoint.id): \($0.reason)" }
    }
    #expect(
      first(.get, "/api/v1/thinks118/7") == "things118.get: path segment 3 is \"thinks118\", not \"things118\"")
    #expect(
      first(.get, "/api/v1/Things141/7") == "things141.get: path segment 3 is \"Things141\", not \"things141\"")
    #expect(first(.get, "/api/v1/hings199/7") == "things199.get: path segment 3 is \"hings199\", not \"things199\"")
    #expect(first(.delete, "/api/v1/things55/7") == "things55.get: the method is DELETE, not GET")
    #expect(first(.get, "/v1/things55/7") == "things55.get: one segment too few: \"api\" is missing")
    #expect(first(.get, "/api/v1/things55/x")?.hasPrefix("things55.get: \"x\" is not ") == true)
    #expect(first(.get, "/api/v1/things55/7/8") == "things55.get: one segment too many: \"8\"")
  }

  @Test func `asked again, it is the same answer`() throws {
    let paths = (0..<20).map { "/api/v2/tikets\($0)" } + ["/api/v2/tikets", "/", "", "//", "/api//x", "/%FF/%zz"]
    let once = try paths.map { try nearest(.get, $0) }
    #expect(try paths.map { try nearest(.get, $0) } == once)
    _ = try nearest(.get, "/" + String(repeating: "a/", count: 3000))
    _ = try nearest(.get, "/" + String(repeating: "a", count: 3000))
  }

  @Test func `no more are named than were asked for`() throws {
    #expect(try nearest(.get, "/api/v2/ticket", count: 2).count == 2)
    #expect(try nearest(.get, "/api/v2/ticket", count: 0).isEmpty)
    #expect(try nearest(.get, "/api/v2/ticket", count: -1).isEmpty)
  }
}
