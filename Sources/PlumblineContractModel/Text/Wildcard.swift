/// A pattern in which `*` matches any text, such as `tickets.*`.
package struct Wildcard: Sendable, Hashable, CustomStringConvertible {
  /// The pattern that matches every string.
  package static let all = Wildcard("*")

  private let pieces: [[UInt8]]
  package let description: String

  package init(_ text: String) {
    description = text
    pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// A Boolean value that indicates whether the pattern matches every string, so that no comparison is needed.
  package var isAll: Bool { description == "*" }

  /// Returns a Boolean value that indicates whether a whole string matches.
  package func matches(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    guard let first = pieces.first, let last = pieces.last, rest.starts(with: first) else { return false }
    guard pieces.count > 1 else { return rest.count == first.count }
    rest = rest.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() {
      guard let start = Self.first(piece, in: rest) else { return false }
      rest = rest[(start + piece.count)...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  private static func first(_ piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= piece.count else { return nil }
    return (text.startIndex...(text.endIndex - piece.count)).first { text[$0...].starts(with: piece) }
  }
}
