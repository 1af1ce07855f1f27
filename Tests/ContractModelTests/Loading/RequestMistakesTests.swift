import Foundation
import PlumblineContractModel
import Testing

/// Parts of requests that no style or media type can express, and pointers into bodies and items that lead nowhere.
@Suite struct RequestMistakesTests {
  typealias Mistake = StateMistakesTests.Mistake

  private static let contract = """
    { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null,
      "failures": { "missing": { "status": 404 }, "invalid": { "status": 422 }, "bare": { "status": 428 } },
      "schemas": {
        "Item": { "type": "object", "required": ["id", "name"], "properties": { "id": { "type": "integer" },
          "name": { "type": "string" }, "count": { "type": "integer" }, "tags": { "type": "array" },
          "acl": { "type": "object" } } },
        "Line": { "type": "object", "properties": { "sku": { "type": "string" } } } },
      "collections": {
        "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "at": "/data", "beside": { "/acl": "/acl" },
          "seed": [{ "id": 1, "name": "One", "shade": "red" }] } },
      "endpoints": {
        "items.find": { "summary": "x", "request": "GET /find/{ids}", "source": "x", "failures": ["invalid"],
          "path": { "ids": { "type": "array", "items": { "type": "number" }, "examples": [[1.5, 2]] } },
          "query": { "tags": { "type": "array", "items": { "type": "string", "examples": ["a"] } },
            "near": { "type": "object", "properties": { "x": { "type": "integer" } }, "examples": [{ "x": 1 }] },
            "words": { "type": "array", "items": { "type": "string" }, "examples": [["a", "b"]] } },
          "headers": { "X-Ids": { "type": "array", "items": { "enum": ["a", "b"] } } },
          "cookies": { "seen": { "type": "array", "items": { "type": "string" }, "examples": [["a"]] } },
          "required": { "query": ["words", "near"], "headers": ["X-Ids"], "cookies": ["seen"] },
          "styles": {
            "path": { "ids": { "style": "label" } },
            "query": { "tags": { "style": "pipeDelimited" }, "near": { "style": "deepObject" } } },
          "success": { "200": { "body": { "type": "array" } } } },
        "items.form": { "summary": "x", "request": "POST /form", "source": "x", "safe": true, "failures": ["invalid"],
          "content": {
            "application/x-www-form-urlencoded": {
              "schema": { "type": "object", "properties": { "ids": { "type": "array", "items": { "type": "integer" } },
                "lines": { "type": "array", "items": { "$ref": "#/schemas/Line" } } } },
              "encoding": { "ids": { "style": "spaceDelimited" }, "lines": { "contentType": "application/json" } } },
            "multipart/form-data": {
              "schema": { "type": "object", "properties": { "file": { "type": "string" } } },
              "encoding": { "file": { "contentType": "image/png" } } },
            "application/x-ndjson": { "schema": { "type": "array", "items": { "type": "object" } } } },
          "success": { "200": {} } },
        "items.get": { "summary": "x", "request": "GET /items/{id}", "source": "x", "path": { "id": { "type": "integer" } },
          "failures": ["missing"], "success": { "200": { "body": { "type": "object", "required": ["data"], "properties": {
            "data": { "$ref": "#/schemas/Item" } } } } },
          "state": { "action": "read", "collection": "items", "key": "path.id" } },
        "items.edit": { "summary": "x", "request": "PUT /items/{id}", "source": "x",
          "path": { "id": { "type": "integer" } }, "headers": { "If-Unmodified-Since": { "type": "string" } },
          "failures": ["missing", "invalid", "bare"],
          "body": { "type": "object", "properties": { "data": { "type": "object", "properties": {
            "name": { "type": "string" } }, "additionalProperties": false }, "why": { "type": "string" } } },
          "success": { "200": [ { "when": { "body#/why": { "const": "x" } }, "body": { "type": "object" } },
            { "body": { "type": "object" } } ] },
          "state": { "action": "update", "collection": "items", "key": "path.id",
            "set": { "/count": { "const": 7 }, "/name": "body#/data/name" },
            "guards": [{ "unless": { "item#/shade": { "type": "string" } }, "failure": "invalid" },
              { "value": { "union": [{ "from": "items", "member": "/name" }] }, "is": { "minItems": 1 }, "failure": "invalid" }] } },
        "items.patch": { "summary": "x", "request": "PATCH /items/{id}", "source": "x",
          "path": { "id": { "type": "integer" } }, "failures": ["missing", "invalid"],
          "content": { "application/json-patch+json": { "schema": { "type": "array" } } },
          "success": { "200": { "body": { "type": "object" } } },
          "state": { "action": "update", "collection": "items", "key": "path.id", "merge": "operations" } } } }
    """

  private func problems(_ text: String) -> [Problem] {
    ContractLoader.load([Files.file("contract.json", text)]).problems
  }

