/// A parser that turns bytes into a tape in a single pass and without recursion.
///
/// `Tape` explains the format that it writes.
///
/// # How the pass works
///
/// The grammar is implemented as two nested loops. The outer loop reads a value, and the inner loop reads the tokens
/// that may follow a value and closes containers. Strings, digits and runs of spaces are examined eight bytes at a time
/// (`ByteWord`). Numbers are checked but not converted. UTF-8 is checked only at bytes of 0x80 and above. Separate
/// functions, called only to throw, describe faults.
///
/// # Depth
///
/// Open containers don't need a stack. While a container is open, its node's unused fields hold the state of the
/// enclosing container: `next` holds the enclosing container's node, `end` the number of its items so far, and the
/// payload the position where its keys start in `keys`. Closing the container reads them back and writes the final
/// values. `JSONLimits.depth` bounds the depth, and no input can make the parser recurse.
///
/// # Repeated keys
///
/// `keys` contains the keys of open objects as words of a hash and a node. When an object closes, `DuplicateFinder`
/// looks for equal words among the object's own. It explains why the cost stays bounded for keys that are crafted to
/// collide.
struct JSONParser: ~Copyable {
  private let bytes: SourceBytes
  private let depthLimit: Int
  private(set) var tape: TapeBuilder
  private var keys = KeyStack()
  private var finder = DuplicateFinder()

  /// The index that stands for no open container.
  private static let none = UInt32.max

  init(_ bytes: SourceBytes, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    // Dense documents have a node about every 8 bytes, so this estimate avoids most growth. For short texts, growing is
    // cheap and small allocations are faster.
    tape = TapeBuilder(capacity: bytes.count < 4096 ? bytes.count / 32 + 16 : bytes.count / 8 + 8)
  }

  /// Returns the tape, which the caller must free, and the repeated keys that were found.
  consuming func finish() -> (UnsafeBufferPointer<TapeNode>, DuplicateFinder) {
    let finder = finder
    return (tape.finish(), finder)
  }

  /// The current container.
  private struct Container {
    /// The container's node, or `none` outside of all containers.
    var node = JSONParser.none
    var isObject = false
    /// The number of the container's items so far.
    var items: UInt32 = 0
    /// The position where the container's keys start in `keys`.
    var firstKey = 0
    var depth = 0

    var isOpen: Bool { node != JSONParser.none }
    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    /// The tokens that may follow one of the container's items.
    var afterItem: SourceBytes.Expectation { isObject ? .afterMember : .afterElement }
  }

