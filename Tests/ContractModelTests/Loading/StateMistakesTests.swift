import Foundation
import PlumblineContractModel
import Testing

/// Declarations of a state or a collection, or of a related schema, that have no effect.
@Suite struct StateMistakesTests {
  /// An error, with the invalid text, the valid text that it replaces, and the message that is reported at a word.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let right: String
    let wrong: String
    /// The word at which the error is reported. Its first occurrence counts.
    let place: String
    let says: String

    init(_ right: String, _ wrong: String, at place: String, _ says: String) {
      self.right = right
      self.wrong = wrong
      self.place = place
      self.says = says
    }

    var testDescription: String { wrong }
  }

  private static let contract = """
    { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null,
      "failures": { "missing": { "status": 404 }, "stale": { "status": 412 }, "conflict": { "status": 409 } },
      "schemas": { "Item": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
          "name": { "type": "string", "x-standing": "assumed" }, "tags": { "type": "array" },
          "owner": { "type": "integer" }, "at": { "type": "integer", "x-time": "seconds" } } } },
      "collections": {
        "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "owner": "/owner", "touch": ["/at"],
          "tombstone": { "type": "object" } },
        "setting": { "item": { "type": "object" } } },
      "endpoints": {
        "items.list": { "summary": "x", "request": "GET /items", "source": "x",
          "query": { "page": { "type": "integer" }, "per": { "type": "integer", "default": 5 }, "name": {}, "sort": {} },
          "success": { "200": { "body": { "type": "object", "required": ["items", "total"], "properties": {
            "items": { "type": "array" }, "total": { "type": "integer", "x-paging": "total" } } } } },
          "state": { "action": "list", "collection": "items", "at": "/items", "filter": { "query.name": "/name" },
            "sort": "query.sort", "order": "query.name", "page": "query.page", "size": "query.per",
            "tombstones": "query.name", "guards": [] } },
        "items.get": { "summary": "x", "request": "GET /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "headers": { "If-None-Match": { "type": "string" } }, "failures": ["missing"],
          "success": { "200": { "body": { "$ref": "#/schemas/Item" }, "headers": { "ETag": { "schema": true } } }, "304": {} },
          "state": { "action": "read", "collection": "items", "key": "path.id" } },
        "items.put": { "summary": "x", "request": "PUT /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "headers": { "If-Match": { "type": "string" } }, "failures": ["missing", "stale"],
          "body": { "type": "object" }, "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "update", "collection": "items", "key": "path.id", "merge": "replace" } },
        "items.tag": { "summary": "x", "request": "POST /items/{id}/tags", "source": "x",
          "path": { "id": { "type": "integer" } }, "failures": ["missing"],
          "body": { "type": "string" }, "success": { "200": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "append", "collection": "items", "key": "path.id", "at": "/tags" } },
        "items.create": { "summary": "x", "request": "POST /items", "source": "x", "failures": ["conflict"],
          "body": { "type": "object" }, "success": { "201": { "body": { "$ref": "#/schemas/Item" } } },
          "state": { "action": "create", "collection": "items",
            "guards": [{ "none": "items", "where": { "body#/name": "/name" }, "failure": "conflict" }] } },
        "setting.get": { "summary": "x", "request": "GET /setting", "source": "x", "query": { "q": {} },
          "success": { "200": { "body": { "type": "object" } } },
          "state": { "action": "read", "collection": "setting" } } } }
    """

  private func problems(_ text: String) -> [Problem] {
    ContractLoader.load([Files.file("contract.json", text)]).problems
  }

  @Test func `what is right has no problem`() { #expect(problems(Self.contract) == []) }

  @Test(arguments: [
    Mistake(
      #""x-paging": "total""#, #""x-paging": "totl""#, at: #""totl""#,
      #""totl" isn't a role of x-paging; did you mean "total"?"#),
    Mistake(#""x-paging""#, #""x-pagging""#, at: #""x-pagging""#, #"did you mean "x-paging"?"#),
    Mistake(#""x-paging""#, #""x-page""#, at: #""x-page""#, #"did you mean "x-paging"?"#),
    Mistake(#""x-standing""#, #""x-stnding""#, at: #""x-stnding""#, #"did you mean "x-standing"?"#),
    Mistake(#""x-time": "seconds""#, #""x-time": "s""#, at: #""s""#, "isn't a unit of x-time"),
    Mistake(#""key": "/id""#, #""key": "/ide""#, at: #""/ide""#, #"did you mean "id"?"#),
    Mistake(#""owner": "/owner""#, #""owner": "/ownr""#, at: #""/ownr""#, #"did you mean "owner"?"#),
    Mistake(
      #""setting": { "item": { "type": "object" } }"#,
      #""setting": { "item": { "properties": { "a": {} } }, "etag": "/a" }"#, at: #""setting": {"#,
      "no response sends one; add \"headers\""),
    Mistake(
      #""owner": "/owner", "#, #""owner": "/owner", "counters": { "/owner": ["-/ids"] }, "#, at: #""-/ids""#,
      #"did you mean "id"?"#),
    Mistake(
      #""owner": "/owner", "#, #""owner": "/owner", "beside": { "/x": "/tgs" }, "#, at: #""/tgs""#,
      #"did you mean "tags"?"#),
    Mistake(
      #""owner": "/owner", "#, #""owner": "/owner", "beside": { "/x": "/tags/b" }, "#, at: #""/tags/b""#,
      "/tags/b isn't a top-level member of an item"),
    Mistake(
      #"{ "action": "read", "collection": "items""#, #"{ "action": "read", "show": "sent", "collection": "items""#,
      at: #""show""#, #""show" has no effect for the action read; it applies to create, update and list. Remove it."#),
    Mistake(
      #"[{ "none": "items", "where": { "body#/name": "/name" }, "failure""#,
      #"[{ "any": [{ "none": "items", "where": { "body#/name": "/nme" } }], "failure""#, at: #""/nme""#,
      #"did you mean "name"?"#),
    Mistake(
      #"[{ "none": "items", "where": { "body#/name": "/name" }, "failure""#,
      #"[{ "any": [{ "none": "items" }], "failure""#, at: #"{ "none": "items" }"#, "where"),
    Mistake(
      #""action": "create", "collection": "items""#,
      #""action": "create", "collection": "items", "set": { "/tags": { "union": [{ "from": "itms" }] } }"#,
      at: #""itms""#,
      #"did you mean "items"?"#),
    Mistake(
      #""action": "create", "collection": "items""#,
      #""action": "create", "collection": "items", "set": { "/tags": { "union": [{ "union": [{ "const": 1 }] }] } }"#,
      at: #""union": [{ "union""#, "A union inside a union is redundant: put these values into the outer one."),
    Mistake(#""touch": ["/at"]"#, #""touch": ["/att"]"#, at: #""/att""#, #"did you mean "at"?"#),
    Mistake(#"{ "query.name": "/name" }"#, #"{ "query.name": "/nam" }"#, at: #""/nam""#, #"did you mean "name"?"#),
    Mistake(
      #""filter": { "query.name""#, #""filter": { "query.name": { "abve": "/id" }, "query.sort""#, at: #""abve""#,
      #"did you mean "above"?"#),
    Mistake(
      #"{ "query.name": "/name" }"#, #"{ "query.name": { "atLest": "/id" } }"#, at: #""atLest""#,
      #"did you mean "atLeast"?"#),
    Mistake(#"{ "query.name": "/name" }"#, #"{ "query.name": {} }"#, at: #""query.name": {}"#, "property"),
    Mistake(
      #""key": "path.id", "merge""#, #""key": "path.id", "own": "conflict", "merge""#, at: #""own": "conflict""#,
      #"add it to its "errors""#),
    Mistake(#""at": "/items""#, #""at": "/itms""#, at: #""/itms""#, #"This response has no "itms""#),
    Mistake(#""at": "/items", "#, "", at: #""body""#, #"set "at" to "/items", where they belong."#),
    Mistake(#""size": "query.per","#, "", at: #""page": "query"#, "Without a \"size\", a list has a single page"),
    Mistake(#""sort": "query.sort", "#, "", at: #""order""#, "\"order\" reverses a \"sort\""),
    Mistake(
      #""page": "query.page""#, #""page": "query.page", "cursor": "query.name""#, at: #""cursor""#, "not by both"),
    Mistake(
      #""page": "query.page""#, #""page": "query.page", "offset": "query.name""#, at: #""offset""#,
      #"by "page" or by "offset", not by both"#),
    Mistake(
      #", "default": 5"#, "", at: #"{ "type": "integer" }, "name": {}"#,
      #"give per the server's default as its "default""#),
    Mistake(
      #""tombstone": { "type": "object" }"#, #""x-none": 1"#, at: #""tombstones""#,
      #"give the resource a "tombstone""#),
    Mistake(
      #""sort": "query.sort""#, #""merge": "deep", "sort": "query.sort""#, at: #""merge""#,
      #""merge" has no effect for the action list; it applies to create and update. Remove it."#),
    Mistake(
      #""action": "read", "collection": "items", "key": "path.id""#,
      #""action": "read", "collection": "items", "key": "path.id", "otherwise": "missing""#, at: #""otherwise""#,
      "has no effect for the action read"),
    Mistake(
      #""action": "read", "collection": "items", "key": "path.id""#, #""action": "read", "collection": "items""#,
      at: #""state": { "action": "read""#, "The rule doesn't say which item of \"items\" to use"),
    Mistake(
      #""action": "read", "collection": "setting""#, #""action": "read", "collection": "setting", "key": "query.q""#,
      at: #""key": "query.q""#, "has no \"key\", so it has a single item"),
    Mistake(
      #""action": "read", "collection": "setting""#,
      #""action": "check", "collection": "setting""#, at: #""collection": "setting""#,
      "has no effect for the action check"),
    Mistake(
      #""owner": "/owner", "#, "", at: "", ""),
    Mistake(#", "at": "/tags""#, "", at: #""state": { "action": "append""#, "doesn't say which: give it an \"at\""),
    Mistake(
      #""collection": "items", "key": "path.id", "merge": "replace""#,
      #""collection": "items", "key": "path.id", "merge": "replce""#, at: #""replce""#, #"did you mean "replace"?"#),
    Mistake(
      #""action": "create", "collection": "items""#, #""action": "create", "collection": "items", "merge": "patch""#,
      at: #""patch""#, "A new item has nothing to merge a body into"),
    Mistake(
      #"{ "none": "items", "where": { "body#/name": "/name" }"#,
      #"{ "unless": { "item#/name": { "type": "string" } }"#, at: #""item#/name""#,
      "refers to an item, but create has none yet"),
    Mistake(
      #"{ "body#/name": "/name" }, "failure": "conflict""#, #"{ "body#/name": "/nme" }, "failure": "conflict""#,
      at: #""/nme""#, #"did you mean "name"?"#),
    Mistake(#", "304": {}"#, "", at: #""If-None-Match""#, #"add "304": {} to "success""#),
    Mistake(#", "stale"]"#, "]", at: #""If-Match""#, #"add "precondition": { "status": 412 }"#),
    Mistake(
      ##""200": { "body": { "$ref": "#/schemas/Item" }, "headers""##,
      #""200": { "content": { "text/csv": {} }, "headers""#,
      at: #""content""#, "Stored items are JSON, but this response is text/csv: add \"application/json\" to its"),
    Mistake(
      #""200": { "body": { "type": "object", "required": ["items", "total"]"#,
      #""200": { "content": { "text/csv": { "schema": { "x-paging": "total" } }, "application/json": { "schema": { "type": "array" } } }, "description": "", "headers": {} }, "201": { "body": { "type": "object", "required": ["items", "total"]"#,
      at: #""x-paging": "total" } }"#, "text/csv isn't JSON, so it can't carry paging values"),
  ])
  func `what can't be remembered is reported at its place`(mistake: Mistake) throws {
    #expect(Self.contract.contains(mistake.right))
    let text = Self.contract.replacing(mistake.right, with: mistake.wrong, maxReplacements: 1)
    let found = problems(text)
    // A missing owner is an error only if the caller's own items are requested.
    guard !mistake.says.isEmpty else {
      #expect(found == [])
      let asked = text.replacing(
        #""key": "path.id", "merge""#, with: #""key": "path.id", "own": "missing", "merge""#)
      #expect(problems(asked).first?.message.contains("The items of \"items\" have no owner") == true)
      return
    }
    let problem = try #require(found.first, "nothing was found")
    #expect(found.count == 1, "\(found)")
    #expect(problem.message.contains(mistake.says), "\(problem.message)")
    let range = try #require(text.range(of: mistake.place))
    let before = text[..<range.lowerBound]
    let line = before.count { $0 == "\n" } + 1
    #expect(problem.location.line == line, "\(problem) isn't in line \(line)")
  }

  @Test func `a tag that no answer shows can't be sent back`() {
    let text = Self.contract.replacing(#""headers": { "ETag": { "schema": true } }"#, with: #""description": "Bare.""#)
    let found = problems(text)
    #expect(found.map(\.level) == [.warning, .warning])
    #expect(found.first?.message.contains("items.get takes an entity tag, but no response with items") == true)
  }
}
