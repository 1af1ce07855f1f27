import PlumblineJSONTree
import TestSupport
import Testing

struct JSONDifferenceTests {
  private func differences(_ old: String, _ new: String, identity: [String] = []) throws -> [String] {
    try JSON.parse(new).difference(from: JSON.parse(old), identity: identity).map(\.description)
  }

  @Test(arguments: [
    ("1", "1.0"), (#"{"a":1,"b":[{}]}"#, #"{"b":[{}],"a":1}"#), ("[[1,2],[1,2]]", "[[1,2],[1,2]]"),
    (#"{"a":0,"a":1}"#, #"{"a":1}"#),
  ])
  func `equal values have no difference`(old: String, new: String) throws {
    #expect(try differences(old, new) == [])
  }

  @Test func `members are added, removed and changed, in the order of the new value`() throws {
    #expect(
      try differences(#"{"a":1,"b":{"x":[],"y":2},"c":3}"#, #"{"n":0,"b":{"y":"2","x":[]},"a":1}"#) == [
        "/n was added: 0", #"/b/y changed from 2 to "2""#, "/c was removed: 3",
      ])
    #expect(try differences("{}", "[]") == ["the value changed from {} to []"])
  }

  @Test func `an element that is put in does not change those after it`() throws {
    #expect(try differences("[1,2,3,4]", "[1,9,2,3,4]") == ["/1 was added: 9"])
    #expect(try differences("[1,2,3,4]", "[1,3,4]") == ["/1 was removed: 2"])
    #expect(try differences("[1,1,1]", "[1,1]") == ["/2 was removed: 1"])
  }

  @Test func `an element that changes in its place is changed`() throws {
    #expect(try differences("[1,2,3]", "[1,7,3]") == ["/1 changed from 2 to 7"])
    #expect(
      try differences(#"[{"n":1},{"n":2}]"#, #"[{"n":0},{"n":1},{"n":3}]"#) == [
        #"/0 was added: {"n":0}"#, "/2/n changed from 2 to 3",
      ])
    #expect(try differences("[[1,2],[3]]", "[[1,2,5],[3]]") == ["/0/2 was added: 5"])
  }

  @Test func `an element that is elsewhere has moved`() throws {
    #expect(try differences("[1,2,3,4]", "[4,1,2,3]") == ["/3 moved to /0"])
    #expect(try differences(#"[{"a":1},"x",[2]]"#, #"["x",[2],{"a":1}]"#) == ["/0 moved to /2"])
  }

  @Test func `an identity matches elements that changed`() throws {
    let old = #"[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":5},{"id":3,"n":"c"}]"#
    let new = #"[{"id":3,"n":"c"},{"id":1,"n":"A"},{"id":4,"n":"b"},{"id":5}]"#
    #expect(
      try differences(old, new, identity: ["uuid", "id"]) == [
        "/3 moved to /0", #"/1/n changed from "a" to "A""#, #"/2 was added: {"id":4,"n":"b"}"#,
        #"/1 was removed: {"id":2,"n":"b"}"#,
      ])
    let entry = try #require(try JSON.parse(new).difference(from: JSON.parse(old), identity: ["id"]).dropFirst().first)
    #expect(entry.kind == .changed)
    #expect(entry.oldPointer == "/0/n")
    #expect(entry.newPointer == "/1/n")
    #expect(entry.old == "a")
    #expect(entry.new == "A")
  }

  @Test func `what is reported turns the old value into the new one`() throws {
    var random = RandomNumbers(seed: 7)
    for _ in 0..<300 {
      let (old, new) = (random.value(3), random.value(3))
      let entries = new.difference(from: old, identity: ["a"])
      #expect(entries.isEmpty == (old == new))
      for entry in entries {
        #expect((entry.old == nil) == (entry.kind == .added))
        #expect((entry.new == nil) == (entry.kind == .removed))
        #expect(entry.oldPointer.map { old.at($0)?.text == entry.old?.text } ?? true)
        #expect(entry.newPointer.map { new.at($0)?.text == entry.new?.text } ?? true)
        if entry.kind == .changed { #expect(entry.old != entry.new) }
      }
    }
  }

  @Test func `depth costs no stack and the entries are limited`() throws {
    let deep = String(repeating: "[", count: 20_000)
    let close = String(repeating: "]", count: 20_000)
    let limits = JSONLimits(depth: .max)
    let old = try JSONDocument.parse(deep + "{}" + close, limits: limits).root
    let new = try JSONDocument.parse(
      String(repeating: "{\"a\":", count: 20_000) + "1" + String(repeating: "}", count: 20_000), limits: limits
    ).root
    let other = try JSONDocument.parse(
      String(repeating: "{\"a\":", count: 20_000) + "2" + String(repeating: "}", count: 20_000), limits: limits
    ).root
    #expect(new.difference(from: old).count == 1)
    #expect(other.difference(from: new).first?.newPointer?.tokens.count == 20_000)
    let many = JSON.array((0..<500).map { JSON($0) })
    #expect(many.difference(from: [], limit: 10).count == 10)
  }
}
