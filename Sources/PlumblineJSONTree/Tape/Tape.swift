/// The nodes of a document by index, with the bounds checked. Keeps the document alive.
///
/// # Layout
///
/// A parsed document is its source bytes and one flat array of nodes in pre-order: a container, then everything inside
/// it. A node is 16 bytes and owns nothing; it says where its text lies, and strings and numbers are decoded when asked
/// for.
///
///     {"id": 7, "tags": ["a", "é"]}
///     0      7  10      18
///
///     node  kind     offset  end  next  payload
///     0     object   0       30   7     2 members
///     1     string   1       5    2     hash of "id"      (a key)
///     2     number   7       8    3     0: an integer of 18 digits at most
///     3     string   10      16   4     hash of "tags"    (a key)
///     4     array    18      29   7     2 elements
///     5     string   19      22   6     0: only ASCII
///     6     string   24      28   7     1: more than ASCII
///
/// - `next` is the skip: from a value to its sibling in one step, however much lies inside. An object's children
///   alternate key, value, key, value; a key's value is the node after it.
/// - A container's payload counts its elements or members, so that `count` costs nothing.
/// - A key's payload is a 27-bit hash of its decoded bytes. Lookup compares hashes first and bytes only where they
///   agree.
/// - `isShadowed` marks a key that a later member of the same object repeats. Lookup, equality and hashing skip those
///   members; iteration and writing keep them.
///
/// # Why it is flat
///
/// Nothing is allocated per value, so parsing runs at the speed of reading; a cursor is a reference and an index; and a
/// validator can walk the tape in a loop. Offsets keep exact literals and every place in the source for free: lines and columns
/// are computed only on demand.
///
/// # Ways to read it
///
/// `JSON` is for everybody: a value at a time, by names. `Tape` gives single nodes to code of other modules. `TapeReader`
/// reads by pointer inside a closure, for walks over every value. `JSONParser` writes the tape, through `TapeBuilder`.
@usableFromInline
package struct Tape: Sendable {
  @usableFromInline let document: JSONDocument

  @inlinable
  init(document: JSONDocument) {
    self.document = document
  }

  /// The number of nodes.
  @inlinable package var count: Int { document.nodes.count }

  /// A node; an index outside the tape stops the process.
  @inlinable
  package subscript(node: Int) -> TapeNode {
    precondition(UInt(bitPattern: node) < UInt(bitPattern: count), "no node has this index")
    return document.nodes.base[node]
  }
}

/// The finished tape's memory, which its document owns.
///
/// Sending it between threads is safe: after the parse nothing writes there, and `JSONDocument` frees it when the document
/// can't be reached any more.
@usableFromInline
struct TapeMemory: @unchecked Sendable {
  @usableFromInline let base: UnsafePointer<TapeNode>
  @usableFromInline let count: Int

  init(_ nodes: UnsafeBufferPointer<TapeNode>) {
    // `TapeBuilder` always has memory, also for no nodes.
    base = nodes.baseAddress.unsafelyUnwrapped
    count = nodes.count
  }

  func free() { base.deallocate() }
}
