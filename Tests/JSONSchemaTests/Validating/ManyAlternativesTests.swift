import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// More alternatives than a machine word has bits.
struct ManyAlternativesTests {
  private static func schema() throws -> Schema {
    let branches = (0..<70).map { number in
      #"{"type": "object", "required": ["kind", "n"], "properties": {"kind": {"const": "k\#(number)"}, "n": {"type": "integer"}}}"#
    }
    return try compile(#"{"oneOf": [\#(branches.joined(separator: ", "))]}"#)
  }

  @Test(arguments: ["k0", "k63", "k64", "k69"])
  func `the alternative that a value names is reported, wherever it is`(kind: String) throws {
    let schema = try Self.schema()
    #expect(schema.isValid(["kind": JSON(kind), "n": 1]))
    let violation = try #require(schema.violations(of: ["kind": JSON(kind), "n": "x"]).first)
    #expect(violation.named.map(\.keyword) == ["type"], "\(violation)")
    #expect(violation.naming == nil)
  }

  @Test func `a name that none has is reported with those of all`() throws {
    let violation = try #require(try Self.schema().violations(of: ["kind": "other", "n": 1]).first)
    #expect(violation.naming?.names == (0..<70).map { "k\($0)" })
    #expect(violation.named.isEmpty)
  }
}
