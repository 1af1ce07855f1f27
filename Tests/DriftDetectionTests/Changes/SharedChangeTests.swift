import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of schemas that many endpoints share.
struct SharedChangeTests {
  private static let names = ["a", "b", "c", "d", "e"]

  /// Endpoints that all answer with one schema.
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

  @Test func `the first places are told whole, and of the others the endpoints are named`() throws {
    let all = changes(old, new, placesLimit: nil)
    let some = changes(old, new, placesLimit: 2)
    let rule = "change.response.field.type-changed"
    #expect(all.filter { $0.rule.id == rule }.map(\.endpoint) == Self.names.map { "notes.\($0)" })
    #expect(all.allSatisfy { $0.elsewhere.isEmpty })
    let told = some.filter { $0.rule.id == rule }
    #expect(told.map(\.endpoint) == ["notes.a", "notes.b"])
    #expect(told.flatMap(\.elsewhere) == ["notes.c", "notes.d", "notes.e"])
    // What is added to a schema is one change as well.
    let added = some.filter { $0.rule.id == "change.response.field.added" }
    #expect(added.map(\.endpoint) + added.flatMap(\.elsewhere) == Self.names.map { "notes.\($0)" })
    #expect(Set(all.map(\.cause)) == Set(some.map(\.cause)))
  }

  @Test func `each place that is told has a value that shows it`() throws {
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
}
