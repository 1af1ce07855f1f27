/// The origins of a string that was built from values of other documents, with a mark wherever the origin changes.
package struct BuiltProvenance: Provenance {
  struct Mark: Sendable {
    /// The offset in the built string from which the mark applies.
    let offset: UInt32
    let document: UInt32
    /// The value or key in the original document.
    let node: UInt32
  }

  private(set) var marks: [Mark] = []
  private var documents: [JSONDocument] = []
  private var numbers: [ObjectIdentifier: UInt32] = [:]
  private var last: JSON?

  init() {}

  /// Records that the text written from an offset on comes from a value. Offsets must ascend.
  mutating func mark(_ source: JSON, at offset: Int) {
    if let last, last.node == source.node, last.document === source.document { return }
    last = source
    let key = ObjectIdentifier(source.document)
    let number: UInt32
    if let known = numbers[key] {
      number = known
    } else {
      number = UInt32(documents.count)
      numbers[key] = number
      documents.append(source.document)
    }
    let mark = Mark(
      offset: UInt32(truncatingIfNeeded: offset), document: number, node: UInt32(truncatingIfNeeded: source.node))
    if marks.last?.offset == mark.offset { marks.removeLast() }
    marks.append(mark)
  }

  package func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation {
    // Find the last mark at or before the offset.
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(marks[middle].offset) <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else {
      return documents.first?.root.location ?? SourceLocation(file: "", line: 0, column: 0)
    }
    let mark = marks[low - 1]
    return JSON(documents[Int(mark.document)], Int(mark.node)).location
  }
}
