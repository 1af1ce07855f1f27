/// A namespace for breaking text into lines of a given width.
enum LineLayout {
  /// Returns the lines for the pieces. Each line begins with its indentation, and adjacent pieces differ in tone.
  ///
  /// Spaces within a line are preserved, and spaces at a break are dropped. If a word is longer than a line, it is
  /// broken at the end of the line or at a preceding slash. JSON is broken between values.
  static func lines(_ pieces: [ConsoleText.Piece], width: Int, indent: Int, hanging: Int) -> [[ConsoleText.Piece]] {
    var layout = Layout(width: width, indent: indent, hanging: min(hanging, width / 2))
    for word in words(of: pieces, whole: width - layout.hanging) { layout.add(word) }
    layout.finish()
    return layout.lines
  }

  /// A word and the spaces before it. Its parts may have different tones.
  private struct Word {
    var gap = 0
    var parts: [ConsoleText.Piece] = []
    var width: Int { parts.reduce(0) { $0 + $1.text.displayWidth } }
  }

  private static func words(of pieces: [ConsoleText.Piece], whole: Int) -> [Word] {
    var words: [Word] = []
    var word = Word()
    for piece in pieces {
      if piece.isWhole, piece.text.displayWidth <= whole {
        word.parts.append(piece)
        continue
      }
      for part in piece.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if part.offset > 0 {
          if !word.parts.isEmpty {
            words.append(word)
            word = Word()
          }
          word.gap += 1
        }
        if !part.element.isEmpty { word.parts.append(ConsoleText.Piece(printable: String(part.element), piece.tone)) }
      }
    }
    if !word.parts.isEmpty { words.append(word) }
    return words
  }

  private struct Layout {
    let width: Int
    let hanging: Int
    var lines: [[ConsoleText.Piece]] = []
    private var line: [ConsoleText.Piece]
    private var column: Int
    private var isFresh = true

    init(width: Int, indent: Int, hanging: Int) {
      self.width = width
      self.hanging = hanging
      line = [ConsoleText.Piece(spaces: indent)]
      column = indent
    }

    mutating func add(_ word: Word) {
      let wordWidth = word.width
      // A word that has to be broken anyway starts on the current line if there is enough room.
      let fitsBelow = wordWidth <= width - hanging || column + word.gap + 8 > width
      if !isFresh, column + word.gap + wordWidth > width, fitsBelow { breakLine() }
      let gap = isFresh && !lines.isEmpty ? 0 : word.gap
      for (index, part) in word.parts.enumerated() { append(part, gap: index == 0 ? gap : 0) }
    }

    mutating func finish() {
      if !isFresh || lines.isEmpty { lines.append(line) }
    }

    private mutating func append(_ part: ConsoleText.Piece, gap: Int) {
      push(ConsoleText.Piece(spaces: gap, line.last?.tone == part.tone ? part.tone : .plain))
      // Examine only the beginning of a long text for each line.
      let isJSON = part.text.contains("\":")
      var rest = part.text[...]
      var restWidth = part.text.displayWidth
      while column + restWidth > width {
        var head = rest.prefix(columns: width - column)
        if head.isEmpty {
          guard isFresh else {
            breakLine()
            continue
          }
          head = rest.prefix(1)
        }
        if isJSON {
          if let end = Self.endOfJSON(in: head, before: rest[head.endIndex...].first) { head = head[..<end] }
        }
        // Break a pointer or path before a slash if there is one near the end.
        else if let slash = head.lastIndex(of: "/"), head.distance(from: head.startIndex, to: slash) > head.count / 2 {
          head = head[..<slash]
        }
        let piece = ConsoleText.Piece(printable: String(head), part.tone)
        push(piece)
        rest = rest[head.endIndex...]
        restWidth -= piece.text.displayWidth
        if rest.isEmpty { return }
        breakLine()
      }
      push(ConsoleText.Piece(printable: String(rest), part.tone))
    }

    /// Returns the position where JSON can be broken without splitting a value: before the last member, element, or
    /// value that begins in the text.
    private static func endOfJSON(in head: Substring, before next: Character?) -> String.Index? {
      let letters = Array(head) + [next].compactMap { $0 }
      for place in stride(from: letters.count - 1, to: max(1, head.count / 4), by: -1) {
        let (last, first) = (letters[place - 1], letters[place])
        let isBreak =
          switch last {
          case ",": first == "\"" || first == "{" || first == "["
          case "{", "[": first == "\"" || first == "{" || first == "["
          case ":": letters[place - 2] == "\""
          default: false
          }
        if isBreak { return head.index(head.startIndex, offsetBy: place) }
      }
      return nil
    }

    private mutating func push(_ piece: ConsoleText.Piece) {
      if piece.text.isEmpty { return }
      column += piece.text.displayWidth
      isFresh = false
      if let last = line.last, last.tone == piece.tone {
        line[line.count - 1] = ConsoleText.Piece(printable: last.text + piece.text, piece.tone)
      } else {
        line.append(piece)
      }
    }

    private mutating func breakLine() {
      lines.append(line)
      line = [ConsoleText.Piece(spaces: hanging)]
      column = hanging
      isFresh = true
    }
  }
}

extension ConsoleText.Piece {
  /// Creates a piece from text that is already printable.
  init(printable text: String, _ tone: Tone) {
    self.text = text
    self.tone = tone
  }

  /// Creates a piece that consists of spaces.
  init(spaces: Int, _ tone: Tone = .plain) {
    self.init(printable: String(repeating: " ", count: max(0, spaces)), tone)
  }
}
