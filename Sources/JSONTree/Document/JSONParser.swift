/// Turns bytes into a tape, in one pass and with no recursion.
///
/// # The tape
///
/// A parsed document is its source bytes and one flat array of nodes in pre-order: a container, then everything inside it.
/// A node is 16 bytes and owns nothing; it says where its text lies, and strings and numbers are decoded when asked for.
///
///     {"id": 7, "tags": ["a", "b"]}
///     0      7  10      18
///
///     node  kind     offset  end  next  payload
///     0     object   0       29   7     2 members
///     1     string   1       5    2     hash of "id"      (a key)
///     2     number   7       8    3
///     3     string   10      16   4     hash of "tags"    (a key)
///     4     array    18      28   7     2 elements
///     5     string   19      22   6
///     6     string   24      27   7
///
/// - `next` is the skip: from a value to its sibling in one step, however much lies inside. An object's children alternate
///   key, value, key, value; a key's value is the node after it.
/// - A container's payload counts its elements or members, so that `count` costs nothing.
/// - A key's payload is a 27-bit hash of its decoded bytes. Lookup compares hashes first and bytes only where they agree.
/// - `isShadowed` marks a key that a later member of the same object repeats. Lookup, equality and hashing skip those
///   members; iteration and writing keep them.
///
/// # Why it is flat
///
/// Nothing is allocated per value, so parsing runs at the speed of reading; a cursor is a reference and an index; and a
/// validator can walk the tape in a loop. Offsets keep exact literals and every place in the source for free: lines and
/// columns are worked out only for those who ask.
///
/// # Depth
///
/// Open containers stand on an explicit stack of node indices, bounded by `JSONLimits.depth`. No input can make the
/// parser recurse.
struct JSONParser {
  /// What the grammar lets come next.
  private enum State {
    case value
    case firstElement
    case firstKey
    case key
    case separator
    case end
  }

  private(set) var nodes: [TapeNode] = []
  /// Keys met again: the first key's node and the repeat's, in no order.
  private(set) var duplicates: [DuplicateKey] = []
  private var open: [Int] = []
  private var counts: [UInt32] = []
  private var finder = DuplicateFinder()
  private let depthLimit: Int

  init(depthLimit: Int) {
    self.depthLimit = depthLimit
  }

  mutating func parse(_ bytes: Span<UInt8>) throws(SyntaxFault) {
    // A guess that avoids most regrowth: dense documents have a node every 8 bytes or so.
    nodes.reserveCapacity(bytes.count / 10 + 1)
    try refuseByteOrderMark(bytes)
    let count = bytes.count
    var state = State.value
    var index = 0
    while true {
      while index < count, Self.isSpace(bytes[index]) { index += 1 }
      guard index < count else {
        if state == .end { return }
        throw SyntaxFault(.unexpectedEnd, at: count, expected: expectation(state))
      }
      let byte = bytes[index]
      switch state {
      case .value:
        state = try value(bytes, at: &index)
      case .firstElement:
        if byte == UInt8(ascii: "]") {
          index += 1
          state = close(bytes, at: index)
        } else {
          counts[counts.count - 1] += 1
          state = try value(bytes, at: &index)
        }
      case .firstKey where byte == UInt8(ascii: "}"):
        index += 1
        state = close(bytes, at: index)
      case .firstKey, .key:
        guard byte == UInt8(ascii: "\"") else { throw unexpected(bytes, at: index, state) }
        try key(bytes, at: &index)
        state = .value
      case .separator:
        let isObject = nodes[open[open.count - 1]].isObject
        index += 1
        switch byte {
        case UInt8(ascii: ","):
          if !isObject { counts[counts.count - 1] += 1 }
          state = isObject ? .key : .value
        case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
          state = close(bytes, at: index)
        default:
          throw unexpected(bytes, at: index - 1, state)
        }
      case .end:
        throw unexpected(bytes, at: index, state)
      }
    }
  }

  /// Reads a scalar, or opens a container.
  private mutating func value(_ bytes: Span<UInt8>, at index: inout Int) throws(SyntaxFault) -> State {
    let start = index
    switch bytes[start] {
    case UInt8(ascii: "\""):
      var hasEscapes = false
      index = try StringScanner.scan(bytes, from: start + 1, hasEscapes: &hasEscapes) + 1
      append(.string, start, index, flags: hasEscapes ? TapeNode.escapes : 0)
    case UInt8(ascii: "{"):
      try openContainer(.object, at: start)
      index += 1
      return .firstKey
    case UInt8(ascii: "["):
      try openContainer(.array, at: start)
      index += 1
      return .firstElement
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      switch NumberScanner.scan(bytes, from: start) {
      case .number(let end):
        index = end
        append(.number, start, end)
      case .broken(let place, let expected):
        throw SyntaxFault(place < bytes.count ? .invalidNumber : .unexpectedEnd, at: place, expected: expected)
      }
    case UInt8(ascii: "t"):
      try word("true", bytes, at: &index)
      append(.bool, start, index)
    case UInt8(ascii: "f"):
      try word("false", bytes, at: &index)
      append(.bool, start, index)
    case UInt8(ascii: "n"):
      try word("null", bytes, at: &index)
      append(.null, start, index)
    default:
      throw unexpected(bytes, at: start, .value)
    }
    return open.isEmpty ? .end : .separator
  }

