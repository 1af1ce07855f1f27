/// A member's name with its hash, for looking up the same name in many objects.
package struct MemberName: Sendable {
  /// The name.
  package let text: String
  /// The name in UTF-8.
  package let bytes: [UInt8]
  /// The name's hash, as stored in key nodes.
  package let hash: UInt32

  /// Creates a name.
  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    hash = KeyHash(bytes).payload
  }
}

extension TapeReader {
  /// Returns the key node of an object's member with a name, or `nil` if there is none or this isn't an object. If the
  /// name is duplicated, the last member counts.
  package func member(_ object: Int, _ name: MemberName) -> Int? { member(object, name.bytes, hash: name.hash) }
}
