/// The limit on the number of variants.
package enum VariantLimit: Sendable, Hashable {
  case unlimited
  /// At most this many variants for each call.
  case ofCall(Int)
  /// About this many variants for all calls together.
  case inAll(Int)

  /// Returns the limit for each call.
  ///
  /// If all calls together have too many variants, the calls with the most variants are limited.
  ///
  /// - Parameter counts: The number of variants of each call.
  /// - Returns: The maximum number of variants of a call, or `nil` if there is no limit.
  package func ofEachCall(_ counts: [Int]) -> Int? {
    switch self {
    case .unlimited: return nil
    case .ofCall(let limit): return limit
    case .inAll(let most):
      guard counts.reduce(0, +) > most else { return nil }
      var (rest, open) = (most, counts.count)
      for count in counts.sorted() {
        let share = rest / open
        if count > share { return max(1, share) }
        rest -= count
        open -= 1
      }
      return nil
    }
  }
}

/// A selection of which of a call's variants to try if there are too many, with the most plausible first.
///
/// Variants of the whole response, including error responses, come after the plausible variants of fields and before
/// all others.
struct VariantBudget {
  /// A group of equally plausible variants.
  enum Share: Hashable {
    case field(Variant.Plausibility)
    case wholeAnswer

    static let inOrder: [Share] =
      Variant.Plausibility.allCases.filter { $0 != .other }.map(Share.field) + [.wholeAnswer, .field(.other)]
  }

  private var allowances: [Share: Int] = [:]
  private let counts: [Share: Int]
  private(set) var leftOut = 0

  /// - Parameters:
  ///   - limit: The number of variants to select.
  ///   - counts: The number of variants in each share. Shares that weren't counted get the rest.
  init(_ limit: Int, of counts: [Share: Int]) {
    self.counts = counts
    var rest = limit
    for share in Share.inOrder {
      let allowance = min(rest, counts[share] ?? 0)
      allowances[share] = allowance
      rest -= allowance
    }
    // Variants that weren't counted come last.
    allowances[.field(.other), default: 0] += rest
  }

  /// Returns a Boolean value that indicates whether any variants of a share are left out.
  func cuts(_ share: Share) -> Bool { (allowances[share] ?? 0) < (counts[share] ?? 0) }

  /// Returns a Boolean value that indicates whether the next variant of a share is selected. Otherwise, the variant is
  /// counted as left out.
  mutating func takes(_ share: Share) -> Bool {
    guard let allowance = allowances[share], allowance > 0 else {
      leftOut += 1
      return false
    }
    allowances[share] = allowance - 1
    return true
  }
}
