import Foundation
import PlumblineContractModel
import Testing

/// Responses that a mock can't give as the contract describes them, conditions that never hold, and failures that hide
/// one another.
@Suite struct AnswerMistakesTests {
  private static let contract = """
    { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null,
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "K" } }, "authentication": ["key"],
      "personas": { "owner": { "permissions": ["edit"], "credentials": { "key": "k" } },
        "guest": { "credentials": { "key": "g" } } },
      "failures": { "unknown": { "status": 401 }, "forbidden": { "status": 403 }, "missing": { "status": 404 },
        "taken": { "status": 409, "for": "conflict" },
        "full": { "status": 507, "for": [] },
        "wrong": { "status": 422, "codes": ["A", "B"], "code": "/error/code", "content": { "application/problem+json": {
          "schema": { "type": "object", "properties": { "error": { "type": "object", "properties": {
            "code": { "enum": ["A", "B"] } } } } } } } },
        "other": { "status": "default" } },
      "commonFailures": ["unknown"],
      "schemas": {
        "Item": { "type": "object", "required": ["id", "name"], "properties": { "id": { "type": "integer" },
          "name": { "type": "string" }, "note": { "type": "string" } } },
        "Grave": { "type": "object", "required": ["id", "name", "gone", "at"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" }, "gone": { "const": true },
          "at": { "type": "integer" } } } },
      "collections": {
        "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "touch": ["/at"],
          "tombstone": { "$ref": "#/schemas/Grave" } },
        "cells": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "per": ["path.row", "path.column"],
          "seeds": { "a/b": [], "a/c~1d": [] } } },
      "endpoints": {
        "items.list": { "summary": "x", "request": "GET /items", "source": "x",
          "query": { "kind": { "enum": ["a", "b"] }, "n": { "type": "integer" }, "t": { "type": "string" } },
          "headers": { "X-Version": { "type": "string" } },
          "success": {
            "200": [
              { "when": { "query.kind": { "const": "a" } }, "body": { "type": "array" } },
              { "when": { "query.n": { "const": 1 } }, "body": { "type": "array" } },
              { "when": { "query.t": { "const": "1" }, "header.X-Version": { "enum": ["1", "2"] } },
                "body": { "type": "array" } },
              { "body": { "type": "array", "items": { "$ref": "#/schemas/Item" } } } ],
            "204": { "description": "None." } },
          "state": { "action": "list", "collection": "items" } },
        "items.get": { "summary": "x", "request": "GET /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "failures": ["missing"], "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "read", "collection": "items", "key": "path.id" } },
        "items.put": { "summary": "x", "request": "PUT /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "failures": ["missing", "forbidden", "taken", "wrong", "other"], "requires": ["edit"],
          "body": { "type": "object", "properties": { "kind": { "enum": ["x", "y"] } } },
          "success": { "200": [
            { "when": { "body#/kind": { "const": "x" } }, "body": { "$ref": "#/schemas/Item" } },
            { "body": { "$ref": "#/schemas/Item" } } ] },
          "state": { "action": "update", "collection": "items", "key": "path.id" } },
        "items.delete": { "summary": "x", "request": "DELETE /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "failures": ["missing"], "success": { "200": { "body": { "type": "object", "required": ["status"] } } },
          "state": { "action": "delete", "collection": "items", "key": "path.id" } },
        "cells.get": { "summary": "x", "request": "GET /rows/{row}/{column}/{id}", "source": "x",
          "path": { "row": { "type": "string" }, "column": { "type": "string" }, "id": { "type": "integer" } },
          "failures": ["missing"], "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "read", "collection": "cells", "key": "path.id" } } } }
    """

  private func problems(_ text: String) -> [Problem] {
    ContractLoader.load([Files.file("contract.json", text)]).problems
  }

