import PlumblineHTTPMessages
import PlumblineJSONTree

/// The text that identifies a run's own items on a real server: `plumbline-` and eight random characters.
///
/// A call includes the mark in a string of each item that it creates. Only items with the mark are ever treated as the
/// run's own and removed.
package struct RunMark: Sendable, Hashable, CustomStringConvertible {
  private static let letters = Array("abcdefghijkmnopqrstuvwxyz23456789")
  private static let length = 8

  /// The mark as text, such as `plumbline-7kq2mx9d`.
  package let description: String

  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  package init(using generator: inout some RandomNumberGenerator) {
    description = "plumbline-" + Self.random(Self.length, using: &generator)
  }

  private static func random(_ length: Int, using generator: inout some RandomNumberGenerator) -> String {
    String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
  }

  /// Creates a mark that another process generated.
  package init(known description: String) {
    self.description = description
  }

  /// Returns a string with the mark appended.
  package func marking(_ text: String) -> String { text.isEmpty ? description : "\(text) \(description)" }

  /// Returns a unique string that carries the mark, such as `plumbline-7kq2mx9d-p3x8`.
  package func name() -> String {
    var generator = SystemRandomNumberGenerator()
    return "\(description)-" + Self.random(4, using: &generator)
  }

  /// Returns a Boolean value that indicates whether a string carries the mark, ignoring case.
  package func isIn(_ text: String) -> Bool { text.lowercased().contains(description) }

  /// Returns a Boolean value that indicates whether any text inside a value carries the mark.
  package func isIn(_ value: JSON) -> Bool {
    switch value.kind {
    case .string: value.string.map { isIn($0) } ?? false
    case .array: value.elements.contains { isIn($0) }
    case .object: value.members.contains { isIn($0.value) }
    case .null, .bool, .number: false
    }
  }

  /// Returns a Boolean value that indicates whether a request's body carries the mark, in any format.
  package func isIn(_ body: Body) -> Bool { isIn(String(decoding: body.bytes ?? [], as: UTF8.self)) }
}
