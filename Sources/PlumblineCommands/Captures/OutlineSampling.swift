/// A sampler that decides which entries of a capture are compared with earlier ones.
///
/// Computing an entry's outline takes a pass over the entry and memory for the result, both wasted if no two entries
/// are alike. If fewer than one percent of a thousand entries repeated an earlier one, only every eighth entry is
/// compared until one of those repeats again.
struct OutlineSampling {
  private static let trial = 1000
  private static let fewest = trial / 100
  private static let stride = 8

  private var tried = 0
  private var repeats = 0
  private var isSampling = false

  /// Returns a Boolean value that indicates whether the next entry is to be compared, and advances to the entry after
  /// it.
  mutating func isNextDue() -> Bool {
    tried += 1
    if isSampling { return tried % Self.stride == 0 }
    if tried > Self.trial {
      isSampling = repeats < Self.fewest
      (tried, repeats) = (0, 0)
    }
    return true
  }

  /// Records that an entry repeats an earlier one.
  mutating func noteRepeat() {
    repeats += 1
    if isSampling { (isSampling, tried) = (false, 0) }
  }
}
