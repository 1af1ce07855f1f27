/// Support for comparing values without allocation for scalars.
extension TapeReader {
  /// Returns a Boolean value that indicates whether two values are equal in the sense of JSON Schema, as documented for
  /// `JSON.==`.
  package func areEqual(_ node: Int, _ other: TapeReader, _ match: Int) -> Bool {
    guard let areEqual = areScalarsEqual(node, other, match) else { return areContainersEqual(node, other, match) }
    return areEqual
  }

  /// Returns the result if it is clear without examining items, and otherwise `nil`.
  private func areScalarsEqual(_ node: Int, _ other: TapeReader, _ match: Int) -> Bool? {
    let kind = kind(node)
    guard kind == other.kind(match) else { return false }
    switch kind {
    case .null: return true
    case .bool: return bool(node) == other.bool(match)
    case .number: return areNumbersEqual(node, other, match)
    case .string: return KeyOrder.areEqual(node, self, match, other)
    case .array: return count(node) == other.count(match) ? nil : false
    // Duplicate keys count only once, so the number of members isn't conclusive.
    case .object: return nil
    }
  }

  private func areNumbersEqual(_ node: Int, _ other: TapeReader, _ match: Int) -> Bool {
    if let one = shortInteger(node), let two = other.shortInteger(match) { return one == two }
    return decimal(node) == other.decimal(match)
  }

  private func areContainersEqual(_ node: Int, _ other: TapeReader, _ match: Int) -> Bool {
    var pairs = [(node, match)]
    /// Compares two values, or leaves them for later.
    func areDifferent(_ one: Int, _ two: Int) -> Bool {
      guard let areEqual = areScalarsEqual(one, other, two) else {
        pairs.append((one, two))
        return false
      }
      return !areEqual
    }
    while let (one, two) = pairs.popLast() {
      if kind(one) == .array {
        var second = other.elements(of: two)
        for element in elements(of: one) {
          guard let match = second.next(), !areDifferent(element, match) else { return false }
        }
        continue
      }
      if hasSameKeys(one, other, two) {
        var second = other.keys(of: two)
        for key in keys(of: one) {
          guard let match = second.next(), !areDifferent(key + 1, match + 1) else { return false }
        }
        continue
      }
      let keys = MemberIndex.sortedKeys(of: one, self)
      let matches = MemberIndex.sortedKeys(of: two, other)
      guard keys.count == matches.count else { return false }
      for (key, match) in zip(keys, matches) {
        let (key, match) = (Int(key), Int(match))
        guard self[key].payload == other[match].payload, KeyOrder.areEqual(key, self, match, other),
          !areDifferent(key + 1, match + 1)
        else { return false }
      }
    }
    return true
  }

  /// Returns a Boolean value that indicates whether two objects have the same keys in the same order without
  /// duplicates, which is the usual case.
  private func hasSameKeys(_ one: Int, _ other: TapeReader, _ two: Int) -> Bool {
    guard count(one) == other.count(two) else { return false }
    var second = other.keys(of: two)
    for key in keys(of: one) {
      guard let match = second.next(), self[key].payload == other[match].payload, !self[key].isShadowed,
        !other[match].isShadowed, KeyOrder.areEqual(key, self, match, other)
      else { return false }
    }
    return true
  }
}
