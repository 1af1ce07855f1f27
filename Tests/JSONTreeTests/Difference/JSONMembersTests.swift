import PlumblineJSONTree
import TestSupport
import Testing

struct JSONMembersTests {
  private typealias Pairs = [(key: String, value: JSON)]

  @Test(arguments: [
    ("{}", "{}", 0), (#"{"a":1}"#, #"{"a":1.0}"#, 0), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, 0),
    (#"{"a":1}"#, #"{"a":2}"#, 1), (#"{"a":1}"#, "{}", 1), ("{}", #"{"a":1,"b":2}"#, 2), (#"{"a":1}"#, #"{"b":1}"#, 2),
    (#"{"a":{"x":[1]}}"#, #"{"a":{"x":[2]}}"#, 1), (#"{"a":null}"#, "{}", 1), (#"{"a":1}"#, #"{"\u0061":1}"#, 0),
    (#"{"a":0,"a":1}"#, #"{"a":1}"#, 0), (#"{"a":1}"#, #"{"a":0,"a":1}"#, 0), (#"{"a":1}"#, #"{"a":1,"a":0}"#, 1),
    (#"{"b":1,"b":2,"b":3}"#, "{}", 1), ("{}", #"{"b":1,"b":2,"b":3}"#, 1),
  ])
  func `members that differ are counted`(one: String, other: String, count: Int) throws {
    #expect(try JSON.parse(one).differingMembers(from: JSON.parse(other)) == count)
  }

  @Test(arguments: [("{}", "[]"), ("[]", "{}"), ("1", "1"), ("null", "{}")])
  func `what is no object has no members that could differ`(one: String, other: String) throws {
    #expect(try JSON.parse(one).differingMembers(from: JSON.parse(other)) == nil)
  }

  /// Counts differences with dictionaries, in which the last value of a key is used.
  private func naiveCount(_ one: Pairs, _ other: Pairs) -> Int {
    let one = Dictionary(one.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let other = Dictionary(other.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    return Set(one.keys).union(other.keys).count { one[$0] != other[$0] }
  }

  private func parsed(_ pairs: Pairs, _ random: inout RandomNumbers) throws -> JSON {
    let members = pairs.map { key, value in
      // Some keys are written with an escape sequence.
      let text = random.next(4) == 0 ? key.replacing("k", with: #"\u006b"#) : key
      return "\"\(text)\":\(value.text)"
    }
    return try JSON.parse("{\(members.joined(separator: ","))}")
  }

  /// Returns the members with some of them left out, changed, repeated, added or moved.
  private func altered(_ pairs: Pairs, _ random: inout RandomNumbers) -> Pairs {
    var result: Pairs = []
    let calm = 2 + random.next(20)
    for pair in pairs {
      switch random.next(calm) {
      case 0: break
      case 1: result.append((pair.key, random.value(2)))
      case 2: result += [(pair.key, random.value(1)), pair]
      case 3: result += [pair, (pair.key, random.value(1))]
      case 4: result.insert(pair, at: random.next(result.count + 1))
      case 5: result += [pair, ("k\(random.next(90))", random.value(1))]
      default: result.append(pair)
      }
    }
    return result
  }

  @Test func `the count is that of a plain comparison, whatever the objects are`() throws {
    var random = RandomNumbers(seed: 11)
    var counts: Set<Int> = []
    for round in 0..<1500 {
      // Objects with more than 32 members are searched differently.
      let size = round % 5 == 0 ? 30 + random.next(30) : random.next(7)
      let one: Pairs = (0..<size).map { ("k\($0 + random.next(2))", random.value(2)) }
      let other = altered(one, &random)
      let (left, right) = (try parsed(one, &random), try parsed(other, &random))
      let expected = naiveCount(one, other)
      counts.insert(expected)
      try #require(left.differingMembers(from: right) == expected, "\(left.text) and \(right.text)")
      try #require(right.differingMembers(from: left) == expected, "\(right.text) and \(left.text)")
      let enough = random.next(6)
      let stopped = try #require(left.differingMembers(from: right, enough: enough))
      try #require(
        min(stopped, enough) == min(expected, enough), "\(stopped) for \(enough): \(left.text) and \(right.text)")
      try #require(stopped <= expected, "\(stopped) for \(enough): \(left.text) and \(right.text)")
      try #require((expected == 0) == (left == right))
    }
    #expect(counts.isSuperset(of: 0...6))
  }
}
