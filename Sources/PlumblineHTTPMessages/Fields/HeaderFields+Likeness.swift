extension HeaderFields {
  /// A hash of the bytes that names and values lie in.
  func likeness(seed: UInt64) -> UInt64 {
    storage.withUnsafeBytes { ByteHash.of($0, seed: seed) }
  }

  /// Whether the fields lie in memory in the same way: then all names and values are the same, in the same order.
  ///
  /// Fields that were changed may say the same and not be alike.
  func isAlike(_ other: HeaderFields) -> Bool {
    guard storage.count == other.storage.count, fields.count == other.fields.count else { return false }
    let isSameText = storage.withUnsafeBytes { one in
      other.storage.withUnsafeBytes { two in ByteHash.isEqual(one, two) }
    }
    return isSameText
      && fields.withUnsafeBytes { one in
        other.fields.withUnsafeBytes { two in ByteHash.isEqual(one, two) }
      }
  }

  /// How many bytes the fields keep.
  var footprint: Int { storage.count + fields.count * MemoryLayout<Field>.stride }
}
