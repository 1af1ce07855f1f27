import Foundation
import PlumblineContractModel
import Testing

@Suite struct ContractMistakesTests {
  /// An error in an endpoint of the small contract, with its location and its message.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let members: String
    let place: String
    let says: String
    var level = Problem.Level.error
    var isServable = false

    var testDescription: String { members }
  }

  @Test(arguments: [
    Mistake(members: #""standing": "documentd""#, place: #""documentd""#, says: "did you mean \"documented\"?"),
    Mistake(
      members: #""erors": []"#, place: #""erors""#, says: "Unknown key \"erors\"; did you mean \"errors\"?"),
    Mistake(members: #""banana": []"#, place: #""banana""#, says: "Unknown key \"banana\"; known: when, "),
    Mistake(
      members: #""failures": ["notFond"]"#, place: #""notFond""#,
      says: "Unknown error \"notFond\"; did you mean \"notFound\"?"),
    Mistake(
      members: #""authentication": ["kee"]"#, place: #""kee""#,
      says: "Unknown credential \"kee\"; did you mean \"key\"?"),
    Mistake(
      members: #""authentication": "key""#, place: #""key""#,
      says: "\"authentication\" must be an array, not a string."),
    Mistake(
      members: #""query": { "page": true }, "required": { "query": ["pge"] }"#, place: #""pge""#,
      says: "The required query parameter \"pge\" isn't declared; did you mean \"page\"?"),
    Mistake(
      members: #""required": { "headers": ["X-A"] }"#, place: #""X-A""#, says: "give it a schema in \"headers\"."),
    Mistake(
      members: #""required": { "body": true }"#, place: #""body""#, says: "The body is required but not described"),
    Mistake(
      members: #""query": { "ids": true }, "styles": { "query": { "idz": { "style": "form" } } }"#, place: #""idz""#,
      says: "Unknown query parameter \"idz\"; did you mean \"ids\"?"),
    Mistake(
      members: #""query": { "id": { "type": "string" } }, "styles": { "query": { "id": { "style": "deepObject" } } }"#,
      place: #""id": { "style""#, says: "id is a single value, but \"deepObject\" applies only to objects and lists",
      isServable: true),
    Mistake(
      members:
        #""query": { "id": { "type": "string" } }, "styles": { "query": { "id": { "style": "pipeDelimited" } } }"#,
      place: #""id": { "style""#, says: "id is a single value, but \"pipeDelimited\" separates several"),
    Mistake(
      members: #""query": { "id": { "type": "array" } }, "styles": { "query": { "id": { "style": "matrix" } } }"#,
      place: #""matrix""#,
      says:
        "A query parameter can't have the style \"matrix\"; expected form, spaceDelimited, pipeDelimited or deepObject."
    ),
    Mistake(
      members: #""query": { "f": { "type": "object", "additionalProperties": false } }"#, place: #""f""#,
      says: "Each member of f is a parameter of its own (style form, exploded), but the schema of f allows no members"),
    Mistake(
      members: #""query": { "f": { "type": "object" }, "g": { "type": "object" } }"#, place: #""g""#,
      says: "Any name may be a member of both g and f, so they can't be distinguished;"),
    Mistake(
      members: #""query": { "f": { "type": "object", "properties": { "a": true } }, "a": true }"#, place: #""f""#,
      says: "f has a member a, which is a parameter of its own (style form, exploded), and so does a"),
    Mistake(
      members: #""cookies": { "theme": true }, "required": { "cookies": ["them"] }"#, place: #""them""#,
      says: "The required cookie \"them\" isn't declared; did you mean \"theme\"?"),
    Mistake(
      members: #""content": { "text/csv": { "encoding": { "a": { "style": "form" } } } }"#, place: #"{ "a": { "style""#,
      says: "text/csv has no fields to encode"),
    Mistake(
      members:
        #""content": { "multipart/form-data": { "schema": { "properties": { "a": true } }, "encoding": { "b": {} } } }"#,
      place: #""b""#, says: "The form has no field \"b\""),
    Mistake(members: #""path": { "id": true }"#, place: #""id""#, says: "\"id\" isn't a parameter of /a"),
    Mistake(
      members: #""alternatives": ["GTE /b"]"#, place: "GTE /b",
      says: "\"GTE\" isn't a known method; did you mean GET?", level: .warning),
    Mistake(
      members: #""alternatives": ["get /b"]"#, place: "get /b", says: "did you mean GET?", level: .warning),
    Mistake(members: #""alternatives": ["CONNECT /b"]"#, place: "CONNECT /b", says: "so a contract can't describe it"),
    Mistake(members: #""alternatives": ["G(T /b"]"#, place: "G(T /b", says: "expected a word of letters and hyphens"),
    Mistake(
      members: #""alternatives": ["GET /{a}{b}"]"#, place: "{b}",
      says: "need text between them that shows where the first ends"),
    Mistake(
      members: #""alternatives": ["GET /{+a}/{+b}"]"#, place: "{+b}",
      says: "with two, the end of the first is ambiguous"
    ),
    Mistake(
      members: #""alternatives": ["GET /{a}-{+b}"]"#, place: "{+b}", says: "{+b} takes whole segments"),
    Mistake(members: #""alternatives": ["GET /{b*}"]"#, place: "{b*}", says: "is written {+b}."),
    Mistake(members: #""alternatives": ["GET /a{?b}"]"#, place: "{?b}", says: "name its parameters in \"query\""),
    Mistake(members: #""alternatives": ["GET /a{.b}"]"#, place: "{.b}", says: "begins with no \".\""),
    Mistake(
      members: #""when": { "persona.type": true }"#, place: #""persona.type""#,
      says: "Put requirements on the caller into \"requires\""),
    Mistake(members: #""when": { "item#/a": true }"#, place: #""item#/a""#, says: "isn't part of the"),
    Mistake(members: #""when": { "credential.key": true }"#, place: #""credential.key""#, says: "isn't part of the"),
    Mistake(members: #""when": { "path.b": true }"#, place: #""path.b""#, says: "Unknown path parameter \"b\""),
    Mistake(members: #""when": { "body#/b": true }"#, place: #""body#/b""#, says: "this endpoint has no \"body\""),
    Mistake(members: #""when": { "qurey.b": true }"#, place: #""qurey.b""#, says: "did you mean \"query.b\"?"),
    Mistake(members: #""when": {  }"#, place: "{  }", says: "\"when\""),
    Mistake(members: #""alternatives": ["/b"]"#, place: "/b\"", says: "The method is missing"),
    Mistake(
      members: #""alternatives": ["GET /b/{c"]"#, place: "{c", says: "Braces enclose the name of a parameter"),
    Mistake(members: #""alternatives": ["GET /b c"]"#, place: " c", says: "A path can't contain a space"),
    Mistake(members: #""query": { "q": { "type": "strin" } }"#, place: #""strin""#, says: "string"),
    Mistake(
      members: #""query": { "q": { "$ref": "contract.json#/schemas/Pge" } }"#, place: #""contract.json#/schemas/Pge""#,
      says: "; did you mean \"contract.json#/schemas/Page\"?"),
    Mistake(
      members: ##""query": { "q": { "$ref": "#/schemas/Page" } }"##, place: ##""#/schemas/Page""##,
      says: "; did you mean \"contract.json#/schemas/Page\"?"),
    Mistake(
      members: #""query": { "q": { "$ref": "contrct.json#/schemas/Page" } }"#, place: #""contrct.json#/schemas/Page""#,
      says: "; did you mean \"contract.json#/schemas/Page\"?"),
    Mistake(
      members: ##""query": { "q": { "$ref": "#/endpionts/a" } }"##, place: ##""#/endpionts/a""##,
      says: "; did you mean \"#/endpoints/a\"?"),
    Mistake(
      members: #""query": { "q": { "minimun": 1 } }"#, place: "1 }", says: "; did you mean \"minimum\"?",
      level: .warning),
    Mistake(
      members: #""query": { "q": { "pattern": "(x)\\1" } }"#, place: #""(x)\\1""#, says: "back-reference",
      level: .warning),
    Mistake(
      members: #""query": { "q": { "type": "integer", "minimum": 5, "maximum": 3 } }"#,
      place: #"{ "type": "integer", "minimum": 5"#, says: "no number lies between 5 and 3", isServable: true),
    Mistake(
      members: #""query": { "q": { "type": "string", "format": "date", "pattern": "^x" } }"#,
      place: #"{ "type": "string", "format": "date""#, says: "matches '^x' and is of format date", isServable: true),
    Mistake(
      members: #""query": { "q": { "x-standing": "asumed" } }"#, place: #""asumed""#,
      says: "\"asumed\" isn't a standing; did you mean \"assumed\"?"),
    Mistake(
      members: #""query": { "q": { "x-personal": "yes" } }"#, place: #""yes""#, says: "x-personal must be true or false"
    ),
    Mistake(
      members: #""query": { "q": { "format": "date-tme" } }"#, place: #""date-tme""#,
      says: "did you mean \"date-time\"?", level: .warning),
    Mistake(
      members: #""query": { "q": { "properties": { "id": true }, "required": ["idd"] } }"#, place: #""idd""#,
      says: "isn't among the \"properties\"; did you mean \"id\"?", level: .warning),
    Mistake(
      members: #""query": { "q": { "type": "integer", "default": "one" } }"#, place: #""one""#,
      says: "This default doesn't match the schema around it: \"one\" is not an integer.", level: .warning),
    Mistake(
      members: #""query": { "q": { "items": { "enum": [1], "examples": [2] } } }"#, place: "2] }",
      says: "This example doesn't match the schema around it: 2 is not 1.", level: .warning),
    Mistake(
      members: #""requires": ["can_edti"]"#, place: #""can_edti""#, says: "did you mean \"can_edit\"?", level: .warning),
    Mistake(
      members: #""authentication": [], "requires": ["can_edit"]"#, place: #"["can_edit"]"#,
      says: "requires no credentials; add a credential to \"authentication\".", level: .warning),
    Mistake(
      members: #""requires": [{ "persona.tpye": true }]"#, place: #""persona.tpye""#, says: "did you mean \"type\"?"),
    Mistake(
      members: #""requires": [{ "perso.type": true }]"#, place: #""perso.type""#, says: "did you mean \"persona.type\"?"
    ),
    Mistake(members: #""requires": [{ "item#/a": true }]"#, place: #""item#/a""#, says: "only the guards"),
    Mistake(members: #""deprecated": { "successor": "b" }"#, place: #""b""#, says: "Unknown endpoint \"b\""),
    Mistake(
      members: #""deprecated": { "sunset": "soon" }"#, place: #""soon""#, says: "The day from which it may be removed"),
    Mistake(
      members: #""body": true, "content": { "application/json": {} }"#, place: #""application/json""#,
      says: "application/json is already defined"),
    Mistake(members: #""state": { "action": "lgoin" }"#, place: #""lgoin""#, says: "did you mean \"login\"?"),
    Mistake(
      members: #""state": { "action": "read", "collection": "x" }"#, place: #""x""#,
      says: "Unknown resource \"x\"; none are defined."),
    Mistake(
      members: #""state": [{ "action": "check" }, { "action": "check" }]"#, place: #"{ "action": "check" }, {"#,
      says: "A state without \"when\" always applies"),
    Mistake(
      members: #""state": { "action": "refresh", "set": { "/a": "nwo" } }"#, place: #""nwo""#,
      says: "\"nwo\" isn't an address"),
    Mistake(
      members: #""state": { "action": "refresh", "set": { "/a": { "now": "P1M" } } }"#, place: #""P1M""#,
      says: "isn't a duration"),
    Mistake(
      members: #""state": { "action": "refresh", "set": { "/a": { "count": "x" } } }"#, place: #""x""#,
      says: "Unknown resource \"x\""),
    Mistake(
      members: #""state": { "action": "login", "within": { "path.x": "/a" } }"#, place: #""path.x""#,
      says: "Unknown path parameter"),
    Mistake(
      members: #""state": { "action": "check", "persona": "owner" }"#, place: #""owner" }"#,
      says: "\"persona\" isn't allowed here"),
    Mistake(
      members: #""state": { "action": "login", "persona": "owner" }"#, place: #""state": { "action": "login""#,
      says: "\"state\" lacks \"resource\"."),
    Mistake(
      members: #""state": { "action": "logout", "also": [{ "action": "check" }] }"#, place: #""check" }] }"#,
      says: "expected create, update, delete, clear or logout."),
    Mistake(
      members: #""state": { "action": "logout", "also": [{ "action": "logout", "also": [] }] }"#, place: #"[] }"#,
      says: "\"also\" isn't allowed here"),
  ])
  func `a mistake in an endpoint is reported once, at its place`(mistake: Mistake) throws {
    let file = Files.endpoints(Files.endpoint("a", "GET /a", ", " + mistake.members))
    try expect([mistake], in: file, files: [Files.main, file])
  }

  @Test(arguments: [
    Mistake(members: #"{ "404": {} }"#, place: #""404""#, says: "List it in \"errors\"."),
    Mistake(members: #"{ "2OO": {} }"#, place: #""2OO""#, says: "\"2OO\" isn't a success status"),
    Mistake(
      members: #"{ "200": [{ "payload": true }, { "payload": false }] }"#, place: #"{ "payload": true }"#,
      says: "can't be reached"),
    Mistake(
      members: #"{ "200": { "payload": true, "body": true } }"#, place: #""body""#, says: "make it a list of responses"),
    Mistake(
      members: #"{ "200": { "payload": true, "others": ["pags"] } }"#, place: #""pags""#,
      says: "did you mean \"pages\"?"),
    Mistake(members: #"{ "200": { "others": ["pages"] } }"#, place: #""others""#, says: "has no payload"),
    Mistake(
      members: #"{ "200": { "when": { "query.q": true } } }"#, place: #""query.q""#,
      says: "Unknown query parameter \"q\"; none are defined."),
    Mistake(members: #"{ "200": { "when": { "query": true } } }"#, place: #""query""#, says: "isn't an address"),
    Mistake(members: #"{ "200": { "when": { "body#/a": true } } }"#, place: #""body#/a""#, says: "no \"body\""),
    Mistake(members: #"{ "200": { "headers": { "A B": {} } } }"#, place: #""A B""#, says: "A header or cookie name"),
    Mistake(
      members: #"{ "200": { "content": { "text": {} } } }"#, place: #""text""#, says: "A media type, such as text/csv."),
    Mistake(members: "[]", place: "[]", says: "\"success\" must be an object, not an array."),
  ])
  func `a mistake in the responses is reported once, at its place`(mistake: Mistake) throws {
    let file = Files.endpoints(
      "\"a\": { \"summary\": \"Does\", \"request\": \"GET /a\", \"source\": \"Book\", \"success\": \(mistake.members) }"
    )
    try expect([mistake], in: file, files: [Files.main, file])
  }

  @Test(arguments: [
    ("\"https://shop.example/\"", "\"shop.example\"", "has no scheme"),
    ("\"writes\": \"never\"", "\"writes\": \"nevr\"", "did you mean \"never\"?"),
    ("\"in\": \"bearer\"", "\"in\": \"baerer\"", "did you mean \"bearer\"?"),
    ("\"name\": \"X-Key\", ", "", "\"key\" lacks \"name\""),
    ("\"status\": 404", "\"status\": 204", "204 isn't an error status"),
    ("\"plumbline\": 1,", "", "contract.json lacks \"plumbline\""),
    ("\"plumbline\": 1", "\"plumbline\": 2", "2 is not allowed here; expected 1."),
    ("\"service\": \"shop\"", "\"service\": \"my shop\"", "A name: a letter, then letters"),
    (
      "\"commonFailures\": [\"unauthorized\"", "\"commonFailures\": [\"unauthorised\"", "did you mean \"unauthorized\"?"
    ),
    ("\"tab\": \"t1\"", "\"tba\": \"t1\"", "Unknown credential \"tba\"; did you mean \"tab\"?"),
    ("\"message\": \"message\"", "\"message\": \"ok\"", "\"ok\" is already the envelope's flag"),
    ("\"payload\": \"data\", ", "\"payload\": 7, ", "\"payload\" must be a string, not a number."),
    ("\"pages\": {", "\"ok\": {", "\"ok\" is already the envelope's flag"),
    ("\"title\": \"The Shop\"", "\"title\": 5", "\"title\" must be a string, not a number."),
    ("\"title\": \"The Shop\"", "\"service\": \"shop\"", "The key \"service\" occurs twice"),
  ])
  func `a mistake in contract.json is reported once`(text: String, replacement: String, says: String) throws {
    let main = String(decoding: Files.main.bytes, as: UTF8.self)
    #expect(main.contains(text))
    let changed = main.replacingFirst(text, with: replacement)
    let result = ContractLoader.load([Files.file("contract.json", changed)])
    #expect(result.contract == nil)
    #expect(result.problems.count == 1, "\(result.problems)")
    #expect(result.problems.first?.message.contains(says) == true, "\(result.problems)")
  }

  @Test func `personas that can't be told apart are a warning`() throws {
    let main = String(decoding: Files.main.bytes, as: UTF8.self)
    let changed = main.replacingFirst(
      "\"permissions\": [],",
      with:
        "\"permissions\": [] }, \"twin\": { \"credentials\": { \"key\": \"shared\", \"session\": \"guest-token\" } },"
        + " \"other\": {")
    let result = ContractLoader.load([Files.file("contract.json", changed)])
    #expect(result.contract != nil)
    #expect(result.problems.map(\.level) == [.warning])
    #expect(result.problems.first?.message.hasPrefix("other has the same credentials as twin") == true)
  }

  @Test func `a payload without an envelope is refused`() throws {
    let main = String(decoding: Files.main.bytes, as: UTF8.self)
    let start = try #require(main.range(of: "\"envelope\": {"))
    let end = try #require(main.range(of: "\"personas\""))
    let changed = main[..<start.lowerBound] + "\"envelope\": null, " + main[end.lowerBound...]
    let file = Files.endpoints(
      #""a": { "summary": "Does", "request": "GET /a", "source": "Book", "success": { "200": { "payload": true } } }"#)
    try expect(
      [Mistake(members: "", place: #""payload""#, says: "write \"body\" for bare JSON")], in: file,
      files: [Files.file("contract.json", String(changed)), file])
  }

  @Test func `misspelled path parameters are one problem`() throws {
    let file = Files.endpoints(Files.endpoint("a", "GET /a/{ticket_id}", #", "path": { "tiket_id": true }"#))
    try expect(
      [Mistake(members: "", place: #""tiket_id""#, says: "did you mean \"ticket_id\"?")], in: file,
      files: [Files.main, file])
    let bare = Files.endpoints(Files.endpoint("a", "GET /a/{ticket_id}"))
    try expect(
      [Mistake(members: "", place: #""GET /a/{ticket_id}""#, says: "{ticket_id} has no schema")], in: bare,
      files: [Files.main, bare])
  }

  @Test func `a misspelled required key is one problem, not two`() throws {
    let file = Files.endpoints(
      #""a": { "summary": "Does", "request": "GET /a", "source": "Book", "sucess": { "200": {} } }"#)
    try expect(
      [Mistake(members: "", place: #""sucess""#, says: "Unknown key \"sucess\"; did you mean \"success\"?")], in: file,
      files: [Files.main, file])
  }

  @Test func `what is missing is shown at what lacks it, with what it is for`() throws {
    let file = Files.endpoints(#""a": { "summary": "Does", "request": "GET /a", "success": { "200": {} } }"#)
    try expect(
      [
        Mistake(
          members: "", place: #""a""#, says: "\"a\" lacks \"source\": the document and section that describe it.")
      ], in: file, files: [Files.main, file])
  }

  @Test func `all that an object lacks is one problem`() throws {
    let file = Files.endpoints(##""a": { "summary": "Does" }"##)
    try expect(
      [Mistake(members: "", place: #""a""#, says: "\"a\" lacks \"request\", \"source\" and \"success\".")], in: file,
      files: [Files.main, file])
  }

  @Test func `references to one schema that is missing or none are one problem`() throws {
    let query = ##", "query": { "a": { "$ref": "#/schemas/Size" }, "b": { "$ref": "#/schemas/Size" } }"##
    let missing = Files.endpoints(Files.endpoint("a", "GET /a", query.replacingFirst("#/", with: "items.json#/")))
    try expect(
      [Mistake(members: "", place: #""items.json#/schemas/Size""#, says: " One more has the same problem.")],
      in: missing,
      files: [Files.main, missing])
    let none = Files.file(
      "items.json", "{ \"endpoints\": { \(Files.endpoint("a", "GET /a", query)) }, \"schemas\": { \"Size\": [7] } }")
    try expect(
      [Mistake(members: "", place: "[7]", says: "\"Size\" must be a boolean or object, not an array.")], in: none,
      files: [Files.main, none])
  }

  @Test func `two endpoints with one id or one request are refused`() throws {
    let second = Files.endpoints(
      [Files.endpoint("a", "GET /b"), Files.endpoint("c", "GET /a/{other}", #", "path": { "other": true }"#)]
        .joined(separator: ",\n"), name: "later.json")
    let first = Files.endpoints(
      [Files.endpoint("a", "GET /a"), Files.endpoint("b", "GET /a/{id}", #", "path": { "id": true }"#)]
        .joined(separator: ",\n"))
    try expect(
      [
        Mistake(members: "", place: #""a": {"#, says: "The endpoint \"a\" is already defined in shop/items.json:2:1"),
        Mistake(members: "", place: #""GET /a/{other}""#, says: "is already the request of b (shop/items.json:3:1)"),
      ], in: second, files: [Files.main, first, second])
  }

  @Test func `what endpoints share belongs in contract.json`() throws {
    let file = Files.file("items.json", #"{ "servers": {}, "endpoints": {} }"#)
    try expect(
      [Mistake(members: "", place: #""servers""#, says: "\"servers\" belongs in contract.json")], in: file,
      files: [Files.main, file])
  }

  @Test func `a folder without contract.json says so, and still shows the rest`() throws {
    let result = ContractLoader.load([
      Files.endpoints(Files.endpoint("a", "GTE /a", #", "failures": ["notFound"]"#), name: "contracts.json")
    ])
    #expect(
      result.problems.map(\.location.description) == ["shop/contract.json:1:1", "shop/contracts.json:2:39"])
    let message = try #require(result.problems.first?.message)
    #expect(message.hasPrefix("contract.json is missing (only contracts.json was found)"), "\(message)")
  }

  @Test func `names that an unreadable file may give are not called unknown`() {
    let result = ContractLoader.load([
      Files.file("contract.json", "{"),
      Files.endpoints(
        Files.endpoint(
          "a", "GET /a",
          #"""
          , "failures": ["gone"], "query": { "q": { "$ref": "contract.json#/schemas/Page" } },
          "state": { "action": "list", "collection": "notes", "filter": { "query.q": "/q" } }
          """#)),
    ])
    #expect(result.problems.map(\.location.file) == ["shop/contract.json"])
  }

  @Test func `a file that can't be read hides only references into it, and none into a file with a longer name`() {
    let result = ContractLoader.load([
      Files.main, Files.file("s.json", "{"),
      Files.file(
        "notes.json",
        #"{ "schemas": { "Note": { "$ref": "notes.json#/schemas/Nte" }, "Tag": { "$ref": "./s.json#/schemas/Tag" } } }"#
      ),
    ])
    let told = result.problems.filter { $0.location.file == "shop/notes.json" }
    #expect(told.map(\.location.description) == ["shop/notes.json:1:34"])
    #expect(told.first?.message.contains("leads nowhere") == true)
    #expect(result.problems.contains { $0.location.file == "shop/s.json" })
  }

  @Test func `mistakes in three files are reported at once, each with its line and column`() throws {
    let result = ContractLoader.load([
      Files.file(
        "contract.json",
        """
        {
          "plumbline": 1,
          "service": "shop",
          "servers": { "testing": { "url": "ftp://shop.example" } },
          "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "KEY" } },
          "authentication": ["kee"],
          "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
          "failures": { "gone": { "status": 200 } }
        }
        """),
      Files.file(
        "broken.json",
        """
        {
          "endpoints": [,]
        }
        """),
      Files.file(
        "items.json",
        """
        {
          "endpoints": {
            "items.get": {
              "summary": "Read", "request": "GET /items/{id", "source": "Book",
              "standing": "assummed",
              "success": { "200": { "payload": { "type": "object", "required": "id" } } }
            },
            "items.list": {
              "summary": "List", "request": "GET /items", "source": "Book",
              "success": { "404": {} },
              "failurs": ["gone"]
            }
          }
        }
        """),
    ])
    #expect(result.contract == nil)
    #expect(
      result.problems.map(\.location.description) == [
        "shop/broken.json:2:17",
        "shop/contract.json:4:36",
        "shop/contract.json:6:22",
        "shop/contract.json:8:37",
        "shop/items.json:4:49",
        "shop/items.json:5:19",
        "shop/items.json:6:72",
        "shop/items.json:10:20",
        "shop/items.json:11:7",
      ], "\(result.problems.map(\.description).joined(separator: "\n"))")
  }

  /// Expects exactly these problems in a file, each at the first occurrence of its text.
  private func expect(
    _ mistakes: [Mistake], in file: ContractLoader.File, files: [ContractLoader.File]
  ) throws {
    let result = ContractLoader.load(files)
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(result.problems.count == mistakes.count, "\(result.problems)")
    for (problem, mistake) in zip(result.problems, mistakes) {
      let before = text[..<(try #require(text.range(of: mistake.place)).lowerBound)]
      let line = before.split(separator: "\n", omittingEmptySubsequences: false).count
      let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last?.unicodeScalars.count ?? 0) + 1
      #expect(problem.location.description == "\(file.path):\(line):\(column)", "\(problem)")
      #expect(problem.message.contains(mistake.says), "\(problem)")
      #expect(problem.level == mistake.level)
      #expect(problem.isServable == mistake.isServable)
    }
    #expect((result.contract == nil) == mistakes.contains { $0.level == .error && !$0.isServable })
  }
}

extension String {
  func replacingFirst(_ text: String, with replacement: String) -> String {
    guard let range = range(of: text) else { return self }
    return self[..<range.lowerBound] + replacement + self[range.upperBound...]
  }
}
