import PlumblineContractModel
import PlumblineRecordings
import Testing

@Suite struct FrameLintTests {
  /// The problems of a contract whose items are listed with this answer, and with these recordings of it.
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
            "path": { "id": { "type": "integer" } }, "success": { "200": \(answer) }, "state": { \(state) } } } }
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

  @Test func `a count that nothing fills is told, with the role that its name suggests`() throws {
    let found = try problems(Self.list(#"{ "type": "boolean" }"#))
    let problem = try #require(found.first)
    #expect(found.count == 1 && problem.level == .error && problem.isServable)
    #expect(problem.message.contains("items.get has to answer /more"))
    #expect(problem.message.contains(#"say "x-paging": "more" in its schema, or give it a "const""#))
    // What is recorded was right once, and isn't after the first change.
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

  @Test func `the last page has to be allowed to have no next one`() throws {
    let found = try problems(Self.list(#"{ "type": "integer", "x-paging": "next" }"#))
    #expect(found.first?.message.contains("The last page of items.get has no next one") == true)
    #expect(try problems(Self.list(#"{ "type": ["integer", "null"], "x-paging": "next" }"#)) == [])
  }

  @Test func `further members of the envelope are filled as well, or told`() throws {
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
    #expect(try found(#"{ "type": "integer" }"#).first?.message.contains(#"say "x-paging": "total""#) == true)
  }

  @Test func `recordings and seeds that disagree about one item are shown, both`() throws {
    let read = #""action": "read", "collection": "items", "key": "path.id""#
    let answer = #"{ "body": { "type": "object" } }"#
    let recorded = [(name: "success", body: #"{ "id": 7, "name": "Seven" }"#)]
    let found = try problems(
      answer, state: read, recorded: recorded, seed: #"[{ "id": 7, "name": "Sieben" }, { "id": 8 }]"#)
    let problem = try #require(found.first)
    #expect(found.count == 1 && problem.level == .warning && problem.location.file.hasSuffix("success.json"))
    #expect(
      problem.message.contains(#"/name of 7 in "items" is "Seven" here, and "Sieben" in the seed (shop/contract"#))
    #expect(try problems(answer, state: read, recorded: recorded, seed: #"[{ "id": 7 }]"#) == [])
    let set = read + #", "set": { "/name": { "const": "Seven" } }"#
    #expect(try problems(answer, state: set, recorded: recorded, seed: #"[{ "id": 7, "name": "Sieben" }]"#) == [])
    let both = recorded + [(name: "other", body: #"{ "id": 7, "name": "Sept" }"#)]
    let two = try problems(answer, state: read, recorded: both, seed: #""items.get/success""#)
    #expect(two.first?.message.contains("\"Sept\" here, and \"Seven\" in items.get/success") == true)
  }
}