  @Test func `what is right has no problem`() { #expect(problems(Self.contract) == []) }

  typealias Mistake = StateMistakesTests.Mistake

  @Test(arguments: [
    // The members of a tombstone.
    Mistake(
      #""gone": { "const": true }"#, #""gone": { "type": "boolean" }"#, at: #""gone": { "type": "boolean" }"#,
      #"requires "gone", but no item has it; give it a "const", such as { "const": true }"#),
    Mistake(
      #""required": ["id", "name", "gone", "at"], "properties": {"#,
      #""required": ["id", "note", "gone", "at"], "properties": { "note": { "type": "string" },"#,
      at: #""note": { "type": "string" },"#, #"requires "note", but not every item has it"#),
    // Places where the item should be.
    Mistake(
      ##""failures": ["missing"], "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },"##,
      #""failures": ["missing"], "success": { "200": { "body": { "type": "object", "required": ["updated"] } } },"#,
      at: #""required": ["updated"]"#, #"requires "updated", but items of "items" never have it; use "at""#),
    Mistake(
      ##""failures": ["missing"], "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },"##,
      #""failures": ["missing"], "success": { "200": { "body": { "properties": { "id": {} }, "additionalProperties": false } } },"#,
      at: #""additionalProperties": false"#, #"An item of "items" has "name", but this response has no such member"#),
    // Bodies that are never seen.
    Mistake(
      #""204": { "description": "None." }"#, #""204": { "body": { "type": "array" } }"#, at: #""204""#,
      #"A response with 204 has no body, so this "body" is never sent; remove it, or use "200"."#),
    Mistake(
      #""204": { "description": "None." }"#, #""304": { "content": { "text/plain": {} } }"#, at: #""304""#,
      "A response with 304 has no body"),
    // Codes and their places.
    Mistake(
      #""code": { "enum": ["A", "B"] }"#, #""code": { "enum": ["A", "C"] }"#, at: #""wrong": {"#,
      "The code B doesn't match the schema that application/problem+json has for \"/error/code\""),
    Mistake(
      #""code": "/error/code""#, #""code": "/error/kode""#, at: #""/error/kode""#,
      #"application/problem+json describes no "kode"; did you mean "code"?"#),
    // Conditions.
    Mistake(
      #""query.kind": { "const": "a" }"#, #""query.kind": { "const": "c" }"#, at: #""const": "c""#,
      "query.kind is never \"c\" according to its own schema (shop/contract.json:"),
    Mistake(
      #""query.t": { "const": "1" }"#, #""query.t": { "const": 1 }"#, at: #""query.t": {"#,
      #"query.t is text, so it is never 1: write "1"; this response is never sent."#),
    Mistake(
      #""query.n": { "const": 1 }"#, #""query.n": { "const": "1" }"#, at: #""query.n": {"#,
      #"query.n has a different type, so it is never the string "1": write 1"#),
    Mistake(
      #""enum": ["1", "2"]"#, #""enum": [1, 2]"#, at: #""enum": [1, 2]"#, #"header.X-Version is text, so it is never 1"#
    ),
    Mistake(
      #""body#/kind": { "const": "x" }"#, #""body#/kind": { "const": "z" }"#, at: #""body#/kind": {"#,
      #"body#/kind is never "z""#),
    Mistake(
      #""request": "GET /items", "source": "x","#,
      #""request": "GET /items", "source": "x", "when": { "query.kind": { "const": 1 } },"#,
      at: #""when": { "query.kind""#,
      "query.kind is never 1 according to its own schema"),
    // Undocumented rejections.
    Mistake(
      #""commonFailures": ["unknown"],"#, #""commonFailures": [],"#, at: #""items.list""#,
      #"items.list requires key, but documents no response for callers without it, nor do 3 others, so the mock's own 401 response isn't in the contract; add "unknown" to "commonErrors""#
    ),
    Mistake(
      #""missing", "forbidden", "taken", "wrong", "other"]"#, #""missing", "taken", "wrong"]"#, at: #""items.put""#,
      "items.put restricts its callers, but documents no response for those without access, so the mock's own 403"),
    Mistake(
      #""failures": ["missing"], "success": { "200": { "body": { "type": "object", "required": ["status"] } } },"#,
      #""success": { "200": { "body": { "type": "object", "required": ["status"] } } },"#, at: #""items.delete""#,
      "items.delete looks up its item by path.id, but documents no response for a missing one"),
    // Seeds that belong to no collection.
    Mistake(
      #""a/c~1d": []"#, #""a": []"#, at: #""a": []"#,
      #""per" of "cells" has 2 values, but "a" has 1, so these are never used; write path.row/path.column"#),
    // Conflicting failures.
    Mistake(
      #""full": { "status": 507, "for": [] }"#, #""full": { "status": "default" }"#, at: "", ""),
    Mistake(
      #""taken", "wrong", "other"]"#, #""taken", "wrong", "taken"]"#, at: #""wrong", "taken""#, "repeats element"),
  ])
  func `a problem is reported at its place`(mistake: Mistake) throws {
    #expect(Self.contract.contains(mistake.right))
    let text = Self.contract.replacing(mistake.right, with: mistake.wrong, maxReplacements: 1)
    let found = problems(text)
    guard !mistake.says.isEmpty else { return #expect(found == []) }
    let problem = try #require(found.first, "nothing was found")
    #expect(mistake.wrong.contains("commonFailures") || found.count == 1, "\(found)")
    #expect(problem.message.contains(mistake.says), "\(problem.message)")
    let range = try #require(text.range(of: mistake.place))
    let line = text[..<range.lowerBound].count { $0 == "\n" } + 1
    #expect(problem.location.line == line, "\(problem) isn't in line \(line)")
  }

  @Test(arguments: [
    (#""status": "default" }"#, Problem.Level.error, "full and other both cover every status of default"),
    (#""status": 409, "for": ["conflict", "limit"] }"#, .warning, #"taken also applies to "conflict" and comes first"#),
  ])
  func `of two failures for one thing the second is reported`(full: String, level: Problem.Level, says: String) throws {
    let text = Self.contract.replacing(#""full": { "status": 507, "for": [] }"#, with: #""full": { \#(full)"#)
      .replacing(#""taken", "wrong", "other"]"#, with: #""taken", "wrong", "other", "full"]"#)
    let found = problems(text)
    let problem = try #require(found.first)
    #expect(found.count == 1 && problem.level == level, "\(found)")
    #expect(problem.message.contains(says), "\(problem)")
  }

  @Test func `a value with slashes is one value where one says whose the items are`() {
    let text = Self.contract.replacing(#"["path.row", "path.column"]"#, with: #""path.row""#)
    let found = problems(text)
    #expect(found.map(\.level) == [.warning, .warning])
    #expect(
      found.first?.message.contains(#""a/b" is one value that contains slashes, which {row} allows only as {+row}"#)
        == true)
  }

  @Test func `an envelope that says nothing has its own message`() {
    let text = Self.contract.replacing(#""envelope": null"#, with: #""envelope": {}"#)
      .replacing(#""codes": ["A", "B"], "#, with: "").replacing(#""code": "/error/code", "#, with: "")
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.message.contains(#"if responses have no envelope, use "envelope": null."#) == true, "\(found)")
  }

  @Test(arguments: [(4, 4), (5, 1), (7, 1)])
  func `refusals for items that aren't there are reported at each place if few lack them, else once`(
    endpoints: Int, reported: Int
  ) {
    let reads = (1...endpoints).map { number in
      #"""
      "items.get\#(number)": { "summary": "x", "request": "GET /items\#(number)/{id}", "source": "x",
        "path": { "id": { "type": "integer" } }, "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },
        "state": { "action": "read", "collection": "items", "key": "path.id" } }
      """#
    }
    let found = problems(
      #"""
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, "authentication": [],
        "schemas": { "Item": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
        "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id" } },
        "endpoints": { \#(reads.joined(separator: ",")) } }
      """#)
    #expect(found.count == reported, "\(found)")
    let more = reported == 1 ? ", nor do \(endpoints - 1) others, so" : ", so"
    let begin = "items.get1 looks up its item by path.id, but documents no response for a missing one\(more)"
    #expect(found.first?.message.hasPrefix(begin) == true, "\(found)")
  }
}
