/// The line that tells how far a long run is, on a terminal only: each text takes the place of the one before.
package enum ProgressText {
  /// What removes the line that stands there: back to its first column, then erase to its end (ECMA-48, EL).
  package static let erase = "\r\u{1B}[K"

  /// The text to write, without a line break: `  7/140  tickets.update: edits a ticket`, cut one column before the
  /// width, so that the terminal doesn't begin a new line.
  package static func line(_ done: Int, of total: Int, _ what: String, style: ConsoleStyle) -> String {
    let number = String(done)
    let space = String(repeating: " ", count: max(0, String(total).count - number.count))
    return erase + "\(space)\(number)/\(total)  \(what.printable)".clipped(to: style.usableWidth - 1)
  }
}
