import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// Schemas that refer to one another through alternatives, so that each is part of all the others.
struct NestedWholesTests {
  private static let count = 30

  /// Schemas of which some may have null for their amounts, once they have changed.
  private func document(
    isChanged: Bool, of count: Int = Self.count, where isNullable: (Int) -> Bool = { $0 % 10 == 7 }
  ) throws -> JSONDocument {
    let schemas = (0..<count).map { number in
      let links = [number + 1, number * 7 + 3].enumerated().map { index, other in
        ##""link\##(index)": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/kind\##(other % count)" }] }"##
      }
      let type = isChanged && isNullable(number) ? #"["integer", "null"]"# : #""integer""#
      return #"""
        "kind\#(number)": { "type": "object", "required": ["id", "amount"], "properties": {
          "id": { "enum": ["kind\#(number)"] }, "amount": { "type": \#(type) }, \#(links.joined(separator: ", ")) } }
        """#
    }
    let text = ##"{ "$ref": "#/$defs/kind0", "$defs": { \##(schemas.joined(separator: ", ")) } }"##
    return try JSONDocument.parse(Array(text.utf8), file: "s")
  }

  @Test func `a change is found at a few places, and not once more in every schema around it`() throws {
    let (old, new) = (try document(isChanged: false), try document(isChanged: true))
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .response)
    let gaps = comparison.inclusion(of: new.root, on: .new, in: old.root).gaps
    #expect(Set(gaps.map(\.alternative)) == ["kind7", "kind17", "kind27"])
    #expect(gaps.allSatisfy { $0.pointer.tokens.last == "amount" && $0.detail == "null" })
    #expect(gaps.allSatisfy { $0.witness != nil || $0.part != nil })
    // Only the first parts are compared completely.
    #expect(gaps.count < 12 * Self.count, "\(gaps.count)")
  }

  @Test func `many changes are found at a few places each, though all schemas lead to all others`() throws {
    let count = 100
    let old = try document(isChanged: false, of: count)
    let new = try document(isChanged: true, of: count) { $0 > 0 }
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .response)
    let gaps = comparison.inclusion(of: new.root, on: .new, in: old.root).gaps
    #expect(Set(gaps.map(\.alternative)).count == count - 1)
    #expect(gaps.allSatisfy { $0.witness != nil || $0.part != nil })
    // If the first parts were compared completely, each would have all gaps.
    #expect(gaps.count < 4 * count, "\(gaps.count)")
  }

  @Test func `a value that only the part around alternatives shows is found`() throws {
    func document(_ type: String) throws -> JSONDocument {
      let text = ##"""
        { "$ref": "#/$defs/C3", "$defs": {
          "C0": { "type": "object", "properties": { "t": { "$ref": "#/$defs/C1" } }, "required": ["t"],
            "additionalProperties": false },
          "C1": { "type": "object", "properties": { "v": { "anyOf": [
            { "$ref": "#/$defs/C0" }, { "type": "object", "additionalProperties": { "type": "\##(type)" } },
            { "oneOf": [{ "$ref": "#/$defs/C1" }, { "type": "null" }] }] } } },
          "C2": { "type": "object", "properties": { "v": { "type": "object", "additionalProperties": false, "properties": {
            "u": { "$ref": "#/$defs/C0" }, "w": { "$ref": "#/$defs/C2" } } } } },
          "C3": { "type": "object", "properties": { "p": { "$ref": "#/$defs/C3" },
            "v": { "anyOf": [{ "$ref": "#/$defs/C0" }, { "$ref": "#/$defs/C2" }] } } } } }
        """##
      return try JSONDocument.parse(Array(text.utf8), file: "s")
    }
    let (old, new) = (try document("string"), try document("number"))
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .request)
    let gaps = comparison.inclusion(of: old.root, on: .old, in: new.root).gaps
    #expect(gaps.contains { $0.witness != nil || $0.part != nil }, "\(gaps)")
  }
}
