import PlumblineJSONTree

/// The limits on a SARIF file.
///
/// GitHub rejects files with more than 25,000 results in a run, or more than 10 MB after compression. The compressed
/// size isn't known in advance, so the limits are applied to the uncompressed text. GitHub shows the 5,000 most severe
/// results, which is roughly the number that fits.
package struct SARIFLimits: Sendable {
  package let results: Int
  package let bytes: Int

  package static let ofGitHub = SARIFLimits(results: 25_000, bytes: 10_000_000)

  package init(results: Int, bytes: Int) {
    self.results = results
    self.bytes = bytes
  }
}

/// The remaining space in a SARIF file.
struct SARIFRoom {
  /// The number of bytes reserved for the frame around everything else and for the sentence about omissions.
  private static let frame = 20_000
  /// The number of values that don't fit before giving up.
  private static let patience = 100

  private var results: Int
  private var bytes: Int
  private var misfits = 0

  init(_ limits: SARIFLimits) {
    results = limits.results
    bytes = limits.bytes - Self.frame
  }

  /// Splits off up to `count` bytes. Unused bytes must be given back with `give(back:)`.
  mutating func part(_ count: Int) -> SARIFRoom {
    var part = self
    part.bytes = min(count, bytes)
    bytes -= part.bytes
    return part
  }

  mutating func give(back part: SARIFRoom) { bytes += part.bytes }

  /// Reserves space for a value that is nested `depth` levels deep. If it doesn't fit, returns `false` and reserves
  /// nothing.
  ///
  /// Reserve space for the most important values first, because later values get what is left.
  mutating func take(depth: Int, isResult: Bool = false, _ write: (inout JSONBuilder) -> Void) -> Bool {
    guard misfits < Self.patience, !isResult || results > 0 else { return false }
    let text = ReportText.json(write).utf8
    let size = text.count + 2 + text.count { $0 == UInt8(ascii: "\n") } * 2 * depth
    guard size <= bytes else {
      misfits += 1
      return false
    }
    bytes -= size
    if isResult { results -= 1 }
    return true
  }
}
