extension String {
  /// The number of terminal columns that the text occupies. East Asian wide characters and emoji count as two, and
  /// combining marks don't count.
  package var displayWidth: Int {
    if utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the text shortened to a number of columns. If it is too long, it ends with `…`.
  package func clipped(to width: Int) -> String {
    if displayWidth <= width { return self }
    if width < 1 { return "" }
    return prefix(columns: width - 1) + "…"
  }

  /// Returns the text shortened to a number of columns. If it is too long, `…` replaces its middle, so that both ends
  /// stay readable.
  package func cutInMiddle(to width: Int) -> String {
    if displayWidth <= width { return self }
    if width < 1 { return "" }
    let back = (width - 1) / 2
    let end = String(String(reversed()).prefix(columns: back).reversed())
    return prefix(columns: width - 1 - back) + "…" + end
  }

  /// Returns the text padded to a number of columns with spaces on the right.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// Returns the longest prefix that fits in a number of columns.
  func prefix(columns: Int) -> String { String(self[...].prefix(columns: columns)) }
}

extension Substring {
  /// Returns the longest prefix that fits in a number of columns.
  func prefix(columns: Int) -> Substring {
    var width = 0
    var end = startIndex
    while end < endIndex {
      width += self[end].displayWidth
      if width > columns { break }
      end = index(after: end)
    }
    return self[..<end]
  }
}

extension Character {
  /// The number of terminal columns that the character occupies.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
