/// Which endpoints a rule is about: an id in which `*` stands for any text, `tickets.*`.
package struct EndpointPattern: Sendable, Hashable, CustomStringConvertible {
  /// Every request, also one that no endpoint has.
  package static let all = EndpointPattern("*")

  package let description: String
  private let pieces: [[UInt8]]

  package init(_ text: String) {
    description = text
    pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// Whether it is about every request.
  package var isAll: Bool { description == "*" }

  /// Whether an endpoint's whole id fits.
  package func matches(_ id: String) -> Bool {
    var rest = Array(id.utf8)[...]
    guard let first = pieces.first, let last = pieces.last, rest.starts(with: first) else { return false }
    guard pieces.count > 1 else { return rest.count == first.count }
    rest = rest.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  package static func == (left: EndpointPattern, right: EndpointPattern) -> Bool {
    left.description == right.description
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
