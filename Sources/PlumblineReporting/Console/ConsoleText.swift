/// Console output under construction. Its lines fit the width, and contain nothing that a terminal would interpret.
///
/// Every piece is made printable when it is added, so that text of any origin can be added unchanged.
package struct ConsoleText: Sendable {
  /// A piece of a line, in one tone.
  package struct Piece: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The printable text.
    let text: String
    let tone: Tone
    /// A Boolean value that indicates whether to keep the piece on one line if it fits.
    var isWhole = false

    package init(_ text: String, _ tone: Tone = .plain) {
      self.text = text.printable
      self.tone = tone
    }

    /// Creates a piece that isn't broken. If it doesn't fit on the current line, it goes on the next one.
    package init(whole text: String, _ tone: Tone = .plain) {
      self.init(text, tone)
      isWhole = true
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  package let style: ConsoleStyle
  /// The finished lines, each with its line break.
  package private(set) var text = ""

  package init(_ style: ConsoleStyle) { self.style = style }

  /// Adds an empty line, unless the text is empty or the last line is empty already.
  package mutating func blank() {
    if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
  }

  /// Adds a line. The part that doesn't fit continues on the following lines, which are indented by `hanging` and
  /// broken at spaces if possible.
  ///
  /// - Parameters:
  ///   - indent: The number of columns before the line.
  ///   - hanging: The number of columns before the continuation lines, or `nil` to use the indent.
  package mutating func line(_ pieces: Piece..., indent: Int = 0, hanging: Int? = nil) {
    line(pieces, indent: indent, hanging: hanging)
  }

  /// Adds a line made of any number of pieces.
  package mutating func line(_ pieces: [Piece], indent: Int = 0, hanging: Int? = nil) {
    let lines = LineLayout.lines(pieces, width: style.usableWidth, indent: indent, hanging: hanging ?? indent)
    for line in lines { add(line) }
  }

  /// Adds a line that is never broken, regardless of its length. Use this for a path that an editor or a terminal turns
  /// into a link.
  package mutating func unbroken(_ pieces: Piece..., indent: Int = 0) {
    add([Piece(String(repeating: " ", count: indent))] + pieces)
  }

  private mutating func add(_ pieces: [Piece]) {
    var line = ""
    for piece in pieces { line += piece.tone.applied(to: piece.text, colour: style.colour) }
    while line.last == " " { line.removeLast() }
    text += line + "\n"
  }
}
