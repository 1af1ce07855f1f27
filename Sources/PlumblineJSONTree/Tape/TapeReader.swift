/// A fast reader of a document. It accesses nodes and bytes through pointers, without allocation or reference counting.
///
///     document.withReader { reader in
///       for key in reader.keys(of: object) where reader[key].payload == name.hash {
///         if reader.isText(key, name.bytes) { visit(key + 1) }
///       }
///     }
///
/// The reader is for traversals that examine every value, such as validation. All other code uses `JSON`. A value is
/// represented by its node's index, and an object's member by its key's node, with the value at the next index. `Tape`
/// explains the layout.
///
/// # Why this is safe
///
/// A reader must not escape the closure that receives it, because the memory is only guaranteed to exist during that
/// call. Node indices are checked with a precondition, like array indices. Byte ranges come from the nodes, which the
/// parser wrote for exactly these bytes, and which never change afterward.
@usableFromInline
package struct TapeReader {
  @usableFromInline let nodes: UnsafePointer<TapeNode>
  /// The number of nodes.
  @usableFromInline package let nodeCount: Int
  @usableFromInline let text: UnsafePointer<UInt8>
  @usableFromInline let textCount: Int
  /// The document, which keeps the indices of large objects, or `nil` while it is being parsed.
  @usableFromInline let document: Unmanaged<JSONDocument>?

  @inlinable
  init(
    nodes: UnsafePointer<TapeNode>, nodeCount: Int, _ bytes: UnsafeBufferPointer<UInt8>,
    document: Unmanaged<JSONDocument>?
  ) {
    self.nodes = nodes
    self.nodeCount = nodeCount
    // A document with nodes has at least one byte.
    text = bytes.baseAddress.unsafelyUnwrapped
    textCount = bytes.count
    self.document = document
  }

  var bytes: SourceBytes { SourceBytes(UnsafeBufferPointer(start: text, count: textCount)) }

  /// The node at an index.
  @inlinable
  package subscript(node: Int) -> TapeNode {
    precondition(UInt(bitPattern: node) < UInt(bitPattern: nodeCount), "no node has this index")
    return nodes[node]
  }

  /// Returns the kind of a value. The kind of a key is `string`.
  @inlinable package func kind(_ node: Int) -> JSONKind { self[node].kind }

  /// Returns the index after a value and everything inside it.
  @inlinable package func next(_ node: Int) -> Int { Int(self[node].next) }

  /// Returns the number of elements or members in a container, or 0 for scalars.
  @inlinable
  package func count(_ node: Int) -> Int {
    let node = self[node]
    return node.isContainer ? node.payload : 0
  }

  /// Returns the value of a `true` or `false` node.
  @inlinable package func bool(_ node: Int) -> Bool { text[Int(self[node].offset)] == 0x74 }

  /// Returns the bytes of a value as they are in the source.
  @inlinable
  package func literal(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    let node = self[node]
    return UnsafeBufferPointer(start: text + Int(node.offset), count: Int(node.end) - Int(node.offset))
  }

  /// Returns the bytes between the quotation marks of a string or key, with escapes as written.
  @inlinable
  package func contents(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    let node = self[node]
    return UnsafeBufferPointer(start: text + Int(node.offset) + 1, count: Int(node.end) - Int(node.offset) - 2)
  }

  /// Returns the key nodes of an object in source order, including those of shadowed members.
  @inlinable package func keys(of object: Int) -> Children { Children(self, object, step: 1) }

  /// Returns the elements of an array in order.
  @inlinable package func elements(of array: Int) -> Children { Children(self, array, step: 0) }

  /// The nodes of a container's items.
  @usableFromInline
  package struct Children: Sequence, IteratorProtocol {
    @usableFromInline let reader: TapeReader
    @usableFromInline var node: Int
    @usableFromInline let end: Int
    @usableFromInline let step: Int

    @inlinable
    init(_ reader: TapeReader, _ container: Int, step: Int) {
      self.reader = reader
      self.step = step
      node = container + 1
      end = reader.next(container)
    }

    /// Returns the next key or element.
    @inlinable
    package mutating func next() -> Int? {
      if node >= end { return nil }
      let item = node
      node = reader.next(item + step)
      return item
    }
  }
}
