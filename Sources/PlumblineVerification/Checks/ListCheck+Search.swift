import PlumblineDriftDetection
import PlumblineJSONTree

extension ListCheck {
  private static let letters = Array("bcdfghjkmpqvwxz")

  /// Returns a word of twelve random consonants, which no item contains.
  static func madeUpWord() -> String { String((0..<12).compactMap { _ in letters.randomElement() }) }

  /// Searches for a word that no item contains, and checks that nothing is found.
  func judgeSearch(_ name: String, from first: ListPage) async -> Verdict {
    let word = Self.madeUpWord()
    guard isAskable([(name, word)]) else { return .undecided("\(name) doesn't accept a made-up word") }
    return await context.settled(after: first) { await searched(by: name, Self.madeUpWord(), $0) }
  }

  private func searched(by name: String, _ word: String, _ seen: ListPage?) async -> Verdict {
    var shown = seen
    if shown == nil { shown = await page([]) }
    guard let all = shown, let found = await page([(name, word)]) else {
      return .undecided("a search for a made-up word returns no list")
    }
    guard !all.items.isEmpty else { return .undecided("the list is empty") }
    guard found.isSame(as: all), found.total?.value == all.total?.value else { return .fits }
    let count = found.total.map { "\(found.items.count) of \($0.value)" } ?? "\(found.items.count)"
    return drift(
      .list.searchIgnored, name, in: found, at: Self.queryPlace(name),
      expected: "a different result than without a search",
      actual: "the same \(count)",
      "Searching by \(name) for a made-up word returns the same items as not searching: \(count).")
  }
}
