import PlumblineASCII

/// A namespace for words in POSIX shell syntax.
package enum ShellWord {
  /// Returns a word that the shell takes literally. If it contains a special character, it is in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte.isAlphanumeric || "-._~/:@%+,".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    // Compare scalars. In Swift, a quotation mark followed by a combining mark is one character, but to a shell it is
    // still a quotation mark.
    var text = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    return text + "'"
  }

  /// Returns a word with `mark` replaced with a variable's value, as in `'Authorization: Bearer '"${TOKEN}"`.
  package static func quoted(_ word: String, putting variable: String, for mark: String) -> String {
    let scalars = word.unicodeScalars
    guard let place = scalars.firstRange(of: mark.unicodeScalars) else { return quoted(word) }
    let parts = [scalars[..<place.lowerBound], scalars[place.upperBound...]].map {
      String(String.UnicodeScalarView($0))
    }
    let (before, after) = (parts[0], parts[1])
    return (before.isEmpty ? "" : quoted(before)) + "\"${\(variable)}\"" + (after.isEmpty ? "" : quoted(after))
  }

  /// Returns a Boolean value that indicates whether a string is a valid name of an environment variable in a contract.
  package static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !first.isDigit else { return false }
    return name.utf8.allSatisfy { $0.isCapital || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}
