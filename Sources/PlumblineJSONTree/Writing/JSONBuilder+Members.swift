extension JSONBuilder {
  /// Writes a member with any value.
  public mutating func member(_ key: String, _ value: JSON) {
    member(key) { $0.value(value) }
  }

  /// Writes a member with a string.
  public mutating func member(_ key: String, _ value: String) {
    member(key) { $0.string(value) }
  }

  /// Writes a member with a whole number.
  public mutating func member(_ key: String, _ value: Int) {
    member(key) { $0.int(value) }
  }

  /// Writes a member with `true` or `false`.
  public mutating func member(_ key: String, _ value: Bool) {
    member(key) { $0.bool(value) }
  }

  /// Writes a member with a number.
  public mutating func member(_ key: String, _ value: Double) {
    member(key) { $0.double(value) }
  }
}
