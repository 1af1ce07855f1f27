import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Keys of new items that are texts.
@Suite struct StateKeyTests {
  private static func contract(_ key: String, seeds: [String] = []) -> String {
    let seed = seeds.map { #"{ "id": "\#($0)", "name": "Old" }"# }.joined(separator: ", ")
    return """
      "failures": { "missing": { "status": 404 } },
      "schemas": { "Item": { "type": "object", "required": ["id", "name"], "properties": {
        "id": \(key), "name": { "type": "string" } } } },
      "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "seed": [\(seed)] } },
      "endpoints": {
        "items.create": { "summary": "x", "request": "POST /items", "source": "x",
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "create", "collection": "items" } },
        "items.get": { "summary": "x", "request": "GET /items/{id}", "source": "x", "path": { "id": { "type": "string" } },
          "success": { "200": { "body": { "$ref": "#/schemas/Item" } } }, "failures": ["missing"],
          "state": { "action": "read", "collection": "items", "key": "path.id" } },
        "items.remove": { "summary": "x", "request": "DELETE /items/{id}", "source": "x",
          "path": { "id": { "type": "string" } }, "success": { "204": {} }, "failures": ["missing"],
          "state": { "action": "delete", "collection": "items", "key": "path.id" } } }
      """
  }

  /// A form of keys, and what new ones have to look like.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let key: String
    var seeds: [String] = []
    let isRight: @Sendable (String) -> Bool
  }

  static let forms = [
    Form(testDescription: "a prefix", key: #"{ "type": "string", "pattern": "^job_" }"#) { $0.hasPrefix("job_") },
    Form(testDescription: "a prefix and eight", key: #"{ "type": "string", "pattern": "^ord_[a-z0-9]{8}$" }"#) {
      $0.wholeMatch(of: /ord_[a-z0-9]{8}/) != nil
    },
    Form(testDescription: "as the seeds", key: #"{ "type": "string" }"#, seeds: ["ord_8f2k", "ord_k3n9"]) {
      $0.wholeMatch(of: /ord_[a-z0-9]{4}/) != nil
    },
    Form(testDescription: "as an example", key: #"{ "type": "string", "examples": ["cus_9Zk4QwXy"] }"#) {
      $0.wholeMatch(of: /cus_[A-Za-z0-9]{8}/) != nil
    },
    Form(testDescription: "a UUID", key: #"{ "type": "string", "format": "uuid" }"#) {
      $0.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/) != nil
    },
    Form(
      testDescription: "a ULID", key: #"{ "type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" }"#,
      seeds: ["01ARZ3NDEKTSV4RRFFQ69G5FAV"]
    ) { $0.wholeMatch(of: /01ARZ3NDEK[0-9A-HJKMNP-TV-Z]{16}/) != nil },
    Form(testDescription: "a hash", key: #"{ "type": "string" }"#, seeds: ["5f2b9c0d8a7e6f5b4c3d2e1f"]) {
      $0.wholeMatch(of: /[0-9a-f]{24}/) != nil
    },
    Form(testDescription: "a slug", key: #"{ "type": "string", "pattern": "^[a-z]+(-[a-z]+)*$" }"#) {
      $0.allSatisfy { ("a"..."z").contains($0) }
    },
    Form(testDescription: "digits", key: #"{ "type": "string" }"#, seeds: ["door"]) { Int($0) != nil },
  ]

  @Test(arguments: forms)
  func `new items have keys of the form, each another one, and none again that was removed`(form: Form) throws {
    let bench = try Bench(Self.contract(form.key, seeds: form.seeds))
    var keys: [String] = []
    for round in 0..<20 {
      let made = bench.send(.post, "/items", #"{ "name": "Nail" }"#)
      #expect(made.status == 201, "\(made)")
      let key = try #require((try? JSON.parse(Array(made.text.utf8)))?["id"]?.string, "\(made)")
      #expect(form.isRight(key), "\(key)")
      keys.append(key)
      #expect(bench.send(.get, "/items/\(key)").status == 200)
      if round % 3 == 0 { #expect(bench.send(.delete, "/items/\(key)").status == 204) }
    }
    #expect(Set(keys).count == keys.count, "\(keys)")
    #expect(form.seeds.allSatisfy { bench.send(.get, "/items/\($0)").status == 200 })
  }
}
