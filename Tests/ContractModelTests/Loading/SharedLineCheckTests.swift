import PlumblineContractModel
import Testing

/// Lint messages about endpoints that share a request line.
@Suite struct SharedLineCheckTests {
  /// Returns the problems of endpoints on one path, each with its level and the line of its endpoint.
  private func problems(_ conditions: [String?]) -> [String] {
    let lines = conditions.enumerated().map { number, condition in
      Files.endpoint(
        "e\(number)", "POST /a", (condition.map { #", "when": \#($0)"# } ?? "") + #", "body": { "type": "object" }"#)
    }
    return ContractLoader.load([Files.main, Files.endpoints(lines.joined(separator: ",\n"))]).problems.map {
      "\($0.level) \($0.location.line - 2): \($0.message)"
    }
  }

  @Test(arguments: [
    [#"{ "query.a": { "const": 1 } }"#, #"{ "query.a": { "const": 2 } }"#],
    [#"{ "query.a": { "enum": ["x", "y"] } }"#, #"{ "query.a": { "pattern": "^z" } }"#],
    [#"{ "query.a": { "pattern": "^z" } }"#, #"{ "query.a": { "enum": ["x", "y"] } }"#],
    [#"{ "header.A": { "const": "x" }, "query.a": true }"#, #"{ "header.a": { "not": { "const": "x" } } }"#, nil],
    [#"{ "header.A": { "const": "x" } }"#, #"{ "header.a": { "const": "y" } }"#, nil],
    [#"{ "body#/id": { "type": "integer" } }"#, #"{ "body#/id": { "type": "string" } }"#],
    [#"{ "query.a": { "const": "x" }, "query.b": true }"#, #"{ "query.a": { "const": "y" }, "query.b": true }"#],
  ])
  func `conditions of which only one can hold are in order`(conditions: [String?]) {
    #expect(problems(conditions).isEmpty)
  }

  @Test(arguments: [
    [#"{ "query.a": { "const": "x" } }"#, #"{ "query.b": { "const": "x" } }"#],
    [#"{ "query.a": { "enum": ["x", "y"] } }"#, #"{ "query.a": { "enum": ["y", "z"] } }"#],
    [#"{ "query.a": { "pattern": "^a" } }"#, #"{ "query.a": { "pattern": "z$" } }"#],
    [#"{ "query.a": { "const": "x" }, "query.b": true }"#, #"{ "query.a": true }"#],
  ])
  func `conditions that may both hold are a warning, with the one that wins`(conditions: [String]) {
    let found = problems(conditions)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("warning 1: A request may match both this and the \"when\" of e0 (shop/items.json:2:1)")
        == true,
      "\(found)")
  }

  @Test(arguments: [
    [#"{ "query.a": { "const": "x" } }"#, #"{ "query.a": { "const": "x" } }"#],
    [#"{ "query.a": { "enum": ["x", "y"] } }"#, #"{ "query.a": { "const": "y" }, "query.b": true }"#],
    [#"{ "query.a": true }"#, #"{ "query.a": { "type": "string" } }"#],
  ])
  func `a condition that another one takes in can't be reached`(conditions: [String]) {
    let found = problems(conditions)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error 1: Whenever this applies, so does the \"when\" of e0") == true, "\(found)")
  }

  @Test(arguments: [
    [#"{ "querry.a": { "const": "x" } }"#, #"{ "query.a": { "const": "y" } }"#, nil],
    [#"{ "query.a": { "const": "y" } }"#, #"{ "query.a": { "type": "strin" } }"#, nil],
    [#"{ "persona.id": { "const": 1 } }"#, nil],
  ])
  func `a when that can't be read is reported as that alone`(conditions: [String?]) {
    let found = problems(conditions)
    #expect(found.count == 1, "\(found)")
  }

  @Test func `what comes after one without a when can't be reached`() {
    let found = problems([nil, #"{ "query.a": true }"#])
    #expect(found.count == 1)
    #expect(
      found.first?.contains("e0 (shop/items.json:2:1) matches every POST /a, so e1 can't be reached") == true,
      "\(found)")
    #expect(problems([nil, nil]).first?.contains("Distinguish the two with \"when\"") == true)
  }

  @Test func `one that lists no values is compared with those that do, and they with it`() {
    let found = problems([
      #"{ "query.a": { "const": "x" } }"#, #"{ "query.a": { "pattern": "^z" }, "query.b": { "const": 1 } }"#,
      #"{ "query.a": { "const": "y" } }"#, #"{ "query.a": { "enum": ["w", "z"] } }"#,
    ])
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("warning 3: A request may match both this and the \"when\" of e1 (shop/items.json:3:1)")
        == true,
      "\(found)")
  }

  @Test func `hundreds that each list a value of their own are held to one another`() {
    let conditions = (0..<600).map { #"{ "query.a": { "const": "v\#($0)" } }"# }
    #expect(problems(conditions).isEmpty)
    let found = problems(conditions + [#"{ "query.a": { "enum": ["x", "v599"] } }"#])
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("warning 600: A request may match both this and the \"when\" of e599 ") == true, "\(found)"
    )
  }

  @Test func `where too many list values in common the rest is reported as left out`() {
    let own = (0..<1000).map { #""own\#($0)""# }.joined(separator: ", ")
    let found = problems(
      (0..<50).map { #"{ "query.a": { "enum": ["shared", \#(own.replacing("own", with: "own\($0)-"))] } }"# })
    let cut = found.filter { $0.contains("isn't compared with all earlier ones") }
    #expect(cut.count == 1 && cut.first?.contains(": From e4") == true, "\(cut)")
    let rivals = found.filter { $0.contains("A request may match both") }
    #expect(rivals.count >= 40 && rivals.count < 49, "\(rivals.count)")
  }
}
