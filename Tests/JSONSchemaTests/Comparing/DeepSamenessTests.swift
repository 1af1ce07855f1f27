import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// Schemas that refer to one another in a long chain, next to a schema that has changed.
struct DeepSamenessTests {
  private func document(of count: Int, last type: String, note: String) throws -> JSONDocument {
    let schemas = (0..<count).map { number in
      ##""kind\##(number)": { "type": "object", "properties": { "id": { "enum": ["kind\##(number)"] }, "##
        + ##""next": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/kind\##(number + 1)" }] } } }"##
    }
    let text = ##"""
      { "$ref": "#/$defs/kind0", "$comment": "\##(note)", "$defs": {
        \##(schemas.joined(separator: ",\n")), "kind\##(count)": { "type": "\##(type)" } } }
      """##
    return try JSONDocument.parse(Array(text.utf8), file: "s")
  }

  // The longer chain is too long for recursion.
  @Test(arguments: [500, 2500])
  func `a long chain of schemas that are the same is proven the same`(count: Int) throws {
    let old = try document(of: count, last: "integer", note: "old")
    let new = try document(of: count, last: "integer", note: "new")
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .response)
    let answer = comparison.inclusion(of: new.root, on: .new, in: old.root)
    #expect(answer.isProven, "\(answer.gaps.prefix(3))")
  }

  @Test(arguments: [500, 2500])
  func `a change at the end of a long chain isn't passed over`(count: Int) throws {
    let old = try document(of: count, last: "integer", note: "old")
    let new = try document(of: count, last: "number", note: "new")
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .response)
    let answer = comparison.inclusion(of: new.root, on: .new, in: old.root)
    #expect(!answer.isProven)
  }
}
