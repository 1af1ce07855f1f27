import PlumblineContractModel
import PlumblineRecordings
import Testing

@Suite struct FrameLintTests {
  /// Returns the problems of a contract whose list has this response, and of these recordings.
  private func problems(
    _ answer: String, state: String = #""action": "list", "collection": "items", "at": "/items""#,
    envelope: String = "null", recorded: [(name: String, body: String)] = [], seed: String = "[]"
  ) throws -> [Problem] {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": \(envelope),
        "failures": { "missing": { "status": 404 } },
        "collections": { "items": { "item": { "type": "object", "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } }, "key": "/id", "seed": \(seed) } },
        "endpoints": {
          "items.get": { "summary": "Reads", "request": "GET /items/{id}", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "failures": ["missing"], "success": { "200": \(answer) }, "state": { \(state) } } } }
      """
    let loaded = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    ])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    #expect(loaded.problems == [])
    let files = recorded.map { name, body in
      RecordingFiles.file(RecordingFiles.text(response: #"{ "status": 200, "body": \#(body) }"#), name: name)
    }
    return RecordingLint.problems(in: RecordingLoader.load(files).recordings, contract: contract)
  }

  private static func list(_ member: String) -> String {
    """
    { "body": { "type": "object", "required": ["items", "more"],
      "properties": { "items": { "type": "array" }, "more": \(member) } } }
    """
  }

  @Test func `a count that nothing fills is reported, with the role that its name suggests`() throws {
    let found = try problems(Self.list(#"{ "type": "boolean" }"#))
    let problem = try #require(found.first)
    #expect(found.count == 1)
    #expect(problem.level == .error)
    #expect(problem.isServable)
    #expect(problem.message.contains("items.get must respond with /more"))
    #expect(problem.message.contains(#"add "x-paging": "more" to its schema, or give it a "const""#))
    // A recorded value is correct only until the first change.
    let recorded = [(name: "success", body: #"{ "items": [], "more": false }"#)]
    #expect(try problems(Self.list(#"{ "type": "boolean" }"#), recorded: recorded).count == 1)
  }

  @Test(arguments: [
    #"{ "type": "boolean", "x-paging": "more" }"#, #"{ "type": "boolean", "default": false }"#, #"{ "const": 1 }"#,
    #"{ "enum": ["a"] }"#, #"{ "type": "string", "examples": ["a"] }"#, #"{ "type": ["string", "null"] }"#,
  ])
  func `what says what it is needs no recording`(member: String) throws {
    #expect(try problems(Self.list(member)) == [])
  }

  @Test func `what counts nothing may be recorded`() throws {
    let member = #"{ "type": "object" }"#
    #expect(try problems(Self.list(member)).count == 1)
    let recorded = [(name: "success", body: #"{ "items": [], "more": { "a": 1 } }"#)]
    #expect(try problems(Self.list(member), recorded: recorded) == [])
  }

  @Test(arguments: [
    (#"{ "type": "string", "x-paging": "more" }"#, #""x-paging": "more" is true or false, but the schema of /more"#),
    (#"{ "type": "boolean", "x-paging": "total" }"#, #""x-paging": "total" is a whole number"#),
    (#"{ "type": ["boolean", "null"], "x-paging": "next" }"#, "is a value that the request's parameter accepts"),
    (#"{ "type": ["string", "null"], "format": "uri", "pattern": "^ftp:", "x-paging": "next" }"#, "is a URL"),
  ])
  func `a statement about a list has to fit its schema`(member: String, says: String) throws {
    let found = try problems(Self.list(member))
    #expect(found.count == 1 && found.first?.message.contains(says) == true, "\(found)")
  }

  @Test func `an answer asks for nothing that no item has`() throws {
    let read = #""action": "read", "collection": "items", "key": "path.id""#
    func found(
      _ required: String, at place: String = "", seed: String = #"[{ "id": 7, "colour": "red" }, { "id": 8 }]"#
    ) throws
      -> [Problem]
    {
      let item = #"{ "type": "object", "required": ["\#(required)"] }"#
      let body = place.isEmpty ? item : #"{ "type": "object", "properties": { "item": \#(item) } }"#
      return try problems(#"{ "body": \#(body) }"#, state: read + place, seed: seed)
    }
    let problem = try #require(try found("updated").first)
    #expect(problem.isServable)
    #expect(problem.message.contains(#"This response of items.get requires "updated", but no item of"#))
    #expect(try found("updated", at: #", "at": "/item""#).count == 1)
    #expect(try found("id", at: #", "at": "/item""#) == [])
    #expect(try found("id") == [])
    #expect(try found("colour") == [])
    #expect(try found("name") == [])
    #expect(try found("updated", seed: #"[{ "id": 7, "updated": 1 }]"#) == [])
  }

  @Test func `a failure whose body can't be made is reported`() throws {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null,
        "failures": { "odd": { "status": 400, "body": { "type": "string", "pattern": "^a(?!a)a$" } },
          "fine": { "status": 404, "body": { "type": "object" } } },
        "endpoints": {} }
      """
    let contract = try RecordingFiles.contract(text)
    let found = RecordingLint.problems(in: [], contract: contract)
    #expect(found.map(\.location.line) == [2])
    #expect(found.first?.message.contains("The mock has no body for the error odd: ") == true, "\(found)")
  }

  @Test func `a header field that has to be there and says nothing is reported`() throws {
    func found(_ header: String, state: String, status: String = "200", recorded: Bool = false) throws -> [Problem] {
      try problems(
        #"{ "body": { "type": "object" }, "headers": { \#(header) } }"#, state: state,
        recorded: recorded ? [(name: "success", body: #"{}, "headers": { "x-id": "7" }"#)] : [])
    }
    let read = #""action": "read", "collection": "items", "key": "path.id""#
    let problem = try #require(try found(#""X-Id": { "required": true }"#, state: read).first)
    #expect(problem.isServable)
    #expect(problem.location.line == 7)
    #expect(
      problem.message.contains(
        #"The response of items.get requires X-Id, but its value is unknown; give it a "schema""#))
    #expect(try found(#""X-Id": { "required": true, "schema": true }"#, state: read).count == 1)
    #expect(try found(#""X-Id": { "required": true, "schema": { "type": "string" } }"#, state: read) == [])
    #expect(try found(#""X-Id": {}, "ETag": { "required": true }, "Date": { "required": true }"#, state: read) == [])
    #expect(try found(#""Location": { "required": true }"#, state: read).count == 1)
    #expect(try found(#""X-Id": { "required": true }"#, state: read, recorded: true) == [])
  }

  @Test func `the last page has to be allowed to have no next one`() throws {
    let found = try problems(Self.list(#"{ "type": "integer", "x-paging": "next" }"#))
    #expect(found.first?.message.contains("The last page of items.get has no next one") == true)
    #expect(try problems(Self.list(#"{ "type": ["integer", "null"], "x-paging": "next" }"#)) == [])
  }

  @Test func `further members of the envelope are filled as well, or reported`() throws {
    func found(_ total: String) throws -> [Problem] {
      try problems(
        #"{ "payload": { "type": "array" }, "others": ["paging"] }"#,
        state: #""action": "list", "collection": "items""#,
        envelope: """
          { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message", "others": { "paging": {
            "type": "object", "required": ["total"], "properties": { "total": \(total) } } } }
          """)
    }
    #expect(try found(#"{ "type": "integer", "x-paging": "total" }"#) == [])
    let silent = try found(#"{ "type": "integer" }"#).first
    #expect(silent?.message.contains(#"add "x-paging": "total" to its schema"#) == true)
  }

  @Test func `recordings and seeds that disagree about one item are shown, both`() throws {
    let read = #""action": "read", "collection": "items", "key": "path.id""#
    let answer = #"{ "body": { "type": "object" } }"#
    let recorded = [(name: "success", body: #"{ "id": 7, "name": "Seven" }"#)]
    let found = try problems(
      answer, state: read, recorded: recorded, seed: #"[{ "id": 7, "name": "Sieben" }, { "id": 8 }]"#)
    let problem = try #require(found.first)
    #expect(found.count == 1)
    #expect(problem.level == .warning)
    #expect(problem.location.file.hasSuffix("success.json"))
    #expect(
      problem.message.contains(#"/name of 7 in "items" is "Seven" here, but "Sieben" in the seed (shop/contract"#))
    #expect(try problems(answer, state: read, recorded: recorded, seed: #"[{ "id": 7 }]"#) == [])
    let set = read + #", "set": { "/name": { "const": "Seven" } }"#
    #expect(try problems(answer, state: set, recorded: recorded, seed: #"[{ "id": 7, "name": "Sieben" }]"#) == [])
    let both = recorded + [(name: "other", body: #"{ "id": 7, "name": "Sept" }"#)]
    let two = try problems(answer, state: read, recorded: both, seed: #""items.get/success""#)
    #expect(two.first?.message.contains("\"Sept\" here, but \"Seven\" in items.get/success") == true)
  }
}
