import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of body schemas. Those of a request are compared in one direction, those of a response in the other.
struct FieldChangeTests {
  /// A kind of change that narrows a schema, with the wider schema, the narrower one, and the rule's name for requests
  /// and for responses.
  struct Narrowing: Sendable, CustomTestStringConvertible {
    let wide: String
    let narrow: String
    let request: String
    let response: String
    let pointer: String
    var severity = Severity.breaking

    var testDescription: String { request }
  }

  private static func object(_ member: String) -> String {
    "{ \"type\": \"object\", \"properties\": { \"x\": \(member) } }"
  }

  private static func needing(_ names: String) -> String {
    "{ \"required\": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))] }"
  }

  static let narrowings: [Narrowing] = [
    Narrowing(
      wide: object("{}"), narrow: "{ \"type\": \"object\", \"required\": [\"x\"], \"properties\": { \"x\": {} } }",
      request: "required", response: "missing", pointer: ""),
    Narrowing(
      wide: object(#"{ "type": ["string", "integer"] }"#), narrow: object(#"{ "type": "integer" }"#),
      request: "type-changed", response: "type-changed", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "type": "number" }"#), narrow: object(#"{ "type": "integer" }"#),
      request: "type-changed", response: "type-changed", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "type": ["string", "null"] }"#), narrow: object(#"{ "type": "string" }"#),
      request: "null-not-allowed", response: "null-allowed", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "enum": ["a", "b"] }"#), narrow: object(#"{ "enum": ["a"] }"#),
      request: "value-removed", response: "value-added", pointer: "/x", severity: .warning),
    Narrowing(
      wide: object(#"{ "const": 1 }"#), narrow: object(#"{ "const": 2 }"#),
      request: "value-changed", response: "value-changed", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "type": "string" }"#), narrow: object(#"{ "type": "string", "format": "date" }"#),
      request: "format", response: "format", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "type": "string", "pattern": "^[a-z]*$" }"#),
      narrow: object(#"{ "type": "string", "pattern": "^[a-m]*$" }"#),
      request: "pattern", response: "pattern", pointer: "/x", severity: .warning),
    Narrowing(
      wide: object(#"{ "type": "integer", "minimum": 0 }"#), narrow: object(#"{ "type": "integer", "minimum": 1 }"#),
      request: "out-of-bounds", response: "out-of-bounds", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "type": "array" }"#), narrow: object(#"{ "type": "array", "uniqueItems": true }"#),
      request: "duplicate-items", response: "duplicate-items", pointer: "/x", severity: .warning),
    Narrowing(
      wide: object(#"{ "type": "array" }"#), narrow: object(#"{ "type": "array", "contains": { "const": 1 } }"#),
      request: "items", response: "items", pointer: "/x"),
    Narrowing(
      wide: object(#"{ "type": "object", "additionalProperties": true }"#),
      narrow: object(#"{ "type": "object", "additionalProperties": false }"#),
      request: "not-allowed", response: "not-allowed", pointer: "/x/*"),
    Narrowing(
      wide: object(#"{ "type": "integer" }"#), narrow: object(#"{ "type": "integer", "not": { "const": 7 } }"#),
      request: "narrowed", response: "widened", pointer: "/x"),
    Narrowing(
      wide: object("{ \"type\": \"object\", \"anyOf\": [\(needing("abc")), \(needing("def")), \(needing("ghi"))] }"),
      narrow: object("{ \"type\": \"object\", \"anyOf\": [\(needing("abc")), \(needing("def"))] }"),
      request: "no-branch-fits", response: "no-branch-fits", pointer: "/x"),
  ]

  @Test(arguments: narrowings)
  func `a request that was right and is refused is breaking, with a request that shows it`(narrowing: Narrowing) throws
  {
    let found = ChangedContracts.changes(ofBody: narrowing.wide, narrowing.narrow)
    #expect(found.rules == ["change.request.field.\(narrowing.request)"])
    let one = try #require(found.first)
    #expect(one.severity == .breaking)
    #expect(one.pointer?.description == "/request/body" + narrowing.pointer)
    #expect(one.witness?.json["request"]?["method"] == "PUT")
    #expect(one.witness?.json["request"]?["body"] != nil)
    #expect(one.old != nil)
    #expect(one.contract != nil)
    #expect(one.undecided == nil)
  }

  @Test(arguments: narrowings)
  func `a request that may say more is compatible`(narrowing: Narrowing) {
    // A different constant is a change in both directions.
    guard narrowing.request != "value-changed" else { return }
    #expect(ChangedContracts.changes(ofBody: narrowing.narrow, narrowing.wide) == [])
  }

  @Test(arguments: narrowings)
  func `an answer that was never promised is found, with an answer that shows it`(narrowing: Narrowing) throws {
    let found = ChangedContracts.changes(ofAnswer: narrowing.narrow, narrowing.wide)
    #expect(found.rules == ["change.response.field.\(narrowing.response)"])
    let one = try #require(found.first)
    #expect(one.severity == narrowing.severity)
    #expect(one.pointer?.description == "/response/body" + narrowing.pointer)
    #expect(one.status == 200)
    #expect(one.witness?.json["response"]?["status"] == 200)
    #expect(one.witness?.json["response"]?["body"] != nil)
  }

  @Test(arguments: narrowings)
  func `an answer that promises more is compatible`(narrowing: Narrowing) {
    guard narrowing.request != "value-changed" else { return }
    #expect(ChangedContracts.changes(ofAnswer: narrowing.wide, narrowing.narrow) == [])
  }

  private static let one = #"{ "type": "object", "properties": { "a": { "type": "integer" } } }"#
  private static let two =
    #"{ "type": "object", "properties": { "a": { "type": "integer" }, "b": { "type": "string" } } }"#

  @Test func `a new name of a map whose names are listed is a warning as a new value is`() {
    func map(_ names: String) -> String {
      #"{ "type": "object", "propertyNames": { "enum": [\#(names)] }, "additionalProperties": { "type": "integer" } }"#
    }
    let found = ChangedContracts.changes(ofAnswer: map(#""a", "b""#), map(#""a", "b", "c""#))
    #expect(found.rules == ["change.response.field.value-added"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.message.contains("may now be named \"c\"") == true)
    #expect(ChangedContracts.changes(ofAnswer: map(#""a", "b", "c""#), map(#""a", "b""#)) == [])
    let refused = ChangedContracts.changes(ofBody: map(#""a", "b", "c""#), map(#""a", "b""#))
    #expect(refused.map(\.severity) == [.breaking])
    #expect(refused.first?.message.contains("The member name \"c\" was accepted") == true)
  }

  @Test func `a new optional member is a notice in both messages`() {
    let request = ChangedContracts.changes(ofBody: Self.one, Self.two)
    #expect(request.rules == ["change.request.field.added"])
    #expect(request.first?.severity == .notice)
    #expect(request.first?.pointer == "/request/body/b")
    let response = ChangedContracts.changes(ofAnswer: Self.one, Self.two)
    #expect(response.rules == ["change.response.field.added"])
    #expect(response.first?.severity == .notice)
    #expect(response.first?.pointer == "/response/body/b")
  }

  @Test func `an optional member that is gone is a warning in both messages`() {
    let request = ChangedContracts.changes(ofBody: Self.two, Self.one)
    #expect(request.rules == ["change.request.field.removed"])
    #expect(request.first?.severity == .warning)
    let response = ChangedContracts.changes(ofAnswer: Self.two, Self.one)
    #expect(response.rules == ["change.response.field.removed"])
    #expect(response.first?.severity == .warning)
  }

  @Test func `a required member that is gone from a schema within itself is reported once`() {
    func document(_ members: String, _ required: String) -> String {
      let line = ChangedContracts.line(
        ##""success": { "200": { "body": { "$ref": "#/schemas/Node" } } }"##, id: "nodes.one", request: "GET /node")
      return ##"""
        "schemas": { "Node": { "type": "object", "required": [\##(required)],
          "properties": { "next": { "$ref": "#/schemas/Node" }, \##(members) } } }, "endpoints": { \##(line) }
        """##
    }
    let found = ChangedContracts.changes(
      document(#""a": { "type": "string" }, "b": { "type": "string" }"#, #""a", "b""#),
      document(#""a": { "type": "string" }"#, #""a""#))
    #expect(found.rules == ["change.response.field.missing"])
  }

  @Test func `a required member that is gone from an item with a place of its own is reported once`() {
    let old = #"{ "prefixItems": [{ "type": "object", "required": ["b"], "properties": { "a": {}, "b": {} } }] }"#
    let new = #"{ "prefixItems": [{ "type": "object", "properties": { "a": {} } }] }"#
    #expect(ChangedContracts.changes(ofAnswer: old, new).rules == ["change.response.field.missing"])
  }

  @Test func `a member is called never required only if nothing required it`() {
    func branch(_ tag: String, _ name: String) -> String {
      ##"""
      { "type": "object", "required": ["t", "\##(name)"], "properties": { "t": { "const": "\##(tag)" }, "\##(name)": {} } }
      """##
    }
    let gone = ChangedContracts.changes(
      ofAnswer: #"{ "oneOf": [\#(branch("a", "x")), \#(branch("b", "y"))] }"#, #"{ "oneOf": [\#(branch("b", "y"))] }"#)
    #expect(gone.map(\.message) == ["'x' was required in some responses, and was removed."])
    let optional = ChangedContracts.changes(ofAnswer: Self.two, Self.one)
    #expect(optional.map(\.message) == ["'b' was documented but never required, and was removed."])
  }

  @Test func `a required member that is gone from an answer is reported once`() {
    let old = #"{ "type": "object", "required": ["a", "b"], "properties": { "a": {}, "b": {} } }"#
    let new = #"{ "type": "object", "required": ["a"], "properties": { "a": {} } }"#
    let found = ChangedContracts.changes(ofAnswer: old, new)
    #expect(found.rules == ["change.response.field.missing"])
    #expect(found.first?.detail == "b")
    #expect(found.first?.severity == .breaking)
  }

  @Test func `a new required member of a request is reported once`() {
    let old = #"{ "type": "object", "properties": { "a": {} } }"#
    let new = #"{ "type": "object", "required": ["b"], "properties": { "a": {}, "b": {} } }"#
    #expect(ChangedContracts.changes(ofBody: old, new).rules == ["change.request.field.required"])
  }

  @Test func `members that only one message has are not asked for in the other`() {
    let old = #"{ "type": "object", "properties": { "id": { "type": "integer", "readOnly": true } } }"#
    let new =
      #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer", "readOnly": true } } }"#
    #expect(ChangedContracts.changes(ofBody: old, new) == [])
    #expect(ChangedContracts.changes(ofAnswer: old, new) == [])
    #expect(ChangedContracts.changes(ofAnswer: new, old).rules == ["change.response.field.missing"])
  }

  @Test func `what nothing shows doesn't borrow what shows another change`() throws {
    // No finite automaton can handle a backreference, but the two patterns are the same.
    func body(_ kinds: String, _ code: String) -> String {
      #"{ "type": "object", "properties": { "kind": { "enum": [\#(kinds)] }, "code": { "type": "string", "pattern": "\#(code)" } } }"#
    }
    let found = ChangedContracts.changes(
      ofAnswer: body(#""a""#, #"^(a+)b\\1$"#), body(#""a", "b""#, #"^(?:(a+)b\\1|(a+)b\\2)$"#))
    let code = try #require(found.first { $0.pointer == "/response/body/code" })
    #expect(code.undecided != nil)
    #expect(code.witness == nil)
    #expect(code.severity == .warning)
    #expect(found.first { $0.pointer == "/response/body/kind" }?.witness != nil)
  }

  @Test func `null among branches of listed values is one of the values`() {
    let old = ##"{ "anyOf": [{ "enum": ["A"] }, { "type": "null" }] }"##
    let new = ##"{ "anyOf": [{ "enum": ["A", "B"] }, { "type": "null" }] }"##
    #expect(ChangedContracts.changes(ofAnswer: old, new).rules == ["change.response.field.value-added"])
    #expect(ChangedContracts.changes(ofBody: new, old).rules == ["change.request.field.value-removed"])
  }

  @Test func `branches of one value each are a list of values`() {
    let old = #"{ "oneOf": [{ "const": "A", "description": "a" }, { "const": "B", "description": "b" }] }"#
    let new =
      #"{ "oneOf": [{ "const": "A", "description": "a" }, { "const": "B", "description": "b" }, { "const": "C" }] }"#
    let found = ChangedContracts.changes(ofAnswer: old, new)
    #expect(found.rules == ["change.response.field.value-added"])
    #expect(found.first?.detail == "\"C\"")
    #expect(found.first?.severity == .warning)
    #expect(ChangedContracts.changes(ofBody: new, old).rules == ["change.request.field.value-removed"])
  }

  @Test func `what stays undecided is a warning that says why`() throws {
    // No finite automaton can handle a backreference.
    let old = #"{ "type": "string", "pattern": "^(a*)\\1$" }"#
    let new = #"{ "type": "string", "pattern": "^(a*)b\\1$" }"#
    let found = ChangedContracts.changes(ofBody: old, new)
    let one = try #require(found.first)
    #expect(one.severity == .warning)
    #expect(one.witness == nil)
    #expect(one.undecided != nil)
    #expect(one.message.hasPrefix("Couldn't determine whether"))
  }

  @Test func `one schema that several endpoints use is one cause with a finding each`() {
    func contract(_ type: String) -> String {
      let get = "\"success\": { \"200\": { \"body\": { \"$ref\": \"#/schemas/Note\" } } }"
      let lines = ["a", "b", "c"].map { ChangedContracts.line(get, id: "notes.\($0)", request: "GET /\($0)") }
      return """
        "schemas": { "Note": { "type": "object", "required": ["id"], "properties": { "id": { "type": "\(type)" } } } },
        "endpoints": { \(lines.joined(separator: ", ")) }
        """
    }
    let found = ChangedContracts.changes(contract("integer"), contract("string"))
    #expect(found.rules == Array(repeating: "change.response.field.type-changed", count: 3))
    #expect(found.map(\.endpoint) == ["notes.a", "notes.b", "notes.c"])
    #expect(Set(found.map(\.cause)).count == 1)
    #expect(Set(found.map(\.fingerprint)).count == 3)
  }

  @Test func `neither a line nor a message is part of a fingerprint or a cause`() throws {
    let old = #"{ "enum": ["a", "b"] }"#
    let new = #"{ "enum": ["a"] }"#
    let found = ChangedContracts.changes(ofBody: old, new)
    let moved = ChangedContracts.changes(
      "\n\n" + ChangedContracts.endpoint("\"body\": \(old)"), "\n" + ChangedContracts.endpoint("\"body\": \(new)"))
    #expect(found.map(\.fingerprint) == moved.map(\.fingerprint))
    #expect(found.map(\.cause) == moved.map(\.cause))
    #expect(found.map(\.old) != moved.map(\.old))
  }
}
