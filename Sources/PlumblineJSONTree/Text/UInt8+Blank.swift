extension UInt8 {
  /// A Boolean value that indicates whether it is a blank of a text file: a space, a tab, the end of a line, or of a page.
  package var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
