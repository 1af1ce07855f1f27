/// A dictionary of sorted lists.
struct SortedLists<Key: Hashable, Element: Comparable> {
  private var lists: [Key: [Element]] = [:]

  subscript(key: Key) -> [Element] { lists[key] ?? [] }

  mutating func insert(_ element: Element, at key: Key) {
    let place = place(of: element, at: key)
    lists[key, default: []].insert(element, at: place)
  }

  mutating func remove(_ element: Element, at key: Key) {
    let place = place(of: element, at: key)
    // Don't keep another reference to the list, so that it is modified in place.
    guard let count = lists[key]?.count, place < count, lists[key]?[place] == element else { return }
    if count == 1 { lists[key] = nil } else { lists[key]?.remove(at: place) }
  }

  /// Returns the index of an element in a list, or the index at which it would be inserted.
  private func place(of element: Element, at key: Key) -> Int {
    guard let list = lists[key] else { return 0 }
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
