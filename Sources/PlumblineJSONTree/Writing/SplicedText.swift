/// A document's text with other pieces in it, whose places are those of the original.
///
///     var text = SplicedText(of: document)        // {"item": 7}
///     text.replace(1..<7, by: "\"items\"")
///     text.replace(9..<9, by: "[")
///     text.replace(10..<10, by: "]")
///     try text.parsed().root.text                 // {"items": [7]}
///
/// A copied value is shown at its original place, and a new one at the place of the piece that it replaces.
package struct SplicedText {
  private let original: JSONDocument
  private var bytes: [UInt8] = []
  private var runs: [SplicedProvenance.Run] = []
  /// The first byte of the original that is neither copied nor replaced.
  private var next = 0

  /// A string that begins as the original does.
  package init(of document: JSONDocument) {
    original = document
    bytes.reserveCapacity(document.bytes.count)
  }

  /// Puts a string in for a range of the original's bytes. Ranges come in ascending order and don't overlap.
  package mutating func replace(_ range: Range<Int>, by text: String) {
    precondition(range.lowerBound >= next && range.upperBound <= original.bytes.count, "ranges come in ascending order")
    copy(upTo: range.lowerBound)
    runs.append(SplicedProvenance.Run(offset: bytes.count, origin: range.lowerBound, isCopied: false))
    bytes.append(contentsOf: text.utf8)
    next = range.upperBound
  }

  /// Returns the document of the text. It may nest a level deeper than a string that is read.
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

/// The places of a spliced text in its original, whose own provenance counts on.
struct SplicedProvenance: Provenance {
  /// A piece of the text.
  struct Run: Sendable {
    /// The offset in the text at which it begins.
    let offset: Int
    /// The offset in the original of the copied piece, or of the one that it replaces.
    let origin: Int
    /// A Boolean value that indicates whether it is the original's own.
    let isCopied: Bool
  }

  let original: JSONDocument
  let runs: [Run]

  func location(ofOffset offset: Int, in document: JSONDocument) -> SourceLocation {
    // The last run at or before the offset.
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
