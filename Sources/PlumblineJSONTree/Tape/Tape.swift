/// The nodes of a document, accessible by index with bounds checks. The tape keeps its document alive.
///
/// # Layout
///
/// A parsed document consists of its source bytes and a flat array of nodes in preorder, in which a container precedes
/// everything inside it. A node has 16 bytes and owns nothing. It contains the position of its text, and strings and
/// numbers are decoded on demand.
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
/// - `next` leads from a value to its sibling in one step, however much is inside. An object's children alternate
///   between keys and values, and a key's value is the node after it.
/// - A container's payload is the number of its elements or members, so that `count` costs nothing.
/// - A key's payload is a 27-bit hash of its decoded bytes. A lookup compares hashes first, and bytes only if the
///   hashes agree.
/// - `isShadowed` marks a key that a later member of the same object repeats. Lookup, equality and hashing skip such
///   members, whereas iteration and writing keep them.
///
/// # Why it is flat
///
/// Values don't need individual allocations, a cursor consists of just a reference and an index, and a validator can
/// traverse the tape in a loop. Offsets preserve exact literals and every location in the source for free, because
/// lines and columns are computed only on demand.
///
/// # Ways to read it
///
/// `JSON` is for general use, and reads one value at a time by name. `Tape` gives code in other modules access to
/// single nodes. `TapeReader` reads through pointers inside a closure, for traversals of every value. `JSONParser`
/// writes the tape through `TapeBuilder`.
@usableFromInline
package struct Tape: Sendable {
  @usableFromInline let document: JSONDocument

  @inlinable
  init(document: JSONDocument) {
    self.document = document
  }

  /// The number of nodes.
  @inlinable package var count: Int { document.nodes.count }

  /// The node at an index. An index outside of the tape stops the process.
  @inlinable
  package subscript(node: Int) -> TapeNode {
    precondition(UInt(bitPattern: node) < UInt(bitPattern: count), "no node has this index")
    return document.nodes.base[node]
  }
}

/// The memory of a finished tape, which its document owns.
///
/// Sending it between threads is safe, because nothing writes to it after parsing, and `JSONDocument` frees it only
/// when the document can no longer be reached.
@usableFromInline
struct TapeMemory: @unchecked Sendable {
  @usableFromInline let base: UnsafePointer<TapeNode>
  @usableFromInline let count: Int

  init(_ nodes: UnsafeBufferPointer<TapeNode>) {
    // `TapeBuilder` always has memory, even for zero nodes.
    base = nodes.baseAddress.unsafelyUnwrapped
    count = nodes.count
  }

  func free() { base.deallocate() }
}
