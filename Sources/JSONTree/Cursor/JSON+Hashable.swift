extension JSON: Hashable {
  /// Feeds a hash of the whole value that agrees with `==`.
  ///
  /// The tape is read backwards: a container finds the hashes of its children on top of a list. So depth costs no stack,
  /// and each node is read once.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(deepHash)
  }

  /// A hash of the whole value within this process.
  package var deepHash: Int {
    var hashes: [Int] = []
    var index = document.next(node) - 1
    // Keys look like strings on the tape; the flags tell them apart.
    let keys = keyFlags()
    while index >= node {
      let hash: Int
      switch document.kind(index) {
      case .null: hash = 1
      case .bool: hash = document.bool(index) ? 2 : 3
      case .number: hash = document.decimal(index).hashValue
      case .string where keys[index - node]:
        let value = hashes.removeLast()
        // A shadowed member adds nothing to its object's sum.
        hash = document.tape[index].isShadowed ? 0 : Self.mix(document.tape[index].payload, value) | 1
      case .string:
        hash = document.stringBytes(index).hashValue
      case .array:
        var sum = 4
        for _ in 0..<document.count(index) { sum = Self.mix(sum, hashes.removeLast()) }
        hash = sum
      case .object:
        var sum = 5
        for _ in 0..<document.count(index) { sum &+= hashes.removeLast() }
        hash = sum
      }
      hashes.append(hash)
      index -= 1
    }
    return hashes.first ?? 0
  }

  private func keyFlags() -> [Bool] {
    var flags = [Bool](repeating: false, count: document.next(node) - node)
    for index in node..<document.next(node) where document.kind(index) == .object {
      var key = index + 1
      while key < document.next(index) {
        flags[key - node] = true
        key = document.next(key + 1)
      }
    }
    return flags
  }

  private static func mix(_ left: Int, _ right: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(left)
    hasher.combine(right)
    return hasher.finalize()
  }
}
