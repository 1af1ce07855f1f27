extension HeaderFields {
  /// Fields from names and values; nil if one of them is not legal on the wire (RFC 9110, section 5).
  package init?(checked elements: some Sequence<(String, String)>) {
    self.init()
    for (name, value) in elements {
      guard append(checked: name, value: value) else { return nil }
    }
  }

  /// Adds a field if its name is a token and its value has no control character; says whether it did.
  @discardableResult
  package mutating func append(checked name: String, value: String) -> Bool {
    guard Self.isLegal(name: name, value: value) else { return false }
    append(name: name, value: value)
    return true
  }

  /// Whether a field may be written as it is: a token, and a value of visible characters, spaces and tabs.
  package static func isLegal(name: String, value: String) -> Bool {
    FieldSyntax.isName(name.utf8) && value.utf8.allSatisfy({ FieldSyntax.isValue($0) })
      && value.utf8.first.map { $0 != 0x20 && $0 != 0x09 } ?? true
      && value.utf8.last.map { $0 != 0x20 && $0 != 0x09 } ?? true
  }
}
