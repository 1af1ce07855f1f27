/// Support for hashing values in agreement with equality, within this process.
extension TapeReader {
  /// An open container, with the state of its hash.
  private struct Frame {
    let end: Int
    let isObject: Bool
    var sum: Int
    /// The hash of the key whose value comes next, or `nil` if the member is shadowed.
    var key: Int?
  }

  /// Returns a hash of a whole value. The seed is different in each process, so that collisions can't be provoked.
  ///
  /// Open containers are kept in a list, so the method isn't recursive. Each node is read once.
  package func hash(_ node: Int) -> Int {
    if !self[node].isContainer { return scalarHash(node) }
    var frames: [Frame] = []
    var index = node
    while true {
      var hash: Int
      if self[index].isContainer {
        let isObject = self[index].isObject
        hash = isObject ? 5 : 4
        if count(index) > 0 {
          frames.append(Frame(end: next(index), isObject: isObject, sum: hash, key: nil))
          index += 1
          if isObject { takeKey(&frames[frames.count - 1], &index) }
          continue
        }
        index += 1
      } else {
        hash = scalarHash(index)
        index += 1
      }
      while true {
        guard let last = frames.indices.last else { return hash }
        if !frames[last].isObject {
          frames[last].sum = Self.mix(frames[last].sum, hash)
        } else if let key = frames[last].key {
          // The order of members doesn't count.
          frames[last].sum &+= Self.mix(key, hash)
        }
        if index < frames[last].end {
          if frames[last].isObject { takeKey(&frames[last], &index) }
          break
        }
        hash = frames.removeLast().sum
      }
    }
  }

  private func takeKey(_ frame: inout Frame, _ index: inout Int) {
    frame.key = self[index].isShadowed ? nil : textHash(index)
    index += 1
  }

  private func scalarHash(_ node: Int) -> Int {
    switch kind(node) {
    case .bool: bool(node) ? 2 : 3
    case .number: decimal(node).hashValue
    case .string: textHash(node)
    default: 1
    }
  }

  private func textHash(_ node: Int) -> Int {
    withText(node) { text in
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(text))
      return hasher.finalize()
    }
  }

  private static func mix(_ left: Int, _ right: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(left)
    hasher.combine(right)
    return hasher.finalize()
  }
}
