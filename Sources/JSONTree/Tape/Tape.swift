/// The nodes of a document by index, with the bounds checked. Keeps the document alive.
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
