/// A pairwise comparison of two trees. Pending pairs are kept in a list, so the comparison isn't recursive.
struct StructuralComparison {
  /// Two corresponding values and the path to them. Pointers are created only for reported changes.
  private struct Pair {
    let old: Int
    let new: Int
    let path: Int
  }

  /// A step from a pair of containers to a pair of items. Items are represented by the nodes of keys or the indices of
  /// elements.
  private struct Step {
    let parent: Int
    let old: Int
    let new: Int
    let isKey: Bool
  }

  private struct Found {
    /// The node on the new side that the entry precedes.
    let place: Int
    let kind: JSON.Difference.Kind
    let old: Int?
    let new: Int?
    let path: Int
  }

  private let oldDocument: JSONDocument
  private let newDocument: JSONDocument
  let old: TapeReader
  let new: TapeReader
  private let identity: [(bytes: [UInt8], hash: UInt32)]
  private let limit: Int
  private var steps: [Step] = []
  private var pending: [Pair] = []
  private var found: [Found] = []

  init(
    _ old: (JSONDocument, TapeReader), _ new: (JSONDocument, TapeReader), identity: [String], limit: Int
  ) {
    (oldDocument, self.old) = old
    (newDocument, self.new) = new
    self.identity = identity.map { (Array($0.utf8), KeyHash($0.utf8).payload) }
    self.limit = limit
  }

  mutating func compare(_ oldRoot: Int, _ newRoot: Int) {
    pending = [Pair(old: oldRoot, new: newRoot, path: -1)]
    while let pair = pending.popLast(), found.count < limit {
      let kind = old.kind(pair.old)
      if kind == new.kind(pair.new), kind == .object {
        compareObjects(pair)
      } else if kind == new.kind(pair.new), kind == .array {
        compareArrays(pair)
      } else if !old.areEqual(pair.old, new, pair.new) {
        found.append(Found(place: pair.new, kind: .changed, old: pair.old, new: pair.new, path: pair.path))
      }
    }
  }

  /// The changes that were found, in the order of the new value.
  var entries: [JSON.Difference] {
    let ordered = found.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    return ordered.prefix(max(limit, 0)).map { _, entry in
      JSON.Difference(
        kind: entry.kind,
        oldPointer: entry.old.map { _ in pointer(entry.path, \.old, oldDocument) },
        newPointer: entry.new.map { _ in pointer(entry.path, \.new, newDocument) },
        old: entry.old.map { JSON(oldDocument, $0) }, new: entry.new.map { JSON(newDocument, $0) })
    }
  }

  private func pointer(_ path: Int, _ side: KeyPath<Step, Int>, _ document: JSONDocument) -> JSONPointer {
    var tokens: [String] = []
    var path = path
    while path >= 0 {
      let step = steps[path]
      tokens.append(step.isKey ? document.string(step[keyPath: side]) : String(step[keyPath: side]))
      path = step.parent
    }
    return JSONPointer(tokens: tokens.reversed())
  }

  private mutating func step(from pair: Pair, _ oldItem: Int, _ newItem: Int, isKey: Bool) -> Int {
    steps.append(Step(parent: pair.path, old: oldItem, new: newItem, isKey: isKey))
    return steps.count - 1
  }

  private mutating func compareObjects(_ pair: Pair) {
    let end = new.next(pair.new)
    for key in old.keys(of: pair.old) where !old[key].isShadowed {
      let hash = old[key].info >> TapeNode.payloadShift
      let match = old.withText(key) { new.member(pair.new, $0, hash: hash) }
      if let match {
        // Unchanged scalars need no step.
        if !old[key + 1].isContainer, !new[match + 1].isContainer, old.areEqual(key + 1, new, match + 1) { continue }
        pending.append(Pair(old: key + 1, new: match + 1, path: step(from: pair, key, match, isKey: true)))
      } else {
        let path = step(from: pair, key, 0, isKey: true)
        found.append(Found(place: end, kind: .removed, old: key + 1, new: nil, path: path))
      }
    }
    for key in new.keys(of: pair.new) where !new[key].isShadowed {
      let hash = new[key].info >> TapeNode.payloadShift
      guard new.withText(key, { old.member(pair.old, $0, hash: hash) }) == nil else { continue }
      let path = step(from: pair, 0, key, isKey: true)
      found.append(Found(place: key, kind: .added, old: nil, new: key + 1, path: path))
    }
  }

  private mutating func compareArrays(_ pair: Pair) {
    let olds = Array(old.elements(of: pair.old))
    let news = Array(new.elements(of: pair.new))
    var names: [ElementName: Int] = [:]
    let oldNames = olds.map { name($0, old, oldDocument, &names) }
    let newNames = news.map { name($0, new, newDocument, &names) }
    let alignment = ArrayAlignment(oldNames.map(\.id), newNames.map(\.id))
    for (oldIndex, newIndex, isMoved) in alignment.matches {
      let path = step(from: pair, oldIndex, newIndex, isKey: false)
      if isMoved {
        found.append(
          Found(place: news[newIndex], kind: .moved, old: olds[oldIndex], new: news[newIndex], path: path))
      }
      // Only compare elements with an identity. Elements that are named by their content are equal if their names are.
      if newNames[newIndex].hasIdentity {
        pending.append(Pair(old: olds[oldIndex], new: news[newIndex], path: path))
      }
    }
    for gap in alignment.gaps {
      let removed = gap.old.filter { !oldNames[$0].hasIdentity }
      let added = gap.new.filter { !newNames[$0].hasIdentity }
      for (oldIndex, newIndex) in zip(removed, added) {
        let path = step(from: pair, oldIndex, newIndex, isKey: false)
        pending.append(Pair(old: olds[oldIndex], new: news[newIndex], path: path))
      }
      let place = gap.newEnd < news.count ? news[gap.newEnd] : new.next(pair.new)
      let paired = min(removed.count, added.count)
      for index in gap.old where oldNames[index].hasIdentity || !removed.prefix(paired).contains(sorted: index) {
        let path = step(from: pair, index, 0, isKey: false)
        found.append(Found(place: place, kind: .removed, old: olds[index], new: nil, path: path))
      }
      for index in gap.new where newNames[index].hasIdentity || !added.prefix(paired).contains(sorted: index) {
        let path = step(from: pair, 0, index, isKey: false)
        found.append(Found(place: news[index], kind: .added, old: nil, new: news[index], path: path))
      }
    }
  }

  /// Returns the name of an element, as a number that equal elements of both arrays share.
  private func name(
    _ node: Int, _ tape: TapeReader, _ document: JSONDocument, _ names: inout [ElementName: Int]
  ) -> (id: Int, hasIdentity: Bool) {
    var name = ElementName(identity: -1, value: JSON(document, node))
    for (index, key) in identity.enumerated() {
      guard let member = tape.member(node, key.bytes, hash: key.hash) else { continue }
      name = ElementName(identity: index, value: JSON(document, member + 1))
      break
    }
    let id = names[name, default: names.count]
    names[name] = id
    return (id, name.identity >= 0)
  }
}

/// The name of an element: its identifying member with the member's index in the list of identities, or its whole
/// content with -1.
private struct ElementName: Hashable {
  let identity: Int
  let value: JSON
}

extension ArraySlice<Int> {
  /// Returns a Boolean value that indicates whether an ascending list contains a number.
  fileprivate func contains(sorted number: Int) -> Bool {
    guard let first, let last, first <= number, number <= last else { return false }
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == number
  }
}
