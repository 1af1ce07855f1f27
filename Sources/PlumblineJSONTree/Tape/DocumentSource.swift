/// The text that a document was generated from, if that text isn't JSON. Locations refer to it.
///
/// For example, YAML is converted to JSON, but errors should be reported in the YAML.
package struct DocumentSource: Provenance {
  /// The source as written, in UTF-8.
  let bytes: [UInt8]
  /// The source offset of each value and each key, in the order of the JSON text. There is one for each node of the
  /// tape.
  let places: [UInt32]

  /// Creates a source from its text and the offsets in it.
  package init(bytes: [UInt8], places: [UInt32]) {
    self.bytes = bytes
    self.places = places
  }

  package func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation {
    document.location(ofOffset: self.offset(of: offset, in: document.nodes), inText: bytes)
  }

  /// Returns the offset in the source of the node that contains an offset in the JSON text, or else of the last node
  /// before it.
  private func offset(of offset: Int, in nodes: TapeMemory) -> Int {
    // The nodes are sorted by offset.
    var (low, high) = (0, min(nodes.count, places.count))
    while low < high {
      let middle = low + (high - low) / 2
      if Int(nodes.base[middle].offset) <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? Int(places[low - 1]) : 0
  }
}
