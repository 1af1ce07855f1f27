extension String {
  /// The printable text in at most so many columns, and so few bytes that marks without a width can't swell it.
  func bounded(to width: Int) -> String {
    let text = printable.clipped(to: width)
    var left = 4 * max(0, width) + 16
    if text.utf8.count <= left { return text }
    var prefix = ""
    for scalar in text.unicodeScalars {
      left -= UTF8.width(scalar)
      if left < 0 { break }
      prefix.unicodeScalars.append(scalar)
    }
    return prefix + "…"
  }
}
