import TestSupport
import Testing

@testable import PlumblineJSONSchema

/// Tables that grow on while their copies stay as they were.
@Suite struct GrowingTableTests {
  /// Counts the live instances of its kind. Using several of them lets a test distinguish a leak from a double release.
  private final class Counted: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  @Test func `entries come in order, at the index that each was given`() {
    var table: GrowingTable<Int> = [10, 11, 12]
    for number in 13..<300 { #expect(table.append(number) == number - 10) }
    #expect(Array(table) == Array(10..<300))
    #expect(table.indices.allSatisfy { table[$0] == $0 + 10 })
    #expect(Array(table.pointer) == Array(10..<300))
  }

  @Test func `every copy stays as it was, also where the storage grew under it`() {
    var table = GrowingTable<String>()
    var copies: [GrowingTable<String>] = [table]
    for number in 0..<100 {
      table.append("\(number)")
      copies.append(table)
    }
    for (count, copy) in copies.enumerated() { #expect(Array(copy) == (0..<count).map { "\($0)" }) }
  }

  @Test func `two that go on from one each have their own entries`() {
    // The counts include full and partially filled storage, which initially holds 8 entries.
    for count in [0, 1, 5, 7, 8, 9, 16] {
      var one = GrowingTable<String>()
      for number in 0..<count { one.append("\(number)") }
      var other = one
      let common = one
      one.append("one")
      #expect(other.append("other") == count)
      one.append("one more")
      other.append("other more")
      let begin = (0..<count).map { "\($0)" }
      #expect(Array(one) == begin + ["one", "one more"])
      #expect(Array(other) == begin + ["other", "other more"])
      #expect(Array(common) == begin)
    }
  }

  @Test func `a copy costs no storage until it is appended to`() {
    var table: GrowingTable<Int> = [1, 2]
    let early = table
    table.append(3)
    #expect(early.pointer.base == table.pointer.base)
    var late = early
    late.append(4)
    #expect(late.pointer.base != table.pointer.base)
    #expect(Array(table) == [1, 2, 3])
  }

  @Test func `an entry is completed in place`() {
    var table: GrowingTable<String> = ["a", "b", "c"]
    table.complete(1, with: "B")
    #expect(Array(table) == ["a", "B", "c"])
    table.append("d")
    table.complete(3, with: "D")
    #expect(Array(table) == ["a", "B", "c", "D"])
  }

  @Test func `each entry lives as long as the last table that has it, and no longer`() {
    var entries: [Counted] = (0..<40).map { Counted($0) }
    let alive = entries.map { entry in { [weak entry] in entry != nil } }
    var table: GrowingTable<Counted>? = GrowingTable()
    var early: GrowingTable<Counted>?
    for entry in entries {
      table?.append(entry)
      if entry.number == 2 { early = table }
    }
    entries = []
    #expect(alive.allSatisfy { $0() })
    #expect(table?.map(\.number) == Array(0..<40))
    table = nil
    // Storage that was outgrown keeps its contents, because copies may still use it.
    #expect(alive.prefix(3).allSatisfy { $0() })
    #expect(!alive.suffix(20).contains { $0() })
    #expect(early?.map(\.number) == [0, 1, 2])
    early = nil
    #expect(!alive.contains { $0() })
  }

  @Test func `a replaced entry is let go`() {
    var first: Counted? = Counted(1)
    let isAlive = { [weak first] in first != nil }
    var table: GrowingTable<Counted> = []
    if let first { table.append(first) }
    first = nil
    #expect(isAlive())
    table.complete(0, with: Counted(2))
    #expect(!isAlive())
    #expect(table[0].number == 2)
  }

  /// Tables that branch and grow randomly, each compared with an array that gets the same operations.
  @Test(arguments: RandomSeed.ofThisRun)
  func `tables are like arrays, whatever is copied and appended`(seed: RandomSeed) throws {
    var numbers = seed.numbers
    var tables: [(table: GrowingTable<[Int]>, array: [[Int]])] = [([], [])]
    for round in 0..<2000 {
      let place = Int.random(in: tables.indices, using: &numbers)
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: tables.append(tables[place])
      case 1 where tables.count > 1: tables.remove(at: place)
      default:
        tables[place].table.append([round])
        tables[place].array.append([round])
      }
      if round.isMultiple(of: 50) {
        for (table, array) in tables { try #require(Array(table) == array) }
      }
    }
    for (table, array) in tables { try #require(Array(table) == array) }
  }
}
