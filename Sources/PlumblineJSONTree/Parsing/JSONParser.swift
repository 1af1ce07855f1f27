/// Turns bytes into a tape, in one pass and with no recursion.
///
/// `Tape` explains what it writes.
///
/// # How the pass goes
///
/// The grammar is two nested loops: the outer one reads a value, the inner one reads the tokens that may follow a value, and
/// closes containers. Strings, digits and runs of spaces are examined eight bytes at a time (`ByteWord`). Numbers are checked
/// and not converted. UTF-8 is checked only at bytes of 0x80 and above. Faults are computed in functions that the pass calls
/// only to throw.
///
/// # Depth
///
/// Open containers need no stack: while a container is open, its node's unused fields hold what the one around it was
/// doing. `next` holds the outer container's node, `end` its items so far, the payload where its keys start on `keys`.
/// Closing reads them back and writes the final values. `JSONLimits.depth` bounds the depth, and no input can make the
/// parser recurse.
///
/// # Repeated keys
///
/// The keys of open objects are on `keys` as words of hash and node. When an object closes, `DuplicateFinder` looks for equal
/// words among its own; `DuplicateFinder` says why that stays linear for keys made to collide.
struct JSONParser: ~Copyable {
  private let bytes: SourceBytes
  private let depthLimit: Int
  private(set) var tape: TapeBuilder
  private var keys = KeyStack()
  private var finder = DuplicateFinder()

  /// No container is open.
  private static let none = UInt32.max

  init(_ bytes: SourceBytes, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    // A guess that avoids most growth: dense documents have a node every 8 bytes or so. A short text grows at little cost,
    // and a small piece of memory is had faster than a larger one.
    tape = TapeBuilder(capacity: bytes.count < 4096 ? bytes.count / 32 + 16 : bytes.count / 8 + 8)
  }

  /// Returns the tape, for its owner to free, and the result of the search for repeated keys.
  consuming func finish() -> (UnsafeBufferPointer<TapeNode>, DuplicateFinder) {
    let finder = finder
    return (tape.finish(), finder)
  }

  /// Parses the text, or throws at its first fault.
  ///
  /// It is one long loop on purpose: what every value needs (the container, its items, the index) stays in registers, where
  /// calls between steps would write it to memory for each of them.
  mutating func parse() throws(SyntaxFault) {
    try refuseByteOrderMark()
    let bytes = bytes
    var container = Self.none
    var isObject = false
    var items: UInt32 = 0
    var firstKey = 0
    var depth = 0
    var index = bytes.skippingSpace(from: 0)
    value: while true {
      guard index < bytes.count else { throw bytes.unexpected(at: index, .value) }
      let start = index
      let byte = bytes[start]
      items &+= 1
      switch byte {
      case UInt8(ascii: "\""):
        let string = try bytes.string(from: start &+ 1)
        index = string.end &+ 1
        tape.append(.string, start, index, info: string.info)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < depthLimit else { throw tooDeep(at: start) }
        let opensObject = byte == UInt8(ascii: "{")
        index = bytes.skippingSpace(from: start &+ 1)
        // ']' is '[' and two more, as '}' is '{' and two more.
        if index < bytes.count, bytes[index] == byte &+ 2 {
          index &+= 1
          tape.append(opensObject ? .object : .array, start, index)
          break
        }
        let node = UInt32(truncatingIfNeeded: tape.count)
        tape.append(
          TapeNode(
            offset: UInt32(truncatingIfNeeded: start), end: items, next: container,
            info: UInt32((opensObject ? JSONKind.object : .array).rawValue)
              | UInt32(truncatingIfNeeded: firstKey) << TapeNode.payloadShift))
        container = node
        isObject = opensObject
        items = 0
        depth &+= 1
        if opensObject {
          firstKey = keys.count
          index = try key(at: index, .firstKey)
        } else if index >= bytes.count || bytes[index] == UInt8(ascii: ",") {
          throw bytes.unexpected(at: index, .firstElement)
        }
        continue value
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let number = try bytes.number(from: start)
        index = number.end
        tape.append(.number, start, index, info: number.info)
      case UInt8(ascii: "t"):
        index = try bytes.word("true", 0x6575_7274, from: start)
        tape.append(.bool, start, index)
      case UInt8(ascii: "f"):
        // The four bytes after the f decide.
        index = try bytes.word("false", 0x6573_6C61, from: start)
        tape.append(.bool, start, index)
      case UInt8(ascii: "n"):
        index = try bytes.word("null", 0x6C6C_756E, from: start)
        tape.append(.null, start, index)
      default:
        let isFirst = items == 1 && container != Self.none && !isObject
        throw bytes.unexpected(at: start, isFirst ? .firstElement : .value)
      }
      while true {
        index = bytes.skippingSpace(from: index)
        if container == Self.none {
          guard index < bytes.count else { return }
          throw bytes.unexpected(at: index, .end)
        }
        guard index < bytes.count else { throw bytes.unexpected(at: index, isObject ? .afterMember : .afterElement) }
        let byte = bytes[index]
        if byte == UInt8(ascii: ",") {
          index = bytes.skippingSpace(from: index &+ 1)
          if isObject { index = try key(at: index, .key) }
          continue value
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw bytes.unexpected(at: index, isObject ? .afterMember : .afterElement)
        }
        index &+= 1
        if isObject {
          finder.search(keys.from(firstKey), object: container, &tape, bytes)
          keys.truncate(to: firstKey)
        }
        let closed = Int(container)
        let outer = tape[closed]
        tape[closed] = TapeNode(
          offset: outer.offset, end: UInt32(truncatingIfNeeded: index),
          next: UInt32(truncatingIfNeeded: tape.count), info: outer.kindBits | items << TapeNode.payloadShift)
        container = outer.next
        items = outer.end
        firstKey = outer.payload
        depth &-= 1
        isObject = container != Self.none && tape[Int(container)].isObject
      }
    }
  }

  /// Reads a key and its colon; returns where its value starts.
  @inline(__always)
  private mutating func key(at start: Int, _ expectation: SourceBytes.Expectation) throws(SyntaxFault) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
      throw bytes.unexpected(at: start, expectation)
    }
    let (end, hash, info) = try bytes.key(from: start &+ 1)
    keys.push(hash: hash, node: tape.count)
    tape.append(.string, start, end &+ 1, info: info | hash << TapeNode.payloadShift)
    let index = bytes.skippingSpace(from: end &+ 1)
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { throw bytes.unexpected(at: index, .colon) }
    return bytes.skippingSpace(from: index &+ 1)
  }
}

extension JSONParser {
  private func refuseByteOrderMark() throws(SyntaxFault) {
    guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
    throw SyntaxFault(
      .byteOrderMark, at: 0, expected: "a value", found: "a byte order mark",
      message: "The text starts with a byte order mark, which JSON does not allow; save it as UTF-8 without one.")
  }

  @inline(never)
  private func tooDeep(at offset: Int) -> SyntaxFault {
    SyntaxFault(
      .tooDeep, at: offset, expected: "at most \(depthLimit) levels of arrays and objects", found: "one more",
      message: "Arrays and objects nest deeper than the limit of \(depthLimit) levels.")
  }
}
