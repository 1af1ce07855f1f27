/// A document's text in which some pieces have been replaced, while locations still refer to the original.
///
///     var text = SplicedText(of: document)        // {"item": 7}
///     text.replace(1..<7, by: "\"items\"")
///     text.replace(9..<9, by: "[")
///     text.replace(10..<10, by: "]")
///     try text.parsed().root.text                 // {"items": [7]}
///
/// A copied value has its original location, and a new value that of the piece that it replaces.
package struct SplicedText {
  private let original: JSONDocument
  private var bytes: [UInt8] = []
  private var runs: [SplicedProvenance.Run] = []
  /// The position of the first byte of the original that has been neither copied nor replaced.
  private var next = 0

  /// Creates a text that starts out as a copy of the original.
  package init(of document: JSONDocument) {
    original = document
    bytes.reserveCapacity(document.bytes.count)
  }

  /// Replaces a range of the original's bytes with a string. Ranges must ascend and must not overlap.
  package mutating func replace(_ range: Range<Int>, by text: String) {
    precondition(range.lowerBound >= next && range.upperBound <= original.bytes.count, "ranges come in ascending order")
    copy(upTo: range.lowerBound)
    runs.append(SplicedProvenance.Run(offset: bytes.count, origin: range.lowerBound, isCopied: false))
    bytes.append(contentsOf: text.utf8)
    next = range.upperBound
  }

  /// Returns the document of the text. It may nest one level deeper than a text that is read from a file.
  package consuming func parsed() throws(JSONSyntaxError) -> JSONDocument {
    copy(upTo: original.bytes.count)
    var limits = JSONLimits()
    limits.depth += 1
    return try JSONDocument.parse(
      bytes, file: original.file, provenance: SplicedProvenance(original: original, runs: runs), limits: limits)
  }

  private mutating func copy(upTo end: Int) {
    guard end > next else { return }
    runs.append(SplicedProvenance.Run(offset: bytes.count, origin: next, isCopied: true))
    bytes.append(contentsOf: original.bytes[next..<end])
    next = end
  }
}

/// The locations of a spliced text in its original, whose own provenance applies in turn.
struct SplicedProvenance: Provenance {
  /// A piece of the spliced text.
  struct Run: Sendable {
    /// The offset in the spliced text at which the piece begins.
    let offset: Int
    /// The offset in the original of the piece that was copied or replaced.
    let origin: Int
    /// A Boolean value that indicates whether the piece was copied from the original.
    let isCopied: Bool
  }

  let original: JSONDocument
  let runs: [Run]

  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation {
    // Find the last run at or before the offset.
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return original.location(ofOffset: 0) }
    let run = runs[low - 1]
    return original.location(ofOffset: run.isCopied ? run.origin + offset - run.offset : run.origin)
  }
}
