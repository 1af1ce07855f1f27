/// Reading the tape by node index, for cursors and for walks that would not pay for cursors.
extension JSONDocument {
  /// The kind of a value; `string` for keys.
  @inlinable package func kind(_ node: Int) -> JSONKind { tape[node].kind }

  /// The elements or members of a container; 0 for scalars.
  @inlinable package func count(_ node: Int) -> Int {
    let node = tape[node]
    return node.isContainer ? node.payload : 0
  }

  /// The index after a value and all inside it.
  @inlinable package func next(_ node: Int) -> Int { Int(tape[node].next) }

  /// The value of a `true` or `false`.
  @inlinable package func bool(_ node: Int) -> Bool { bytes[Int(tape[node].offset)] == UInt8(ascii: "t") }

  /// The text of a string or key.
  package func string(_ node: Int) -> String {
    withReader { reader in reader.withText(node) { String(decoding: $0, as: UTF8.self) } }
  }

  /// The decoded UTF-8 bytes of a string or key.
  package func stringBytes(_ node: Int) -> [UInt8] { withReader { $0.decodedText(node) } }

  /// Whether a string or key has just these decoded bytes.
  package func string(_ node: Int, equals text: [UInt8]) -> Bool { withReader { $0.isText(node, text) } }

  /// The number of a number's node.
  package func number(_ node: Int) -> JSONNumber { withReader { $0.number(node) } }

  /// The key node of an object's member, the last one of that name; nil where there is none.
  package func member(_ object: Int, _ key: [UInt8], hash: UInt32) -> Int? {
    withReader { $0.member(object, key, hash: hash) }
  }

  /// The key node of an object's member, the last one of that name; nil where there is none or this is no object.
  func member(_ object: Int, _ key: String) -> Int? {
    guard kind(object) == .object else { return nil }
    var key = key
    return key.withUTF8 { key in
      let hash = KeyHash(key).payload
      return withReader { $0.member(object, key, hash: hash) }
    }
  }
}