  /// Reads a key and its colon.
  private mutating func key(_ bytes: Span<UInt8>, at index: inout Int) throws(SyntaxFault) {
    let start = index
    var hasEscapes = false
    let end = try StringScanner.scan(bytes, from: start + 1, hasEscapes: &hasEscapes)
    var hash = KeyHash()
    if hasEscapes {
      for byte in StringScanner.decode(bytes, start + 1..<end) { hash.append(byte) }
    } else {
      for place in start + 1..<end { hash.append(bytes[place]) }
    }
    append(
      .string, start, end + 1,
      flags: (hasEscapes ? TapeNode.escapes : 0) | hash.payload << TapeNode.payloadShift)
    counts[counts.count - 1] += 1
    index = end + 1
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    guard index < bytes.count else {
      throw SyntaxFault(.unexpectedEnd, at: index, expected: "':' after a key")
    }
    guard bytes[index] == UInt8(ascii: ":") else {
      throw SyntaxFault(.unexpectedCharacter, at: index, expected: "':' after a key")
    }
    index += 1
  }

  private mutating func openContainer(_ kind: JSONKind, at start: Int) throws(SyntaxFault) {
    guard open.count < depthLimit else {
      throw SyntaxFault(
        .tooDeep, at: start, expected: "at most \(depthLimit) levels of arrays and objects", found: "one more",
        message: "Arrays and objects nest deeper than the limit of \(depthLimit) levels.")
    }
    open.append(nodes.count)
    counts.append(0)
    append(kind, start, start + 1)
  }

  private mutating func close(_ bytes: Span<UInt8>, at end: Int) -> State {
    let node = open.removeLast()
    let count = counts.removeLast()
    nodes[node].end = UInt32(truncatingIfNeeded: end)
    nodes[node].next = UInt32(truncatingIfNeeded: nodes.count)
    nodes[node].info |= count << TapeNode.payloadShift
    if count > 1, nodes[node].isObject {
      finder.search(object: node, count: Int(count), in: &nodes, bytes, found: &duplicates)
    }
    return open.isEmpty ? .end : .separator
  }

  @inline(__always)
  private mutating func append(_ kind: JSONKind, _ start: Int, _ end: Int, flags: UInt32 = 0) {
    nodes.append(
      TapeNode(
        offset: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), info: UInt32(kind.rawValue) | flags))
  }

  private func word(_ word: StaticString, _ bytes: Span<UInt8>, at index: inout Int) throws(SyntaxFault) {
    for place in 0..<word.utf8CodeUnitCount {
      guard index < bytes.count else {
        throw SyntaxFault(.unexpectedEnd, at: index, expected: "the word \(word)")
      }
      guard bytes[index] == word.withUTF8Buffer({ $0[place] }) else {
        throw SyntaxFault(.unexpectedCharacter, at: index, expected: "the word \(word)")
      }
      index += 1
    }
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
  }
}

extension JSONParser {
  private func refuseByteOrderMark(_ bytes: Span<UInt8>) throws(SyntaxFault) {
    guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
    throw SyntaxFault(
      .byteOrderMark, at: 0, expected: "a value", found: "a byte order mark",
      message: "The text starts with a byte order mark, which JSON does not allow; save it as UTF-8 without one.")
  }

  private func unexpected(_ bytes: Span<UInt8>, at index: Int, _ state: State) -> SyntaxFault {
    if bytes[index] >= 0x80, UTF8Sequence.length(bytes, at: index) == 0 { return StringScanner.notUTF8(at: index) }
    return SyntaxFault(state == .end ? .trailingText : .unexpectedCharacter, at: index, expected: expectation(state))
  }

  private func expectation(_ state: State) -> String {
    switch state {
    case .value: return "a value"
    case .firstElement: return "a value or ']'"
    case .firstKey: return "a key in double quotes or '}'"
    case .key: return "a key in double quotes"
    case .separator:
      let isObject = open.last.map { nodes[$0].isObject } ?? false
      return isObject ? "',' or '}' after a member" : "',' or ']' after an element"
    case .end: return "nothing after the value"
    }
  }
}
