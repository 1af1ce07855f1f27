import PlumblineJSONTree
import Testing

struct HostileTextTests {
  private func object(_ keys: [String]) throws -> JSON {
    try JSON.parse("{\(keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ","))}")
  }

  @Test func `keys that collide cost n log n comparisons`() throws {
    for count in [5, 40, 1000] {
      let keys = CollidingKeys.make(count)
      let value = try object(keys)
      #expect(Set(value.members.map { KeyHash($0.key.utf8).payload }).count == 1)
      #expect(!value.document.hasDuplicateKeys)
      #expect(value.document.keyComparisons <= count * 32)
      #expect(value.document.keyComparisons >= count - 1)
      for (place, member) in value.members.enumerated() { #expect(value[member.key]?.int == place) }
    }
  }

  @Test func `a repeat among keys that collide is found`() throws {
    for count in [5, 40, 1000] {
      let keys = CollidingKeys.make(count)
      let value = try object(keys + [keys[2]])
      #expect(value.document.duplicateKeys.count == 1)
      #expect(value[try #require(value.document.duplicateKeys.first).key]?.int == count)
    }
  }

  @Test func `other keys cost no comparison`() throws {
    for count in [1, 8, 9, 64, 65, 300] {
      #expect(try object((0..<count).map { "key\($0)" }).document.keyComparisons == 0)
    }
  }

  @Test func `a repeat is found in an object of any size, wherever it is`() throws {
    for count in [2, 8, 9, 64, 65, 255, 256, 1000] {
      for place in [0, count / 2, count - 1] {
        let keys = (0..<count).map { "k\($0)" }
        let value = try object(keys + ["k\(place)"])
        #expect(value.document.duplicateKeys.map(\.key) == ["k\(place)"])
        #expect(value["k\(place)"]?.int == count)
        #expect(value.members.count == count + 1)
      }
    }
  }

  @Test func `one key again and again is one member`() throws {
    let value = try object([String](repeating: "a", count: 300))
    #expect(value.document.duplicateKeys.count == 100)
    #expect(value["a"]?.int == 299)
    #expect(value == ["a": 299])
    #expect(value.hashValue == (["a": 299] as JSON).hashValue)
  }

  @Test func `a large object is indexed once, a small one never`() throws {
    let large = try object((0..<5000).map { "key\($0)" })
    for index in 0..<5000 { #expect(large["key\(index)"]?.int == index) }
    #expect(large["key5000"] == nil)
    #expect(large[""] == nil)
    #expect(large.document.indexedContainers == 1)
    let small = try object((0..<32).map { "key\($0)" })
    for index in 0..<32 { #expect(small["key\(index)"]?.int == index) }
    #expect(small.document.indexedContainers == 0)
  }

  @Test func `a long array is indexed once`() throws {
    let value = JSON.array((0..<3000).map { [JSON($0)] })
    for index in 0..<3000 { #expect(value[index]?[0]?.int == index) }
    #expect(value[3000] == nil)
    #expect(value.document.indexedContainers == 1)
  }

  @Test func `huge numbers compare by what is written, not by what they stand for`() throws {
    let digits = String(repeating: "7", count: 100_000)
    let long = try JSON.parse(digits)
    #expect(try long == JSON.parse(digits + ".000e0"))
    #expect(try long != JSON.parse(digits + "1"))
    #expect(long.number?.isMultiple(of: JSONNumber(7)) == true)
    #expect(long.number?.isMultiple(of: JSONNumber(2)) == false)
    #expect(try #require(long.number) < #require(JSONNumber(literal: "1e400000000")))
    #expect(try JSON.parse("[1e400000000]") == JSON.parse("[10e399999999]"))
    #expect(try JSON.parse("1e999999999999999999999999").int == nil)
  }

  @Test func `lines and columns are right across pieces, and in one long line`() throws {
    let value = try JSON.parse("[" + (0..<3000).map { "\"é\($0 % 10)\"" }.joined(separator: ",") + ",\n1]")
    #expect(value[0]?.location == SourceLocation(file: "", line: 1, column: 2))
    #expect(value[2999]?.location == SourceLocation(file: "", line: 1, column: 2 + 2999 * 5))
    #expect(value[3000]?.location == SourceLocation(file: "", line: 2, column: 1))
    let lines = try JSON.parse("[" + (0..<5000).map { "\($0)" }.joined(separator: ",\n\n") + "]")
    for index in [0, 1, 1023, 1024, 4096, 4999] { #expect(lines[index]?.location.line == index * 2 + 1) }
  }
}
