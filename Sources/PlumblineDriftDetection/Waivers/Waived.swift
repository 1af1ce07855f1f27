/// Why a drift is excused, and for how long.
package struct Waived: Sendable, Hashable {
  package var reason: String
  /// The last day on which it is: `2027-01-31`; `nil` is for good.
  package var until: String?

  package init(reason: String, until: String? = nil) {
    self.reason = reason
    self.until = until
  }
}
