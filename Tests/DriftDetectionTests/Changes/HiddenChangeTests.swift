import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes that a comparison of whole schemas hides, because they are next to or inside an unsatisfiable schema, in
/// overlapping alternatives, among many other changes, or in a schema that requires nothing.
struct HiddenChangeTests {
  private static let car =
    #"{ "title": "Car", "properties": { "plate": { "type": "string" }, "doors": { "type": "integer" } } }"#
  private static let boat =
    #"{ "title": "Boat", "properties": { "plate": { "type": "string" }, "mast": { "type": "string" } } }"#

  private static func object(_ members: String, required: String) -> String {
    #"{ "type": "object", "required": [\#(required)], "properties": { \#(members) } }"#
  }

  @Test(arguments: [
    #""ride": { "oneOf": [\#(car), \#(boat)] }"#, #""ride": { "type": "integer", "enum": ["1", "2"] }"#,
    #""ride": { "allOf": [{ "properties": { "a": true }, "additionalProperties": false, "required": ["b"], "type": "object" }] }"#,
  ])
  func `beside what nothing satisfies a change is breaking, and shown by its part`(other: String) throws {
    let old = Self.object(#"\#(other), "fare": { "type": "integer" }"#, required: #""ride", "fare""#)
    let new = Self.object(#"\#(other), "fare": { "type": "string" }"#, required: #""ride", "fare""#)
    let found = ChangedContracts.changes(ofAnswer: old, new)
    #expect(found.map(\.rule.id) == ["change.response.field.type-changed"], "\(found.map(\.message))")
    #expect(found.map(\.severity) == [.breaking])
    #expect(found.first?.pointer == "/response/body/fare")
    #expect(found.first?.message == "The type integer was promised here; now string may be returned.")
  }

  @Test func `beside what nothing satisfies a member that isn't promised any more is reported`() {
    let ride = #""ride": { "type": "integer", "enum": ["1"] }, "fare": { "type": "integer" }"#
    let found = ChangedContracts.changes(
      ofAnswer: Self.object(ride, required: #""ride", "fare""#), Self.object(ride, required: #""ride""#))
    #expect(found.map(\.rule.id) == ["change.response.field.missing"], "\(found.map(\.message))")
  }

  @Test(arguments: ["anyOf", "oneOf"])
  func `a changed alternative is a warning where another may take the same`(union: String) {
    let changed = Self.car.replacing("integer", with: "string")
    let found = ChangedContracts.changes(
      ofAnswer: #"{ "\#(union)": [\#(Self.car), \#(Self.boat)] }"#, #"{ "\#(union)": [\#(Self.boat), \#(changed)] }"#)
    #expect(found.map(\.pointer) == ["/response/body/doors"], "\(found.map(\.message))")
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.message.contains("different alternative may accept the same values") == true)
  }

  @Test func `alternatives in another order are the same`() {
    #expect(
      ChangedContracts.changes(
        ofAnswer: #"{ "anyOf": [\#(Self.car), \#(Self.boat)] }"#, #"{ "anyOf": [\#(Self.boat), \#(Self.car)] }"#
      ).isEmpty)
  }

  @Test func `what breaks is found behind any number of warnings`() {
    func list(_ count: Int) -> String { (0..<count).map { "\"n\($0)\"" }.joined(separator: ", ") }
    func schema(_ count: Int, _ type: String) -> String {
      Self.object(
        #""a": { "enum": [\#(list(count))] }, "b": { "type": "\#(type)" }"#, required: #""a", "b""#)
    }
    let found = ChangedContracts.changes(ofAnswer: schema(2, "integer"), schema(102, "string"))
    #expect(found.count { $0.rule.id == "change.response.field.value-added" } == 100)
    #expect(found.filter { $0.severity == .breaking }.map(\.pointer) == ["/response/body/b"])
  }

  @Test(arguments: 1...8)
  func `a list that grows below nullable members is a warning at its place`(depth: Int) {
    func schema(_ values: String) -> String {
      (0..<depth).reduce(#"{ "enum": [\#(values)] }"#) { inner, _ in
        Self.object(#""next": { "anyOf": [\#(inner), { "type": "null" }] }"#, required: #""next""#)
      }
    }
    let found = ChangedContracts.changes(ofAnswer: schema(#""x""#), schema(#""x", "z""#))
    #expect(found.map(\.rule.id) == ["change.response.field.value-added"], "\(found.map(\.message))")
    #expect(found.first?.pointer?.tokens.count == depth + 2)
    #expect(found.first?.detail == "\"z\"")
  }

  @Test func `further members that may be anything say what no word says`() {
    let old = #"{ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": true }"#
    let new = old.replacing(#""string" } }"#, with: #""string" }, "b": { "type": "string" } }"#)
    #expect(ChangedContracts.changes(ofBody: old, new).map(\.rule.id) == ["change.request.field.added"])
    #expect(ChangedContracts.changes(ofBody: old, old.replacing(#", "additionalProperties": true"#, with: "")).isEmpty)
  }

  @Test(arguments: ["false", #"{ "type": "string" }"#])
  func `further members that might be anything and no longer may are refused`(others: String) {
    let old = #"{ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": true }"#
    let found = ChangedContracts.changes(ofBody: old, old.replacing("true }", with: "\(others) }"))
    #expect(found.map(\.severity).contains(.breaking), "\(found.map(\.message))")
    #expect(!ChangedContracts.changes(ofAnswer: old.replacing("true }", with: "\(others) }"), old).isEmpty)
  }

  @Test func `an object that is closed where no word said so before is a warning of requests, a notice of responses`() {
    let open = #"{ "type": "object", "properties": { "a": { "type": "string" } } }"#
    let closed = open.replacing(#" } } }"#, with: #" } }, "additionalProperties": false }"#)
    let request = ChangedContracts.changes(ofBody: open, closed)
    #expect(request.map(\.rule.id) == ["change.request.field.not-allowed"], "\(request.map(\.message))")
    #expect(request.map(\.severity) == [.warning])
    #expect(request.first?.pointer == "/request/body")
    let response = ChangedContracts.changes(ofAnswer: closed, open)
    #expect(response.map(\.severity) == [.notice], "\(response.map(\.message))")
    #expect(ChangedContracts.changes(ofBody: closed, open).isEmpty)
    #expect(ChangedContracts.changes(ofAnswer: open, closed).isEmpty)
  }

  @Test func `a change of one alternative with a discriminating mark is proven, and nothing is undecided`() {
    func animal(_ kinds: String, _ title: String) -> String {
      #"{ "title": "\#(title)", "type": "object", "required": ["kind"], "properties": { "kind": { "enum": [\#(kinds)] } } }"#
    }
    let dog = animal(#""dog""#, "Dog")
    #expect(
      ChangedContracts.changes(
        ofBody: "{ \"oneOf\": [\(animal(#""cat", "lion""#, "Cat")), \(dog)] }",
        "{ \"oneOf\": [\(animal(#""cat""#, "Cat")), \(animal(#""lion""#, "Lion")), \(dog)] }"
      ).isEmpty)
  }

  @Test(arguments: [
    (
      #"{ "type": "string", "default": "slow" }"#, #"{ "type": "string", "default": "fast" }"#,
      "changed from \"slow\" to \"fast\""
    ),
    (#"{ "type": "string" }"#, #"{ "type": "string", "default": "fast" }"#, "changed from none to \"fast\""),
  ])
  func `another default of a member is a warning of requests`(old: String, new: String, says: String) {
    func body(_ member: String) -> String {
      Self.object(#""ride": \#(Self.object(#""speed": \#(member)"#, required: ""))"#, required: "")
    }
    let found = ChangedContracts.changes(ofBody: body(old), body(new))
    #expect(found.map(\.rule.id) == ["change.request.field.default-changed"], "\(found.map(\.message))")
    #expect(found.first?.pointer == "/request/body/ride/speed")
    #expect(found.first?.message.contains(says) == true, "\(found.map(\.message))")
    #expect(ChangedContracts.changes(ofAnswer: body(old), body(new)).isEmpty)
  }

  @Test(arguments: [
    (
      "{ \"type\": \"string\" }", "{ \"type\": \"string\", \"deprecated\": true }", "deprecation-changed",
      Severity.notice
    ),
    ("{ \"deprecated\": true }", "{}", "deprecation-changed", .notice),
    ("{ \"x-sunset\": \"2027-06-30\" }", "{ \"x-sunset\": \"2027-01-01\" }", "sunset-changed", .warning),
    ("{ \"x-sunset\": \"2027-06-30\" }", "{ \"x-sunset\": \"soon\" }", "sunset-changed", .warning),
    ("{ \"deprecated\": true }", "{ \"deprecated\": true, \"x-sunset\": \"2027-06-30\" }", "sunset-changed", .notice),
    ("{}", "{ \"x-sunset\": \"2027-06-30T00:00:00Z\" }", "sunset-changed", .notice),
  ])
  func `a member's end is reported for both messages`(
    old: String, new: String, rule: String, severity: Severity
  ) {
    let (before, after) = (Self.object("\"ride\": \(old)", required: ""), Self.object("\"ride\": \(new)", required: ""))
    for (message, found) in [
      ("request", ChangedContracts.changes(ofBody: before, after)),
      ("response", ChangedContracts.changes(ofAnswer: before, after)),
    ] {
      let told = found.filter { $0.rule.id == "change.\(message).field.\(rule)" }
      #expect(told.map(\.severity) == [severity], "\(found.map(\.message))")
      #expect(told.first?.pointer?.tokens.last == "ride")
    }
  }

  @Test func `a member that a closed neighbour in allOf shuts out is compared all the same`() {
    func body(_ type: String) -> String {
      func closed(_ name: String, _ type: String) -> String {
        """
        { "type": "object", "additionalProperties": false, "properties": { "\(name)": { "type": "\(type)" } } }
        """
      }
      return "{ \"allOf\": [\(closed("id", type)), \(closed("name", "string"))] }"
    }
    let found = ChangedContracts.changes(ofAnswer: body("integer"), body("string"))
    #expect(found.rules == ["change.response.field.type-changed"], "\(found.map(\.message))")
    #expect(found.first?.pointer == "/response/body/id")
    let request = ChangedContracts.changes(ofBody: body("integer"), body("string"))
    #expect(request.rules == ["change.request.field.type-changed"], "\(request.map(\.message))")
    #expect(ChangedContracts.changes(ofBody: body("integer"), body("integer")).isEmpty)
  }

  @Test func `a member that a closed neighbour in allOf shuts out is reported where only one side names it`() {
    func body(_ more: String) -> String {
      #"{ "allOf": [{ "type": "object", "additionalProperties": false, "properties": { "id": {}\#(more) } }, "#
        + #"{ "type": "object", "additionalProperties": false, "properties": { "name": {} } }] }"#
    }
    let (old, new) = (body(""), body(#", "note": {}"#))
    let added = ChangedContracts.changes(ofAnswer: old, new)
    #expect(added.rules == ["change.response.field.added"], "\(added.map(\.message))")
    #expect(added.first?.pointer == "/response/body/note")
    #expect(ChangedContracts.changes(ofAnswer: new, old).rules == ["change.response.field.removed"])
    #expect(ChangedContracts.changes(ofBody: old, new).rules == ["change.request.field.added"])
    #expect(ChangedContracts.changes(ofBody: new, old).rules == ["change.request.field.removed"])
  }

  @Test func `a default of a body, or of a list's items, is reported by what leaves it out`() {
    func body(_ standard: String) -> String { "{ \"type\": \"string\"\(standard) }" }
    func items(_ standard: String) -> String { "{ \"type\": \"array\", \"items\": \(body(standard)) }" }
    let (one, other) = (#", "default": "a""#, #", "default": "b""#)
    // A body is required unless the contract says that it isn't.
    let required = ChangedContracts.changes(ofBody: body(one), body(other))
    #expect(required.rules == ["change.request.field.default-changed"])
    #expect(required.first?.severity == .notice)
    #expect(required.first?.pointer == "/request/body")
    let message = "The body of a request: the default changed from \"a\" to \"b\"."
    #expect(required.first?.message == message)
    let inItems = ChangedContracts.changes(ofBody: items(one), items(other))
    #expect(inItems.rules == ["change.request.field.default-changed"])
    #expect(inItems.first?.severity == .notice)
    #expect(inItems.first?.pointer == "/request/body/*")
    #expect(ChangedContracts.changes(ofAnswer: body(one), body(other)).isEmpty)
  }

  @Test func `a body that is deprecated is reported as a member is`() {
    func body(_ word: String) -> String { "{ \"type\": \"object\"\(word) }" }
    let found = ChangedContracts.changes(ofBody: body(""), body(", \"deprecated\": true"))
    #expect(found.rules == ["change.request.field.deprecation-changed"])
    #expect(found.first?.message == "The body of a request is now deprecated.")
    let answer = ChangedContracts.changes(ofAnswer: body(", \"deprecated\": true"), body(""))
    #expect(answer.map(\.message) == ["The body of a response is no longer deprecated."])
  }

  @Test func `what a parameter says of itself is reported once`() {
    func query(_ words: String) -> String { "\"query\": { \"fields\": { \"type\": \"string\"\(words) } }" }
    let found = ChangedContracts.changes(
      ofEndpoint: query(""), query(#", "default": "id", "deprecated": true"#))
    #expect(
      Set(found.rules) == ["change.request.parameter.default-changed", "change.request.parameter.deprecation-changed"])
    #expect(found.count == 2)
  }

  @Test func `a later last day is nothing`() {
    func body(_ day: String) -> String { Self.object("\"ride\": { \"x-sunset\": \"\(day)\" }", required: "") }
    #expect(ChangedContracts.changes(ofBody: body("2027-01-01"), body("2027-06-30")).isEmpty)
  }

  @Test(arguments: [
    ("\"a\", \"b\"", "\"a\"", Severity.warning, Severity.notice), ("\"a\"", "\"a\", \"b\"", .notice, .warning),
  ])
  func `an extensible list that loses a value is a warning of requests, and one that gains one of responses`(
    old: String, new: String, request: Severity, response: Severity
  ) {
    func body(_ values: String) -> String {
      Self.object("\"ride\": { \"type\": \"string\", \"x-extensible-enum\": [\(values)] }", required: "")
    }
    #expect(ChangedContracts.changes(ofBody: body(old), body(new)).map(\.severity) == [request])
    #expect(ChangedContracts.changes(ofAnswer: body(old), body(new)).map(\.severity) == [response])
  }

  @Test func `an optional member that becomes read-only or write-only is reported where it is no more`() {
    func body(_ word: String) -> String {
      Self.object("\"ride\": { \"type\": \"string\"\(word) }, \"other\": {}", required: "")
    }
    let (read, write) = (body(", \"readOnly\": true"), body(", \"writeOnly\": true"))
    #expect(ChangedContracts.changes(ofBody: body(""), read).map(\.rule.id) == ["change.request.field.removed"])
    #expect(ChangedContracts.changes(ofAnswer: body(""), read).isEmpty)
    #expect(ChangedContracts.changes(ofAnswer: body(""), write).map(\.rule.id) == ["change.response.field.removed"])
  }

  @Test func `a member that one alternative loses and another one names is reported for that alternative`() {
    func shapes(_ members: String) -> String {
      """
      { "oneOf": [
        { "title": "Box", "type": "object", "required": ["kind"], "properties": { "kind": { "enum": ["box"] }\(members) } },
        { "title": "Ball", "type": "object", "required": ["kind"], "properties": {
          "kind": { "enum": ["ball"] }, "size": { "type": "integer" } } }] }
      """
    }
    let found = ChangedContracts.changes(ofBody: shapes(", \"size\": { \"type\": \"integer\" }"), shapes(""))
    #expect(found.map(\.rule.id) == ["change.request.field.removed"], "\(found.map(\.message))")
    #expect(found.first?.detail == "in Box")
    #expect(found.first?.message.hasPrefix("In alternative Box: ") == true)
  }

  @Test func `what an open alternative takes of another one's old values is a warning`() {
    func requests(_ type: String) -> String {
      """
      { "anyOf": [
        { "title": "Forum", "type": "object", "required": ["name"], "properties": { "name": { "type": "\(type)" } } },
        { "title": "Text", "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }] }
      """
    }
    let found = ChangedContracts.changes(ofBody: requests("string"), requests("integer"))
    #expect(found.map(\.rule.id) == ["change.request.field.type-changed"], "\(found.map(\.message))")
    #expect(found.map(\.severity) == [.warning])
  }

  @Test func `a prefix that moves between the paths and the server's URL changes no address`() {
    func contract(_ server: String, _ path: String, id: String) -> String {
      #""servers": { "\#(id)": { "url": "\#(server)" } }, "#
        + ChangedContracts.endpoint("", request: "GET \(path)")
    }
    let old = contract("https://d.example", "/v1/pets", id: "one")
    #expect(ChangedContracts.changes(old, contract("https://d.example/v1", "/pets", id: "two")).isEmpty)
    #expect(ChangedContracts.changes(contract("https://d.example/v1", "/pets", id: "one"), old).isEmpty)
    let two = [
      ChangedContracts.line("", id: "a", request: "GET /a"), ChangedContracts.line("", id: "b", request: "GET /b"),
    ]
    let before =
      #""servers": { "one": { "url": "https://d.example/v1" } }, "endpoints": { \#(two.joined(separator: ", ")) }"#
    let after = before.replacing("example/v1", with: "example").replacing("GET /a", with: "GET /v1/a")
    #expect(
      ChangedContracts.changes(before, after).map(\.rule.id) == ["change.server.moved"], "The address of b is another.")
    let other = ChangedContracts.changes(old, contract("https://d.example/v2", "/pets", id: "two"))
    #expect(other.map(\.rule.id).contains("change.endpoint.moved"), "\(other.map(\.message))")
  }

  @Test func `a witness of a part of an item is in a list, and one of a part of another member in an object`() {
    let item = { (type: String) in
      #"{ "type": "object", "required": ["kind", "size"], "properties": { "size": { "type": "\#(type)" }, "kind": { "#
        + #""oneOf": [{ "properties": { "a": {} } }, { "properties": { "b": {} } }] } } }"#
    }
    let list = { (type: String) in #"{ "type": "array", "items": \#(item(type)) }"# }
    let map = { (type: String) in #"{ "type": "object", "additionalProperties": \#(item(type)) }"# }
    let inList = ChangedContracts.changes(ofAnswer: list("string"), list("integer"))
    #expect(inList.rules == ["change.response.field.type-changed"], "\(inList.map(\.message))")
    #expect(inList.first?.witness?.json["response"]?["body"]?[0]?["size"]?.int == 0)
    let inMap = ChangedContracts.changes(ofAnswer: map("string"), map("integer"))
    #expect(inMap.first?.witness?.json["response"]?["body"]?["other"]?["size"]?.int == 0)
  }
}
