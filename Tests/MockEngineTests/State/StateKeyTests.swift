import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Generated keys that are strings.
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

  /// A form of keys, and the pattern that new keys must match.
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

  private static let uuid = #"{ "type": "string", "format": "uuid" }"#

  /// Returns a contract with separate schemas for the key in the path that reads an item and in the path of an endpoint
  /// below it.
  private static func contract(reading: String, sending: String) -> String {
    contract(#"{ "type": "string" }"#).replacing(
      #""GET /items/{id}", "source": "x", "path": { "id": { "type": "string" } }"#,
      with: #""GET /items/{id}", "source": "x", "path": { "id": \#(reading) }"#
    ).replacing(
      #""endpoints": {"#,
      with: """
        "endpoints": { "items.send": { "summary": "x", "request": "POST /items/{item}/send", "source": "x",
          "path": { "item": \(sending) }, "success": { "204": {} } },
        """)
  }

  /// Keys that may be any string, and paths that accept less.
  @Test(arguments: [
    (uuid, #"{ "type": "string" }"#), (#"{ "type": "string" }"#, uuid), (uuid, uuid),
  ]) func `new keys fit the paths of one item, and those below it`(reading: String, sending: String) throws {
    let bench = try Bench(Self.contract(reading: reading, sending: sending))
    for _ in 0..<12 {
      let made = bench.send(.post, "/items", #"{ "name": "Nail" }"#)
      let key = try #require(made.json?["id"]?.string, "\(made)")
      #expect(key.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil, "\(key)")
      #expect(bench.send(.get, "/items/\(key)").status == 200)
      #expect(bench.send(.post, "/items/\(key)/send").status == 204)
    }
  }

  @Test func `if paths contradict each other, new keys fit those that read one`() throws {
    let bench = try Bench(
      Self.contract(reading: #"{ "type": "string", "pattern": "^[a-z]+$" }"#, sending: Self.uuid))
    let made = bench.send(.post, "/items", #"{ "name": "Nail" }"#)
    let key = try #require(made.json?["id"]?.string, "\(made)")
    #expect(key.allSatisfy { ("a"..."z").contains($0) }, "\(key)")
    #expect(bench.send(.get, "/items/\(key)").status == 200)
  }

  @Test func `a pattern with a choice of beginnings has keys too`() throws {
    let bench = try Bench(
      Self.contract(#"{ "type": ["string", "null"], "pattern": "^(SM|MM)[0-9a-fA-F]{32}$" }"#))
    var keys: Set<String> = []
    for _ in 0..<12 {
      let made = bench.send(.post, "/items", #"{ "name": "Nail" }"#)
      let key = try #require(made.json?["id"]?.string, "\(made)")
      #expect(key.wholeMatch(of: /(SM|MM)[0-9a-fA-F]{32}/) != nil, "\(key)")
      keys.insert(key)
      #expect(bench.send(.get, "/items/\(key)").status == 200)
    }
    #expect(keys.count == 12)
  }
}
