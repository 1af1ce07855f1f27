import Synchronization

/// Parsed JSON text. It is immutable and shared by all cursors into it.
///
///     let document = try JSONDocument.parse(bytes, file: "ticket.json")
///     document.root["id"]?.int
///
/// The text must be UTF-8 without a byte order mark, contain a single value and stay within the limits (RFC 8259).
public final class JSONDocument: Sendable {
  /// The file name in this document's locations, or an empty string if the text doesn't come from a file.
  public let file: String
  /// The text in UTF-8.
  public let bytes: [UInt8]
  /// The nodes, in the layout that `Tape` explains.
  @usableFromInline let nodes: TapeMemory
  /// The duplicate keys, in source order of the later occurrences.
  let duplicates: [DuplicateKey]
  /// The number of pairs of keys whose bytes were compared in the search for duplicate keys. It measures the work that
  /// colliding keys cause.
  package let keyComparisons: Int
  /// The origin of the document's values, if its text was generated from other strings.
  package let provenance: (any Provenance)?
  /// The tables that are created on first use.
  let tables = Mutex(LazyTables())

  init(
    file: String, bytes: [UInt8], nodes: TapeMemory, duplicates: [DuplicateKey], keyComparisons: Int,
    provenance: (any Provenance)? = nil
  ) {
    self.file = file
    self.bytes = bytes
    self.nodes = nodes
    self.duplicates = duplicates
    self.keyComparisons = keyComparisons
    self.provenance = provenance
  }

  deinit { nodes.free() }

  /// The nodes by index.
  @inlinable package var tape: Tape { Tape(document: self) }

  /// Calls a closure with a reader for fast access to this document. The reader must not escape the closure.
  @inlinable @inline(__always)
  package func withReader<T>(_ body: (TapeReader) -> T) -> T {
    bytes.withUnsafeBufferPointer { bytes in
      body(TapeReader(nodes: nodes.base, nodeCount: nodes.count, bytes, document: .passUnretained(self)))
    }
  }
}

/// The tables that a document creates on demand and then keeps.
struct LazyTables: Sendable {
  var lines: LineTable?
  var members: [Int: MemberIndex] = [:]
  var elements: [Int: [UInt32]] = [:]
}

/// The tables that are created on first use.
extension JSONDocument {
  /// The maximum index that is looked up without indexing the array.
  private static let indexedElements = 32

  /// Returns the location of a byte offset. If the text was generated from others, the location is in the original.
  package func location(ofOffset offset: Int) -> SourceLocation {
    provenance?.location(ofOffset: offset, in: self) ?? location(ofOffset: offset, inText: bytes)
  }

  /// Returns the location of an offset in the text that the document's locations refer to.
  func location(ofOffset offset: Int, inText text: [UInt8]) -> SourceLocation {
    let table = tables.withLock { tables in
      if let lines = tables.lines { return lines }
      let made = LineTable(text)
      tables.lines = made
      return made
    }
    let position = table.position(of: offset, in: text)
    return SourceLocation(file: file, line: position.line, column: position.column)
  }

  /// The number of objects and arrays that lookups have indexed so far.
  package var indexedContainers: Int { tables.withLock { $0.members.count + $0.elements.count } }

  func memberIndex(of object: Int, _ reader: TapeReader) -> MemberIndex {
    if let index = tables.withLock({ $0.members[object] }) { return index }
    // Create the index outside the lock. Two threads may both create it, with the same result.
    let made = MemberIndex(object, reader)
    tables.withLock { $0.members[object] = made }
    return made
  }

  /// Returns the node of an array's element, whose index must be in bounds.
  func element(_ array: Int, _ index: Int) -> Int {
    if index <= Self.indexedElements {
      var node = array + 1
      for _ in 0..<index { node = next(node) }
      return node
    }
    if let nodes = tables.withLock({ $0.elements[array] }) { return Int(nodes[index]) }
    let made = withReader { reader in reader.elements(of: array).map { UInt32(truncatingIfNeeded: $0) } }
    tables.withLock { $0.elements[array] = made }
    return Int(made[index])
  }
}

/// Support for accessing the tape by node index, for cursors and for traversals that can't afford cursors.
extension JSONDocument {
  /// Returns the kind of a value. The kind of a key is `string`.
  @inlinable package func kind(_ node: Int) -> JSONKind { tape[node].kind }

  /// Returns the number of elements or members in a container, or 0 for scalars.
  @inlinable package func count(_ node: Int) -> Int {
    let node = tape[node]
    return node.isContainer ? node.payload : 0
  }

  /// Returns the index after a value and everything inside it.
  @inlinable package func next(_ node: Int) -> Int { Int(tape[node].next) }

  /// Returns the value of a `true` or `false` node.
  @inlinable package func bool(_ node: Int) -> Bool { bytes[Int(tape[node].offset)] == UInt8(ascii: "t") }

  /// Returns the text of a string or key.
  package func string(_ node: Int) -> String {
    withReader { reader in reader.withText(node) { String(decoding: $0, as: UTF8.self) } }
  }

  /// Returns the decoded UTF-8 bytes of a string or key.
  package func stringBytes(_ node: Int) -> [UInt8] { withReader { $0.decodedText(node) } }

  /// Returns a Boolean value that indicates whether a string or key has exactly the given decoded bytes.
  package func string(_ node: Int, equals text: [UInt8]) -> Bool { withReader { $0.isText(node, text) } }

  /// Returns the number at a node.
  package func number(_ node: Int) -> JSONNumber { withReader { $0.number(node) } }

  /// Returns the key node of an object's member with a name, or `nil` if there is none or this isn't an object. If the
  /// name is duplicated, the last member counts.
  func member(_ object: Int, _ key: String) -> Int? {
    guard kind(object) == .object else { return nil }
    var key = key
    return key.withUTF8 { key in
      let hash = KeyHash(key).payload
      return withReader { $0.member(object, key, hash: hash) }
    }
  }
}
