import PlumblineJSONTree
import Testing

@testable import PlumblineInference

/// The selection of objects that are compared with one another to find the kinds of objects.
@Suite struct KindRivalsTests {
  /// Returns the rivals of each object. An object is described by its member names and those that it requires.
  private func rivals(_ all: [([String], [String])]) -> [[Int]] {
    var rivals = KindCandidates(all.map(\.0))
    var found: [[Int]] = []
    for (index, one) in all.enumerated() { found.append(rivals.next(index, required: one.1)) }
    return found
  }

  @Test func `an object is held to those after it that have the rarest of what it requires`() {
    let all = [["id", "title", "colour"], ["id", "title", "colour"], ["id", "title", "name"]].map { ($0, $0) }
    #expect(rivals(all) == [[1], [], []])
  }

  @Test func `one that requires nothing is held to those that share its rarest names`() {
    let names = [["id", "title", "colour"], ["id", "title", "size"], ["id", "name", "email"]]
    #expect(rivals(names.map { ($0, []) }) == [[1], [], []])
  }

  @Test func `thousands of objects without a name in common are held to none`() {
    let all = (0..<3000).map { number -> ([String], [String]) in
      let names = ["id", "a\(number)", "b\(number)"]
      return (names, names)
    }
    #expect(rivals(all).allSatisfy { $0.isEmpty })
  }

  @Test func `thousands with the same names are held to few each`() {
    let all = (0..<3000).map { _ in (["a", "b", "c"], ["a", "b", "c"]) }
    #expect(rivals(all).map(\.count).max() == 64)
  }

  @Test func `objects with mostly the same members are one kind, and others aren't`() throws {
    var table = ShapeTable()
    var links: [ShapeTable.Link] = []
    let plain = #"{"a":1,"b":1,"c":1}"#
    for text in [plain, #"{"a":1,"b":1,"c":1,"d":"x"}"#, plain, #"{"x":1,"y":1,"z":1}"#] {
      var link = ShapeTable.Link(node: table.make())
      table.add(try JSON.parse(text), to: &link, owner: links.count)
      // A member that only one object has isn't required.
      if text.contains("d") { table.add(try JSON.parse(plain), to: &link, owner: 9) }
      links.append(link)
    }
    ShapeKinds.unite(below: links, in: &table)
    #expect(Set(links.prefix(3).map { table.find($0.node) }).count == 1)
    #expect(table.find(links[3].node) != table.find(links[0].node))
  }
}
