/// How console output looks.
package struct ConsoleStyle: Sendable, Hashable {
  /// How much is said.
  package enum Detail: Sendable, Hashable {
    /// Only what is wrong, and the summary.
    case quiet
    /// One line an endpoint, what is wrong, and the summary.
    case normal
    /// The same, and one line a call.
    case verbose
  }

  /// Whether colours are used: only on a terminal, and never with NO_COLOR.
  package var colour: Bool
  /// How many columns a line may have.
  package var width: Int
  package var detail: Detail

  package init(colour: Bool = false, width: Int = 80, detail: Detail = .normal) {
    self.colour = colour
    self.width = width
    self.detail = detail
  }

  /// The width that lines are laid out for: never so narrow that nothing fits.
  var usableWidth: Int { min(max(width, 40), 1000) }
}
