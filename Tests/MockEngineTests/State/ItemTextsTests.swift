import TestSupport
import Testing

@testable import PlumblineMockEngine

@Suite struct ItemTextsTests {
  private func text(_ texts: ItemTexts, _ place: ItemTexts.Place) -> String {
    texts.withText(at: place) { String(decoding: $0, as: UTF8.self) }
  }

  private func add(_ text: String, to texts: inout ItemTexts) -> ItemTexts.Place {
    Array(text.utf8).withUnsafeBufferPointer { texts.add($0) }
  }

  @Test func `every text stays what it was, in copies too, whatever is added and taken out`() {
    var numbers = RandomNumbers(seed: 11)
    var worlds: [(texts: ItemTexts, known: [(place: ItemTexts.Place, text: String)])] = [(ItemTexts(), [])]
    for step in 0..<4000 {
      let index = Int.random(in: worlds.indices, using: &numbers)
      switch Int.random(in: 0..<40, using: &numbers) {
      case 0 where worlds.count < 6: worlds.append(worlds[index])
      case 1...9 where !worlds[index].known.isEmpty:
        let number = Int.random(in: worlds[index].known.indices, using: &numbers)
        worlds[index].texts.remove(worlds[index].known.remove(at: number).place)
      default:
        let text = "\(step) " + String(repeating: "x", count: Int.random(in: 0...900, using: &numbers))
        let place = add(text, to: &worlds[index].texts)
        worlds[index].known.append((place, text))
      }
    }
    #expect(worlds.count == 6)
    for world in worlds {
      #expect(world.known.allSatisfy { text(world.texts, $0.place) == $0.text })
      #expect(world.texts.used == world.known.reduce(0) { $0 + $1.text.utf8.count })
    }
  }

  @Test func `copies may be added to at the same time`() async {
    var first = ItemTexts()
    let begun = add("begun", to: &first)
    let texts = first
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<4 {
        group.addTask {
          var own = texts
          let known = (0..<4000).map { ("\(number) \($0)", add("\(number) \($0)", to: &own)) }
          return known.allSatisfy { text(own, $0.1) == $0.0 } && text(own, begun) == "begun"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `texts go over into large pieces and come back, an empty and a huge one among them`() {
    var texts = ItemTexts()
    var known: [(ItemTexts.Place, String)] = []
    for count in [0, 1, 4095, 4096, 4097, 300_000, (1 << 20) - 1, 1 << 20, 3 << 20, 0, 17] {
      let text = String(repeating: count % 2 == 0 ? "e" : "o", count: count)
      known.append((add(text, to: &texts), text))
    }
    for number in 0..<6000 {
      let text = "\(number)" + String(repeating: "y", count: 700)
      known.append((add(text, to: &texts), text))
    }
    #expect(known.allSatisfy { text(texts, $0.0) == $0.1 })
    for (place, _) in known { texts.remove(place) }
    #expect(texts.used == 0)
  }
}