  /// Parses the text, or throws at its first fault.
  ///
  /// The function intentionally compiles to a single long loop with its steps inlined. The state that every value needs
  /// (the container, its items, the index) thus stays in registers. Calls would write it to memory for each value.
  mutating func parse() throws(SyntaxFault) {
    try refuseByteOrderMark()
    let bytes = bytes
    var container = Container()
    var index = bytes.skippingSpace(from: 0)
    value: while true {
      guard index < bytes.count else { throw bytes.unexpected(at: index, .value) }
      let start = index
      let byte = bytes[start]
      container.items &+= 1
      switch byte {
      case UInt8(ascii: "\""): index = try string(bytes, from: start)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard container.depth < depthLimit else { throw tooDeep(at: start) }
        index = bytes.skippingSpace(from: start &+ 1)
        // ']' is '[' plus two, and '}' is '{' plus two.
        guard index < bytes.count, bytes[index] == byte &+ 2 else {
          index = try open(&container, byte, bytes, from: start, firstAt: index)
          continue value
        }
        index &+= 1
        tape.append(byte == UInt8(ascii: "{") ? .object : .array, start, index)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): index = try number(bytes, from: start)
      case UInt8(ascii: "t"): index = try word(bytes, .bool, "true", 0x6575_7274, from: start)
      // Check the four bytes after the `f`.
      case UInt8(ascii: "f"): index = try word(bytes, .bool, "false", 0x6573_6C61, from: start)
      case UInt8(ascii: "n"): index = try word(bytes, .null, "null", 0x6C6C_756E, from: start)
      default:
        let isFirst = container.items == 1 && container.isOpen && !container.isObject
        throw bytes.unexpected(at: start, isFirst ? .firstElement : .value)
      }
      while true {
        index = bytes.skippingSpace(from: index)
        guard container.isOpen else {
          guard index < bytes.count else { return }
          throw bytes.unexpected(at: index, .end)
        }
        guard index < bytes.count else { throw bytes.unexpected(at: index, container.afterItem) }
        let byte = bytes[index]
        if byte == UInt8(ascii: ",") {
          index = bytes.skippingSpace(from: index &+ 1)
          if container.isObject { index = try key(bytes, at: index, .key) }
          continue value
        }
        guard byte == container.closing else { throw bytes.unexpected(at: index, container.afterItem) }
        index &+= 1
        close(&container, bytes, before: index)
      }
    }
  }

  /// Reads a string and returns its end, like the functions below. They get the bytes from the loop, which has them in
  /// registers. The parser's own property would be reloaded from memory after each write to the tape.
  @inline(__always)
  private mutating func string(_ bytes: SourceBytes, from start: Int) throws(SyntaxFault) -> Int {
    let string = try bytes.string(from: start &+ 1)
    tape.append(.string, start, string.end &+ 1, info: string.info)
    return string.end &+ 1
  }

  @inline(__always)
  private mutating func number(_ bytes: SourceBytes, from start: Int) throws(SyntaxFault) -> Int {
    let number = try bytes.number(from: start)
    tape.append(.number, start, number.end, info: number.info)
    return number.end
  }

  @inline(__always)
  private mutating func word(
    _ bytes: SourceBytes, _ kind: JSONKind, _ text: StaticString, _ letters: UInt32, from start: Int
  ) throws(SyntaxFault) -> Int {
    let end = try bytes.word(text, letters, from: start)
    tape.append(kind, start, end)
    return end
  }

  /// Opens a container that has items, and returns the start of its first value.
  @inline(__always)
  private mutating func open(
    _ container: inout Container, _ byte: UInt8, _ bytes: SourceBytes, from start: Int, firstAt index: Int
  ) throws(SyntaxFault) -> Int {
    let isObject = byte == UInt8(ascii: "{")
    let node = UInt32(truncatingIfNeeded: tape.count)
    tape.append(
      TapeNode(
        offset: UInt32(truncatingIfNeeded: start), end: container.items, next: container.node,
        info: UInt32((isObject ? JSONKind.object : .array).rawValue)
          | UInt32(truncatingIfNeeded: container.firstKey) << TapeNode.payloadShift))
    container.node = node
    container.isObject = isObject
    container.items = 0
    container.depth &+= 1
    if isObject {
      container.firstKey = keys.count
      return try key(bytes, at: index, .firstKey)
    }
    guard index < bytes.count, bytes[index] != UInt8(ascii: ",") else {
      throw bytes.unexpected(at: index, .firstElement)
    }
    return index
  }

  /// Closes the container, and continues in the enclosing one.
  @inline(__always)
  private mutating func close(_ container: inout Container, _ bytes: SourceBytes, before end: Int) {
    if container.isObject {
      finder.search(keys.from(container.firstKey), object: container.node, &tape, bytes)
      keys.truncate(to: container.firstKey)
    }
    let closed = Int(container.node)
    let outer = tape[closed]
    tape[closed] = TapeNode(
      offset: outer.offset, end: UInt32(truncatingIfNeeded: end), next: UInt32(truncatingIfNeeded: tape.count),
      info: outer.kindBits | container.items << TapeNode.payloadShift)
    container.node = outer.next
    container.items = outer.end
    container.firstKey = outer.payload
    container.depth &-= 1
    container.isObject = container.isOpen && tape[Int(container.node)].isObject
  }

  /// Reads a key and its colon, and returns the start of its value.
  @inline(__always)
  private mutating func key(
    _ bytes: SourceBytes, at start: Int, _ expectation: SourceBytes.Expectation
  ) throws(SyntaxFault) -> Int {
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
