import PlumblineJSONTree
import TestSupport
import Testing

@testable import PlumblineMockEngine

@Suite struct ItemTableTests {
  /// A table and its expected content.
  private struct World {
    var table: ItemTable
    var items: [(id: Int, text: String)]

    mutating func put(_ id: Int, _ text: String) throws {
      table.put(try JSON.parse(text), Array(text.utf8))
      if let place = items.firstIndex(where: { $0.id == id }) {
        items[place].text = text
      } else {
        items.append((id, text))
      }
    }

    mutating func remove(at place: Int) throws { table.remove(try JSON.parse(items.remove(at: place).text)) }
  }

  @Test func `every item stays what it was, in copies too, whatever is put and removed`() throws {
    var numbers = RandomNumbers(seed: 11)
    let seeds = (0..<20).map { (id: $0, text: #"{"id":\#($0),"name":"seed"}"#) }
    var worlds = [World(table: ItemTable(try seeds.map { try JSON.parse($0.text) }, key: "/id"), items: seeds)]
    for step in 0..<4000 {
      let index = Int.random(in: worlds.indices, using: &numbers)
      switch Int.random(in: 0..<20, using: &numbers) {
      case 0 where worlds.count < 5: worlds.append(worlds[index])
      case 1...8 where !worlds[index].items.isEmpty:
        try worlds[index].remove(at: Int.random(in: worlds[index].items.indices, using: &numbers))
      default:
        let id = Int.random(in: 0..<400, using: &numbers)
        let name = String(repeating: "x", count: Int.random(in: 0...300, using: &numbers))
        try worlds[index].put(id, #"{"id":\#(id),"name":"\#(name)\#(step)"}"#)
      }
    }
    #expect(worlds.count == 5)
    let weightless = ItemTable([], key: "/id").weight
    for var world in worlds {
      #expect(world.table.items.map(\.text) == world.items.map(\.text))
      while !world.items.isEmpty { try world.remove(at: 0) }
      #expect(world.table.count == 0)
      #expect(world.table.weight == weightless)
    }
  }
}
