/// Faults at unresolved merge conflicts.
extension SyntaxFault {
  /// Returns the same fault with a message about the merge conflict, or `nil` if the location isn't one of the
  /// conflict's markers, which begin a line.
  func namingConflict(in bytes: [UInt8]) -> SyntaxFault? {
    guard offset == 0 || bytes.indices.contains(offset - 1) && bytes[offset - 1] == 0x0A else { return nil }
    let line = bytes[min(offset, bytes.count)...].prefix(80).prefix { $0 != 0x0A && $0 != 0x0D }
    guard let mark = ["<", "|", "=", ">"].first(where: { line.starts(with: String(repeating: $0, count: 7).utf8) })
    else { return nil }
    var fault = self
    fault.message =
      "Unresolved merge conflict (\(String(repeating: mark, count: 7))). Keep the right version, and delete the lines that "
      + "begin with <<<<<<<, ======= and >>>>>>>."
    return fault
  }
}
