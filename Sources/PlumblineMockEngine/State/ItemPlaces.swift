/// Where the items of a table stand, by their keys.
///
/// Numbers that a mock gives itself only rise, and are kept as they come: adding one is an append, and finding one is
/// mostly a look at where it would be if none were missing. Whatever else is a key is in a table of its own.
///
///     rising   61 → 0   62 → 1   63 → none   70 → 3      others   "user-7" → 2   12 → 4
struct ItemPlaces: Sendable {
  private struct Rising: Sendable {
    let number: Int
    /// Negative for one that was taken out.
    var place: Int
  }

  private var rising: [Rising] = []
  private var others: [ItemKey: Int] = [:]

  /// Where the item with a key stands; setting nil takes it out.
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

  /// Where a number stands among the rising ones.
  private func index(of number: Int) -> Int? {
    guard let first = rising.first, let last = rising.last, first.number <= number, number <= last.number else {
      return nil
    }
    // Numbers may lie as far apart as there are numbers: the difference wraps, and is looked at before it is used.
    let guess = number &- first.number
    if rising.indices.contains(guess), rising[guess].number == number { return guess }
    var (low, high) = (0, rising.count)
    while low < high {
      let middle = low + (high - low) / 2
      if rising[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < rising.count && rising[low].number == number ? low : nil
  }

  /// Puts other places in place of those that there are, and forgets those that were taken out.
  mutating func move(_ new: (Int) -> Int) {
    rising.removeAll { $0.place < 0 }
    for index in rising.indices { rising[index].place = new(rising[index].place) }
    others = others.mapValues(new)
  }
}