  @Test func `what is right has no problem`() { #expect(problems(Self.contract) == []) }

  @Test(arguments: [
    // Bodies whose type doesn't match their media type.
    Mistake(
      #""schema": { "type": "array", "items": { "type": "object" } }"#, #""schema": { "type": "object" }"#,
      at: #"application/x-ndjson"#,
      #"is read as an array of its lines, but this schema describes object, so no body can match; give it "type": "array""#
    ),
    // Styles without an effect.
    Mistake(
      #""tags": { "style": "pipeDelimited" }"#, #""tags": { "style": "pipeDelimited", "explode": true }"#,
      at: #""explode""#, #"with no separator: remove "explode", or use "style": "form""#),
    Mistake(
      #""near": { "style": "deepObject" }"#, #""near": { "style": "deepObject", "contentType": "application/json" }"#,
      at: #""near": { "style""#, #"near is JSON according to its "contentType", so its "style" has no effect"#),
    Mistake(
      #""ids": { "style": "spaceDelimited" }"#, #""ids": { "headers": { "X-A": {} } }"#, at: #""headers": { "X-A""#,
      "Fields of a URL-encoded form have no headers: remove those of ids"),
    Mistake(
      #""lines": { "contentType": "application/json" }"#, #""lines": { "contentType": "application/xml" }"#,
      at: #""application/xml""#, "In a URL-encoded form, lines is text and never application/xml"),
    Mistake(
      #""lines": { "contentType": "application/json" }"#,
      #""lines": { "contentType": "application/json", "style": "form" }"#,
      at: #""style": "form""#, #"lines has a "contentType" and a "style", which both determine how it is written"#),
    Mistake(
      #""file": { "contentType": "image/png" }"#, #""file": { "style": "form" }"#, at: #""style": "form""#,
      #"so the "style" of file has no effect; remove it"#),
    // Values that no style can express.
    Mistake(
      #""words": { "type": "array", "items": { "type": "string" }, "examples": [["a", "b"]] }"#,
      #""words": { "type": "array", "items": { "type": "array" } }"#, at: #""words": {"#,
      #"words is a list of lists, which no style can express; give it "styles": { "query""#),
    Mistake(
      #""encoding": { "ids": { "style": "spaceDelimited" }, "lines": { "contentType": "application/json" } }"#,
      #""encoding": { "ids": { "style": "spaceDelimited" } }"#, at: #""lines": { "type""#,
      #"lines is a list of objects, which a form can't express; give it "encoding": { "lines""#),
    // Values that can't be read back, or aren't sent.
    Mistake(
      #""items": { "type": "string", "examples": ["a"] }"#, #""items": { "type": "string", "examples": ["a|b"] }"#,
      at: #""a|b""#, #"contains the "|" that separates the elements of tags, so it is read as ["a","b"]; set its"#),
    Mistake(
      #"{ "style": "label" }"#, #"{ "style": "label", "explode": true }"#, at: "[[1.5, 2]]",
      #"[1.5,2] contains the "." that separates the elements of ids, so it is read as [1,5,2]; set its style to "matrix""#
    ),
    Mistake(
      #""ids": { "type": "array", "items": { "type": "integer" } },"#,
      #""ids": { "type": "array", "items": { "examples": ["a b"] } },"#, at: #""a b""#,
      #"is read as ["a","b"]; set its style to "form" with "explode": true."#),
    Mistake(
      #""items": { "enum": ["a", "b"] }"#, #""items": { "enum": ["a", "b,c"] }"#, at: #""b,c""#,
      #"is read as ["b","c"]; set its "contentType" to "application/json""#),
    Mistake(
      #""examples": [["a", "b"]]"#, #""examples": [[]]"#, at: #""words": {"#,
      "[] is sent as an empty value, but the query parameter words is required"),
    Mistake(
      #""examples": [{ "x": 1 }]"#, #""examples": [{}]"#, at: #""near": { "type""#, "{} is sent as an empty value"),
    Mistake(
      #""examples": [["a"]]"#, #""examples": [[]]"#, at: #""cookies": { "seen""#,
      "the cookie seen is required; use a value that isn't empty"),
    Mistake(
      #""items": { "enum": ["a", "b"] } }"#, #""items": { "enum": ["a", "b"] }, "default": [] }"#,
      at: #""X-Ids": { "type""#, "the header X-Ids is required"),
    // Pointers that lead nowhere.
    Mistake(
      #""when": { "body#/why""#, #""when": { "body#/reason""#, at: "body#/reason",
      #""body#/reason" refers to "reason", which isn't in the schema of the request body; known: data and why."#
    ),
    Mistake(
      #""/name": "body#/data/name""#, #""/name": "body#/data/nme""#, at: "body#/data/nme",
      #"refers to "nme", which isn't in the schema of the request body; did you mean "name"?"#),
    Mistake(
      "item#/shade", "item#/colour", at: "item#/colour",
      #"has no "colour", so nothing is stored at /colour; its members are id, name, count, tags and acl. If items have this member"#
    ),
    Mistake(
      #""member": "/name""#, #""member": "/price""#, at: #""/price""#, #"An item of "items" has no "price""#),
    Mistake("item#/shade", "item#/nam", at: "item#/nam", #"did you mean "name"?"#),
    // Values whose type differs from the member's.
    Mistake(
      #"{ "const": 7 }"#, #"{ "const": "seven" }"#, at: #""seven""#,
      #"/count of an item of "items" is never "seven": "seven" is not an integer, as shop/contract.json:5:"#),
    Mistake(
      #"{ "const": 7 }"#, #"{ "union": [{ "from": "items", "member": "/id" }] }"#, at: #""/count": { "union""#,
      #"This is an array, and /count of an item of "items" is a number"#),
    Mistake(
      #"{ "const": 7 }"#, #""body#/why""#, at: #""/count": "body"#, "body#/why is a string, and /count of an item"),
    Mistake(#""/name": "body#/data/name""#, #""/acl": "now""#, at: #""now""#, "now is a number or a string, and /acl"),
    // Patch steps, neighboring members, and conditions that refer to the request.
    Mistake(
      #""schema": { "type": "array" } } },"#, #""schema": { "type": "object" } } },"#,
      at: #"application/json-patch+json"#, "are an array of JSON Patch steps, but this schema allows no array"
    ),
    Mistake(
      #""content": { "application/json-patch+json": { "schema": { "type": "array" } } },"#, "", at: #""operations""#,
      "in the request body, but this endpoint describes none; add \"content\""),
    Mistake(
      #"{ "/acl": "/acl" }"#, #"{ "/acl": "/id" }"#, at: #""beside""#,
      #"/id holds the key of "items", which is part of the item"#),
    Mistake(
      "If-Unmodified-Since", "X-Since", at: #""failures": ["missing", "invalid", "bare"]"#,
      #"bare (428) rejects requests without a condition, but items.edit documents no header for one; add "If-Match""#),
  ])
  func `what can't be expressed is reported at its place`(mistake: Mistake) throws {
    #expect(Self.contract.contains(mistake.right))
    let text = Self.contract.replacing(mistake.right, with: mistake.wrong, maxReplacements: 1)
    let found = problems(text)
    let problem = try #require(found.first, "nothing was found")
    #expect(found.count == 1, "\(found)")
    #expect(problem.message.contains(mistake.says), "\(problem.message)")
    let range = try #require(text.range(of: mistake.place))
    #expect(problem.location.line == text[..<range.lowerBound].count { $0 == "\n" } + 1, "\(problem)")
  }

  @Test func `a form that is a list has no fields, and that is reported once`() {
    let text = Self.contract.replacing(
      #""schema": { "type": "object", "properties": { "file": { "type": "string" } } },"#,
      with: #""schema": { "type": "array" },"#
    ).replacing(
      #""encoding": { "file": { "contentType": "image/png" } } },"#, with: #""x-none": {} },"#)
    let messages = problems(text).map(\.message)
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.first?.contains("multipart/form-data is read as an object of its fields") == true)
  }

  @Test func `a list of words ends with how many more there are, but never with one more`() {
    let names = (1...9).map { "\"w\($0)\": {}" }.joined(separator: ", ")
    let text = Self.contract.replacing(#""why": { "type": "string" }"#, with: names).replacing(
      "body#/why", with: "body#/x")
    #expect(problems(text).first?.message.contains("known: data, w1, w2, w3, w4, w5, w6, w7 and 2 more.") == true)
    let fewer = text.replacing(#", "w9": {}"#, with: "")
    #expect(problems(fewer).first?.message.contains("w7 and w8.") == true, "\(problems(fewer))")
  }

  @Test func `an open body is warned about, a closed one is an error`() {
    let open = problems(Self.contract.replacing("body#/why", with: "body#/reason"))
    #expect(open.map(\.level) == [.warning])
    let closed = problems(Self.contract.replacing("body#/data/name", with: "body#/data/nme"))
    #expect(closed.map(\.level) == [.error])
    #expect(closed.map(\.isServable) == [true])
  }

  @Test(arguments: [#""additionalProperties": true"#, #""patternProperties": { "^x": {} }"#])
  func `what says that it has more is believed`(open: String) {
    let text = Self.contract.replacing("body#/data/name", with: "body#/data/nickname")
    #expect(problems(text).count == 1)
    #expect(problems(text.replacing(#""additionalProperties": false"#, with: open)) == [])
  }

  @Test func `members of a seed or set by a state exist, and those of recordings are unknown`() {
    let unseen = Self.contract.replacing(#", "shade": "red""#, with: "")
    #expect(problems(unseen).map(\.level) == [.warning])
    #expect(problems(unseen.replacing(#""set": {"#, with: #""set": { "/shade": { "const": "red" },"#)) == [])
    #expect(problems(unseen.replacing(#"[{ "id": 1, "name": "One" }]"#, with: #"["items.get/one"]"#)) == [])
  }
}
