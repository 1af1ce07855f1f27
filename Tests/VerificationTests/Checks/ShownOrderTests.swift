import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

/// The conclusions that can be drawn from shown values and their order.
struct ShownOrderTests {
  private static func parse(_ text: String) throws -> [JSON] { Array(try JSON.parse(text).elements) }

  @Test(arguments: [
    (#"[1, 2, 2, 1e1]"#, true), (#"[1, 3, 2]"#, false), (#"[-1.5, null, 0.25, null, 7]"#, true),
    (#"["2026-03-01T08:00:00Z", "2026-03-01T08:00:00.1Z", "2026-03-01T08:00:00.25Z"]"#, true),
    // The second time is an hour earlier, but in a different time zone.
    (#"["2026-03-01T08:00:00Z", "2026-03-01T15:00:00+08:00"]"#, false),
    (#"["axle", "Bolt", "bolt", "a b", "nut"]"#, true), (#"["nut", "Bolt", "axle"]"#, false),
  ])
  func `values rise, or don't`(text: String, isRising: Bool) throws {
    let values = try Self.parse(text)
    let rising = ShownOrder(direction: .ascending, ranks: []).result(of: values)
    let falling = ShownOrder(direction: .descending, ranks: []).result(of: values.reversed())
    #expect((rising == .fits) == isRising)
    #expect((falling == .fits) == isRising)
    if !isRising { #expect(rising != .undecided) }
  }

  @Test(arguments: [
    "[]", "[3]", "[3, 3, 3]", "[null, null]", #"["a", 1]"#, #"["B", "a"]"#, #"["part 10", "part 9"]"#,
    #"["item2", "item10"]"#, "[true, false]", "[[1], [0]]", #"["2026-03-01 08:00:00", "2026-01-01 08:00:00"]"#,
  ])
  func `what a collation decides, or nothing, is undecided`(text: String) throws {
    #expect(ShownOrder(direction: .ascending, ranks: []).result(of: try Self.parse(text)) == .undecided)
  }

  @Test func `without a direction both will do, and a mixture won't`() throws {
    let order = ShownOrder(direction: .either, ranks: [])
    #expect(order.result(of: try Self.parse("[1, 2, 3]")) == .fits)
    #expect(order.result(of: try Self.parse("[3, 2, 1]")) == .fits)
    #expect(order.result(of: try Self.parse("[1, 3, 2]")) == .wrong(.init(first: 3, second: 2)))
  }

  @Test func `listed values are sorted by rank or alphabetically, with any order of punctuation`() throws {
    let ranks: [JSON] = ["LOW", "MID_B", "MIDA", "HIGH"]
    let order = ShownOrder(direction: .ascending, ranks: ranks)
    #expect(order.result(of: ranks) == .fits)
    #expect(order.result(of: ["HIGH", "LOW", "MIDA", "MID_B"]) == .fits)
    #expect(order.result(of: ["HIGH", "MIDA", "LOW"]) == .wrong(.init(first: "HIGH", second: "MIDA")))
    #expect(order.result(of: ["HIGH", "URGENT", "LOW"]) == .undecided)
  }

  @Test(arguments: [
    (#"["new", "NEW"]"#, false), (#"["new", " New "]"#, false), (#"["new", "old"]"#, true),
    (#"["José", "jose"]"#, false),
    ("[1, 1.0]", false), ("[1, 2]", true), (#"[1, "1"]"#, false), ("[true, false]", true), ("[[1], 1]", false),
    (#"["2026-03-01T08:00:00Z", "2026-03-01T16:00:00.000+08:00"]"#, false),
  ])
  func `only what is surely another differs`(text: String, isOther: Bool) throws {
    let pair = try Self.parse(text)
    #expect((ShownValue(pair[0])?.differs(from: pair[1]) ?? false) == isOther)
  }
}
