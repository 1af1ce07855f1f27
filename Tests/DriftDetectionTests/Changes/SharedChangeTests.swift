import PlumblineDriftDetection
import Testing

/// Changes of schemas that many endpoints share.
struct SharedChangeTests {
  private static let names = ["a", "b", "c", "d", "e"]

  /// Returns the changes of endpoints that all respond with the same schema.
  private func changes(_ old: String, _ new: String, placesLimit: Int?) -> [Drift] {
    func contract(_ schema: String) -> String {
      let endpoints = Self.names.map { name in
        ChangedContracts.line(
          ##""success": { "200": { "body": { "$ref": "#/schemas/Note" } } }"##, id: "notes.\(name)",
          request: "GET /\(name)")
      }
      return "\"schemas\": { \"Note\": \(schema) }, \"endpoints\": { \(endpoints.joined(separator: ",")) }"
    }
    return ContractComparison(
      old: ChangedContracts.contract(contract(old)), new: ChangedContracts.contract(contract(new)),
      options: .init(placesLimit: placesLimit)
    ).changes()
  }

  private let old = #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#
  private let new =
    #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "string" }, "text": true } }"#

  @Test func `the first places are reported whole, and of the others the endpoints are named`() throws {
    let all = changes(old, new, placesLimit: nil)
    let some = changes(old, new, placesLimit: 2)
    let rule = "change.response.field.type-changed"
    #expect(all.filter { $0.rule.id == rule }.map(\.endpoint) == Self.names.map { "notes.\($0)" })
    #expect(all.allSatisfy { $0.elsewhere.isEmpty })
    let told = some.filter { $0.rule.id == rule }
    #expect(told.map(\.endpoint) == ["notes.a", "notes.b"])
    #expect(told.flatMap(\.elsewhere) == ["notes.c", "notes.d", "notes.e"])
    // A member that is added to a shared schema is reported as a single change as well.
    let added = some.filter { $0.rule.id == "change.response.field.added" }
    #expect(added.map(\.endpoint) + added.flatMap(\.elsewhere) == Self.names.map { "notes.\($0)" })
    #expect(Set(all.map(\.cause)) == Set(some.map(\.cause)))
  }

  @Test func `each place that is reported has a value that shows it`() throws {
    let told = changes(old, new, placesLimit: nil).filter { $0.severity == .breaking }
    #expect(told.count == Self.names.count)
    #expect(told.allSatisfy { $0.witness != nil && $0.undecided == nil })
  }

