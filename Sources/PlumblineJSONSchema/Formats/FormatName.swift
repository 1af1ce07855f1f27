/// A value of `format`, to test texts without a schema.
package struct FormatName: Sendable, Hashable, CustomStringConvertible {
  private let format: Format

  /// `nil` for a name that no draft defines.
  package init?(_ name: String) {
    guard let format = Format(name, in: .draft2020) else { return nil }
    self.format = format
  }

  /// As `format` has it: `date-time`.
  package var description: String { format.rawValue }

  /// Returns a Boolean value that indicates whether a string has the format.
  package func holds(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { format.holds(ByteView(base: $0, count: bytes.count)) } ?? false
    }
  }
}
