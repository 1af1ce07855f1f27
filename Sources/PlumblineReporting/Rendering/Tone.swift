/// The meaning of a piece of console text, which determines its style.
package enum Tone: Sendable, Hashable, CaseIterable {
  case plain
  /// Text that should stand out.
  case strong
  /// Text of minor importance.
  case dim
  case good
  case bad
  case caution
  case note
  /// A location, such as a pointer or a file.
  case place

  /// The ANSI sequence (ECMA-48, SGR) that begins the tone, or `nil` for plain text.
  ///
  /// Only the eight basic colors are used, because every terminal theme makes them readable on its background.
  var opening: String? {
    switch self {
    case .plain: nil
    case .strong: "\u{1B}[1m"
    case .dim: "\u{1B}[2m"
    case .good: "\u{1B}[32m"
    case .bad: "\u{1B}[1;31m"
    case .caution: "\u{1B}[33m"
    case .note: "\u{1B}[34m"
    case .place: "\u{1B}[36m"
    }
  }

  /// The ANSI sequence that ends any tone.
  static let closing = "\u{1B}[0m"

  /// Returns a string in this tone.
  func applied(to text: String, colour: Bool) -> String {
    guard colour, let opening, !text.isEmpty else { return text }
    return opening + text + Self.closing
  }
}
