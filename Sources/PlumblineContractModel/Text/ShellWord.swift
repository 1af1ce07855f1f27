/// Words as a POSIX shell reads them.
package enum ShellWord {
  /// A word that stands for itself: in single quotes where any of its characters could mean something else.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/:@%+,".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// A word in which a variable's value stands wherever `mark` does: `"Authorization: Bearer $TOKEN"`.
  package static func quoted(_ word: String, putting variable: String, for mark: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      if "\\\"$`".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return "\"\(text.replacing(mark, with: "${\(variable)}"))\""
  }
}
