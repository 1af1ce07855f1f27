import PlumblineContractModel
import Testing

/// Lint messages about exploded objects, whose members are sent as separate parameters.
@Suite struct ExplodedMemberLintTests {
  private func problems(_ parameters: [String]) -> [String] {
    let endpoint = Files.endpoint("list", "GET /a", #", "query": { \#(parameters.joined(separator: ",\n")) }"#)
    return ContractLoader.load([Files.main, Files.endpoints(endpoint)]).problems.map(\.message)
  }

  private func object(_ name: String, _ members: [String]) -> String {
    let properties = members.map { #""\#($0)": true"# }.joined(separator: ", ")
    return #""\#(name)": { "type": "object", "properties": { \#(properties) }, "additionalProperties": false }"#
  }

  @Test func `of a name that hundreds have, each object lists a few and says that there are more`() {
    let found = problems((0..<300).map { object("p\($0)", ["same", "own\($0)"]) })
    #expect(found.count == 300 * 9)
    #expect(found.contains { $0.hasPrefix("p7 has a member same,") && $0.contains("so does p0,") })
    #expect(found.contains("At least 291 more parameters have a member that p7 also has."))
  }

  @Test func `a few that share a name are all reported`() {
    let found = problems([object("a", ["x"]), object("b", ["x", "y"]), object("c", ["y"])])
    #expect(found.count == 4, "\(found)")
    #expect(found.contains { $0.hasPrefix("b has a member y,") && $0.contains("so does c,") }, "\(found)")
  }

  @Test func `objects of different members are in order, and one of them may take any name`() {
    let free = #""any": { "type": "object" }"#
    #expect(problems((0..<300).map { object("p\($0)", ["own\($0)"]) } + [free]) == [])
  }
}