  @Test func `a member that is gone is one cause, in whatever containers`() {
    func document(_ members: String) -> String {
      ##"""
      "schemas": { "Base": { "type": "object", "properties": { \##(members) } },
        "Wrapped": { "allOf": [{ "$ref": "#/schemas/Base" }, { "type": "object", "properties": { "more": true } }] } },
      "endpoints": { \##(ChangedContracts.line(##""success": { "200": { "body": { "$ref": "#/schemas/Base" } } }"##, id: "notes.a", request: "GET /a")),
        \##(ChangedContracts.line(##""success": { "200": { "body": { "$ref": "#/schemas/Wrapped" } } }"##, id: "notes.b", request: "GET /b")) }
      """##
    }
    let found = ChangedContracts.changes(
      document(#""id": { "type": "integer" }, "text": { "type": "string" }"#), document(#""id": { "type": "integer" }"#)
    )
    #expect(found.map(\.endpoint) == ["notes.a", "notes.b"])
    #expect(Set(found.map(\.cause)).count == 1)
  }

  /// Returns the changes between contracts whose endpoints respond with these schemas. The keys are the endpoints'
  /// names.
  private func changes(
    _ answers: [(old: String, new: String)], schemas old: String, _ new: String, placesLimit: Int? = nil
  ) -> [Drift] {
    func contract(_ schemas: String, _ answers: [String]) -> String {
      let endpoints = answers.enumerated().map { index, answer in
        ChangedContracts.line(
          "\"success\": { \"200\": { \"body\": \(answer) } }", id: "notes.\(index)", request: "GET /\(index)")
      }
      return "\"schemas\": { \(schemas) }, \"endpoints\": { \(endpoints.joined(separator: ",")) }"
    }
    return ContractComparison(
      old: ChangedContracts.contract(contract(old, answers.map(\.old))),
      new: ChangedContracts.contract(contract(new, answers.map(\.new))), options: .init(placesLimit: placesLimit)
    ).changes()
  }

  @Test(arguments: [nil, 2])
  func `alternatives that no longer fit are reported at each endpoint, however it leads to them`(limit: Int?) {
    func schemas(_ type: String) -> String {
      func object(_ names: [String], _ type: String) -> String {
        let members = names.map { "\"\($0)\": { \"type\": \"\(type)\" }" }.joined(separator: ", ")
        let required = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return "{ \"type\": \"object\", \"required\": [\(required)], \"properties\": { \(members) } }"
      }
      return ##"""
        "Cat": \##(object(["a", "b", "c"], type)), "Dog": \##(object(["d", "e", "f"], "string")),
        "Owner": { "type": "object", "required": ["pet"], "properties": { "pet": { "anyOf": [
          { "$ref": "#/schemas/Cat" }, { "$ref": "#/schemas/Dog" }] } } }
        """##
    }
    let owner = ##"{ "$ref": "#/schemas/Owner" }"##
    let found = changes(
      [(owner, owner), ("{ \"anyOf\": [\(owner), { \"type\": \"null\" }] }", owner), (owner, owner), (owner, owner)],
      schemas: schemas("string"), schemas("integer"), placesLimit: limit)
    let endpoints = Set(found.filter { $0.severity >= .warning }.flatMap { [$0.endpoint] + $0.elsewhere })
    #expect(endpoints == ["notes.0", "notes.1", "notes.2", "notes.3"], "\(found.map(\.rule.id))")
  }

  @Test func `what a part hides isn't reported once more where the whole's gap was reported at enough places`() {
    func schemas(_ type: String) -> String {
      ##"""
      "Cat": { "type": "object", "required": ["id"], "properties": { "id": { "type": "\##(type)" } } },
      "Animal": { "type": "object", "properties": { "id": { "type": "\##(type)" } } },
      "Named": { "anyOf": [{ "$ref": "#/schemas/Cat" }, { "type": "string" }] },
      "Either": { "anyOf": [{ "$ref": "#/schemas/Cat" }, { "$ref": "#/schemas/Animal" }] }
      """##
    }
    let (named, either) = (##"{ "$ref": "#/schemas/Named" }"##, ##"{ "$ref": "#/schemas/Either" }"##)
    let found = changes(
      [(named, named), (named, named), (either, either)], schemas: schemas("integer"), schemas("string"), placesLimit: 2
    )
    let ofCats = found.filter { $0.detail == "string in Cat" }
    #expect(ofCats.map(\.endpoint) == ["notes.0", "notes.1"], "\(found.map(\.message))")
    #expect(ofCats.flatMap(\.elsewhere) == ["notes.2"])
    #expect(found.filter { $0.detail == "string in Animal" }.map(\.endpoint) == ["notes.2"])
    #expect(found.allSatisfy { $0.undecided == nil })
  }

  @Test func `a member that was reported at enough places isn't reported once more as one of an alternative`() {
    func schemas(_ members: String) -> String {
      ##"""
      "Cat": { "type": "object", "properties": { "id": { "type": "integer" }\##(members) } },
      "Dog": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
      "Owner": { "type": "object", "properties": { "pet": { "anyOf": [
        { "$ref": "#/schemas/Cat" }, { "$ref": "#/schemas/Dog" }] } } }
      """##
    }
    let (cat, owner) = (##"{ "$ref": "#/schemas/Cat" }"##, ##"{ "$ref": "#/schemas/Owner" }"##)
    let list = "{ \"type\": \"object\", \"properties\": { \"first\": \(owner) } }"
    let found = changes(
      [(cat, cat), (cat, cat), (owner, owner), (list, list)], schemas: schemas(""),
      schemas(#", "text": { "type": "string" }"#), placesLimit: 2)
    #expect(found.map(\.endpoint) == ["notes.0", "notes.1"], "\(found.map(\.message))")
    #expect(found.flatMap(\.elsewhere) == ["notes.2", "notes.3"])
    #expect(Set(found.map(\.cause)).count == 1)
  }

  @Test func `schemas that lead to one another in very many ways take no longer than they are long`() {
    func schemas(_ type: String) -> String {
      let steps = (0..<40).map { number in
        ##"""
        "S\##(number)": { "type": "object", "properties": { "before": { "$ref": "#/schemas/S\##(number + 1)" },
          "after": { "$ref": "#/schemas/S\##(number + 1)" } } }
        """##
      }
      return steps.joined(separator: ",")
        + ##", "S40": { "type": "object", "properties": { "x": { "type": "\##(type)" } } }"##
    }
    let answer = ##"{ "$ref": "#/schemas/S0" }"##
    let found = changes([(answer, answer)], schemas: schemas("string"), schemas("integer"))
    #expect(Set(found.map(\.cause)).count == 1)
    #expect(found.allSatisfy { $0.severity == .breaking })
    #expect(!found.isEmpty)
  }

  @Test func `what no whole could show at some endpoints is shown at others`() {
    func schemas(_ type: String) -> String {
      ##"""
      "Money": { "type": "object", "required": ["amount"], "properties": { "amount": { "type": "\##(type)" } } },
      "Wrapped": { "type": "object", "required": ["money", "code"], "properties": { "money": { "$ref": "#/schemas/Money" },
        "code": { "type": "string", "pattern": "^(?=.*[A-Z].*[A-Z])(?=.*[0-9].*[0-9])(?!.*[a-z])[^ ]{40}$", "not": { "pattern": "A" } } } }
      """##
    }
    let (hard, plain) = (##"{ "$ref": "#/schemas/Wrapped" }"##, ##"{ "$ref": "#/schemas/Money" }"##)
    func wrapped(_ number: Int) -> String { "{ \"allOf\": [\(hard), { \"maxProperties\": \(9 + number) }] }" }
    let answers = (0..<6).map { (wrapped($0), wrapped($0)) } + [(plain, plain)]
    let found = changes(answers, schemas: schemas("integer"), schemas("string"))
    let shown = found.first { $0.endpoint == "notes.6" }
    #expect(shown?.severity == .breaking, "\(found.map { "\($0.endpoint) \($0.severity) \($0.undecided ?? "")" })")
  }
}
