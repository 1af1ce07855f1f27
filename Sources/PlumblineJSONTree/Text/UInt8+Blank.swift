extension UInt8 {
  /// A Boolean value that indicates whether the byte is blank in a text file, which is a space, a tab, the end of a
  /// line, or a form feed.
  package var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
