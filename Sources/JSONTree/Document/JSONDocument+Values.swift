/// Reading the tape by node index, for cursors and for walks that would not pay for cursors.
extension JSONDocument {
  package func kind(_ node: Int) -> JSONKind {
    JSONKind(rawValue: UInt8(truncatingIfNeeded: tape[node].kindBits)) ?? .null
  }

  /// The elements or members of a container; 0 for scalars.
  package func count(_ node: Int) -> Int {
    let kind = kind(node)
    return kind == .array || kind == .object ? tape[node].payload : 0
  }

  /// The index after a value and all inside it.
  package func next(_ node: Int) -> Int { Int(tape[node].next) }

  package func bool(_ node: Int) -> Bool { bytes[Int(tape[node].offset)] == UInt8(ascii: "t") }

  /// The text of a string or key.
  package func string(_ node: Int) -> String {
    let (node, bytes) = (tape[node], bytes)
    if node.hasEscapes { return String(decoding: StringScanner.decode(bytes.span, node.contents), as: UTF8.self) }
    let contents = node.contents
    return bytes.withUnsafeBufferPointer { buffer in
      String(decoding: UnsafeBufferPointer(rebasing: buffer[contents]), as: UTF8.self)
    }
  }

  /// The decoded UTF-8 bytes of a string or key.
  package func stringBytes(_ node: Int) -> [UInt8] {
    let (node, bytes) = (tape[node], bytes)
    return node.hasEscapes ? StringScanner.decode(bytes.span, node.contents) : Array(bytes[node.contents])
  }

  /// Whether a string or key has just these decoded bytes.
  package func string(_ node: Int, equals text: [UInt8]) -> Bool {
    let (node, bytes) = (tape[node], bytes)
    if node.hasEscapes { return StringScanner.decode(bytes.span, node.contents) == text }
    return node.contents.count == text.count && bytes[node.contents].elementsEqual(text)
  }

  package func number(_ node: Int) -> JSONNumber { JSONNumber(checked: Array(bytes[tape[node].range])) }

  func decimal(_ node: Int) -> DecimalParts {
    let (range, bytes) = (tape[node].range, bytes)
    return DecimalParts(bytes.span.extracting(range))
  }

  /// The key node of an object's member, the last one of that name; nil where there is none.
  package func member(_ object: Int, _ key: [UInt8], hash: UInt32) -> Int? {
    guard kind(object) == .object else { return nil }
    let end = next(object)
    var node = object + 1
    while node < end {
      if tape[node].payload == Int(hash), !tape[node].isShadowed, string(node, equals: key) { return node }
      node = next(node + 1)
    }
    return nil
  }
}
