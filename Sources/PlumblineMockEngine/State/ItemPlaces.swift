/// The places of a table's items, by key.
///
/// Numbers assigned by a mock only increase, and are kept in order: adding one is an append, and finding one usually
/// just checks the place where it would be if none were missing. All other keys are in a separate table.
///
///     rising   61 → 0   62 → 1   63 → none   70 → 3      others   "user-7" → 2   12 → 4
struct ItemPlaces: Sendable {
  private struct Rising: Sendable {
    let number: Int
    /// The item's place, or a negative number if it was removed.
    var place: Int
  }

  private var rising: [Rising] = []
  private var others: [ItemKey: Int] = [:]

  /// The place of the item with a key. Setting `nil` removes it.
  subscript(key: ItemKey) -> Int? {
    get {
      guard case .number(let number) = key, let index = index(of: number) else { return others[key] }
      return rising[index].place < 0 ? nil : rising[index].place
    }
    set {
      guard case .number(let number) = key else { return others[key] = newValue }
      if let index = index(of: number) {
        rising[index].place = newValue ?? -1
      } else if let newValue, rising.last.map({ $0.number < number }) ?? true {
        rising.append(Rising(number: number, place: newValue))
      } else {
        others[key] = newValue
      }
    }
  }

  /// Returns the index of a number among the increasing ones.
  private func index(of number: Int) -> Int? {
    guard let first = rising.first, let last = rising.last, first.number <= number, number <= last.number else {
      return nil
    }
    // Numbers may be too far apart for an `Int`, so the difference wraps, and is checked before it is used.
    let guess = number &- first.number
    if rising.indices.contains(guess), rising[guess].number == number { return guess }
    var (low, high) = (0, rising.count)
    while low < high {
      let middle = low + (high - low) / 2
      if rising[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < rising.count && rising[low].number == number ? low : nil
  }

  /// Replaces the places with new ones, and drops removed ones.
  mutating func move(_ new: (Int) -> Int) {
    rising.removeAll { $0.place < 0 }
    for index in rising.indices { rising[index].place = new(rising[index].place) }
    others = others.mapValues(new)
  }
}
