/// Limits the expansion of a string by aliases and merge keys, which multiply.
///
/// Nine lists of nine aliases each, every list referring to the previous one, represent a billion values in half a
/// kilobyte.
struct ExpansionBudget {
  /// The number of bytes for which an entry examined in a merge counts, because examining costs more than writing.
  private static let mergeCost = 8

  private let limit: Int
  private var merged = 0

  /// - Parameter limit: The number of bytes that may be written.
  init(limit: Int) { self.limit = limit }

  /// Counts an entry that a merge examined.
  mutating func merge(at offset: Int) throws(YAMLFault) {
    merged += Self.mergeCost
    try check(written: 0, at: offset)
  }

  /// Rejects an expansion beyond the limit.
  func check(written: Int, at offset: Int) throws(YAMLFault) {
    guard written + merged <= limit else { throw YAMLFault.tooLarge(at: offset, limit) }
  }
}
