extension YAMLReader {
  /// Skips the directives (section 6.8). Returns `true` if there were any.
  mutating func directives() throws(YAMLFault) -> Bool {
    var hasVersion = false
    var hasAny = false
    while true {
      try skipToContent()
      guard text.column == 0, text.peek() == UInt8(ascii: "%") else { return hasAny }
      hasAny = true
      let start = text.place
      let words = directiveWords()
      switch words.first {
      case "%YAML":
        guard !hasVersion else { throw YAMLFault(at: start, "%YAML can occur only once.") }
        try checkVersion(words.dropFirst(), at: start)
        hasVersion = true
      case "%TAG": try checkHandle(words.dropFirst(), at: start)
      // Other directives are reserved, and are ignored according to section 6.8.1.
      default: break
      }
    }
  }

  /// Returns the words of the line up to a comment, and moves to its end.
  private mutating func directiveWords() -> [String] {
    let start = text.place
    text.skipToBreak()
    var line = text.bytes[start..<text.place]
    if let comment = line.indices.dropFirst().first(where: {
      line[$0] == UInt8(ascii: "#") && YAMLText.isBlank(line[$0 - 1])
    }) {
      line = line[..<comment]
    }
    return line.split { YAMLText.isBlank($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private func checkVersion(_ words: ArraySlice<String>, at start: Int) throws(YAMLFault) {
    let parts = words.first.map { $0.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) } } ?? []
    guard words.count <= 1 else {
      throw YAMLFault(.otherVersion, at: start, "%YAML is followed by more than a version; write %YAML 1.2.")
    }
    guard parts.count == 2, let major = parts[0], parts[1] != nil else {
      throw YAMLFault(at: start, "%YAML needs a version, as in %YAML 1.2.")
    }
    guard major == 1 else {
      throw YAMLFault(
        .otherVersion, at: start, "The document declares YAML \(words[words.startIndex]), but only 1.2 is supported."
      )
    }
  }

  private func checkHandle(_ words: ArraySlice<String>, at start: Int) throws(YAMLFault) {
    guard words.count == 2, let handle = words.first, let prefix = words.last else {
      throw YAMLFault(at: start, "%TAG needs a handle and a prefix, as in %TAG !e! tag:example.com,2000:.")
    }
    guard handle != "!!" || prefix == CoreTag.prefix else {
      throw YAMLFault(.unknownTag, at: start, "%TAG gives !! a meaning other than the core schema's; remove it.")
    }
  }
}
