/// A value of `format`, for testing strings without a schema.
package struct FormatName: Sendable, Hashable, CustomStringConvertible {
  private let format: Format

  /// Creates a format name, or returns `nil` if no draft defines it.
  package init?(_ name: String) {
    guard let format = Format(name, in: .draft2020) else { return nil }
    self.format = format
  }

  /// The value of `format`, such as `date-time`.
  package var description: String { format.rawValue }

  /// Returns a Boolean value that indicates whether a string has the format.
  package func holds(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { format.holds(ByteView(base: $0, count: bytes.count)) } ?? false
    }
  }
}
