import TestSupport
import Testing

@testable import PlumblineMockEngine

@Suite struct ItemPlacesTests {
  @Test func `it finds what a dictionary finds, in whatever order keys come and go`() {
    var generator = RandomNumbers(seed: 7)
    let extremes = [Int.min, -1, 0, Int.max - 1, Int.max].map { ItemKey.number($0) }
    for round in 0..<60 {
      var places = ItemPlaces()
      var naive: [ItemKey: Int] = [:]
      var keys: [ItemKey] = extremes
      var next = 0
      for step in 0..<300 {
        let key: ItemKey
        switch generator.next() % 8 {
        case 0...3:
          next += round % 3 == 0 ? 1 : Int(generator.next() % 3)
          key = .number(next)
        case 4: key = .number(Int(generator.next() % 400) - 100)
        case 5: key = .text("user-\(generator.next() % 50)")
        default: key = keys[Int(generator.next() % UInt64(keys.count))]
        }
        keys.append(key)
        let place = generator.next() % 4 == 0 ? nil : step
        places[key] = place
        naive[key] = place
        if step % 97 == 96 {
          places.move { $0 + 1 }
          naive = naive.mapValues { $0 + 1 }
        }
      }
      for key in keys { #expect(places[key] == naive[key], "\(key) in round \(round)") }
      for number in -120...500 { #expect(places[.number(number)] == naive[.number(number)]) }
    }
  }
}
