/// The positions of a table's items, by key.
///
/// Numbers that the mock assigns only increase, and are kept in order. Adding one is an append, and finding one usually
/// takes a single look at the position where it would be if there were no gaps. All other keys are in a dictionary.
///
///     rising   61 → 0   62 → 1   63 → none   70 → 3      others   "user-7" → 2   12 → 4
struct ItemPlaces: Sendable {
  private struct Rising: Sendable {
    let number: Int
    /// The item's position, or a negative number if the item was removed.
    var place: Int
  }

  private var rising: [Rising] = []
  private var others: [ItemKey: Int] = [:]

  /// The position of the item with a key. Setting it to `nil` removes the key.
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

  /// Returns the index of a number in the increasing ones.
  private func index(of number: Int) -> Int? {
    guard let first = rising.first, let last = rising.last, first.number <= number, number <= last.number else {
      return nil
    }
    // The numbers may be too far apart for an `Int`, so let the difference wrap, and check it before using it.
    let guess = number &- first.number
    if rising.indices.contains(guess), rising[guess].number == number { return guess }
    var (low, high) = (0, rising.count)
    while low < high {
      let middle = low + (high - low) / 2
      if rising[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < rising.count && rising[low].number == number ? low : nil
  }

  /// Replaces the positions with new ones, and drops removed items.
  mutating func move(_ new: (Int) -> Int) {
    rising.removeAll { $0.place < 0 }
    for index in rising.indices { rising[index].place = new(rising[index].place) }
    others = others.mapValues(new)
  }
}
