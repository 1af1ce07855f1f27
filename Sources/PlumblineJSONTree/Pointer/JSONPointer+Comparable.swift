extension JSONPointer: Comparable {
  /// Token by token; array indices by value and before names, so that `/2` comes before `/10`.
  public static func < (left: JSONPointer, right: JSONPointer) -> Bool {
    for (one, other) in zip(left.tokens, right.tokens) where one != other {
      switch (one.arrayIndex, other.arrayIndex) {
      case (let one?, let other?): return one < other
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one < other
      }
    }
    return left.tokens.count < right.tokens.count
  }
}

extension String {
  /// The value of an RFC 6901 array index: digits with no leading zero, or nil.
  var arrayIndex: Int? {
    guard let first = utf8.first, utf8.count <= 18, utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    if first == UInt8(ascii: "0"), utf8.count > 1 { return nil }
    return Int(self)
  }
}
