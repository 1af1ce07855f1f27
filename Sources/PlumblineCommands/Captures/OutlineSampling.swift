/// Decides which entries of a capture are compared with earlier ones.
///
/// An outline costs a pass over the entry and room for it, in vain where no two entries are alike. Once fewer than one
/// in a hundred of a thousand came again, only one in eight is compared, until one of those does come again.
struct OutlineSampling {
  private static let trial = 1000
  private static let fewest = trial / 100
  private static let stride = 8

  private var tried = 0
  private var repeats = 0
  private var isSampling = false

  /// Returns a Boolean value that indicates whether the next entry is to be compared.
  mutating func isNextDue() -> Bool {
    tried += 1
    if isSampling { return tried % Self.stride == 0 }
    if tried > Self.trial {
      isSampling = repeats < Self.fewest
      (tried, repeats) = (0, 0)
    }
    return true
  }

  /// Notes that an entry repeats an earlier one.
  mutating func noteRepeat() {
    repeats += 1
    if isSampling { (isSampling, tried) = (false, 0) }
  }
}
