/// The forms of dates and times in pacts, written with the letters of Java's SimpleDateFormat, such as
/// `yyyy-MM-dd'T'HH:mm:ssXXX`.
enum MomentForm {
  /// Returns the form of the values for a matcher that specifies none.
  static func usual(_ moment: PactMatcher.Moment) -> String {
    switch moment {
    case .date: "yyyy-MM-dd"
    case .time: "HH:mm:ss"
    case .timestamp: "yyyy-MM-dd'T'HH:mm:ssXXX"
    }
  }

  /// Returns a pattern for the strings of a form, or `nil` for a form with letters that are unsupported.
  static func pattern(of form: String) -> String? {
    var pattern = ""
    var rest = form[...]
    while let letter = rest.first {
      if letter == "'" {
        guard let text = quoted(&rest) else { return nil }
        pattern += escaped(text)
      } else if letter.isASCII, letter.isLetter {
        let run = rest.prefix { $0 == letter }
        rest = rest.dropFirst(run.count)
        guard let part = part(letter, run.count) else { return nil }
        pattern += part
      } else {
        pattern += escaped(String(letter))
        rest = rest.dropFirst()
      }
    }
    return pattern
  }

  /// Returns the text between quotes. Two quotes in a row represent a single quote.
  static func quoted(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst()
    var text = ""
    while let letter = rest.popFirst() {
      if letter != "'" {
        text.append(letter)
      } else if rest.first == "'" {
        text.append("'")
        rest = rest.dropFirst()
      } else {
        return text.isEmpty ? "'" : text
      }
    }
    return nil
  }

  private static func escaped(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}/".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private static func part(_ letter: Character, _ count: Int) -> String? {
    switch letter {
    case "y", "u", "Y": count == 2 ? "[0-9]{2}" : "[0-9]{4,}"
    case "M", "L":
      count == 1 ? "(?:1[0-2]|0?[1-9])" : count == 2 ? "(?:0[1-9]|1[0-2])" : "[A-Za-z]{3,9}\\.?"
    case "d": count == 1 ? "(?:[12][0-9]|3[01]|0?[1-9])" : "(?:0[1-9]|[12][0-9]|3[01])"
    case "D": "[0-9]{1,3}"
    case "H": count == 1 ? "(?:1[0-9]|2[0-3]|0?[0-9])" : "(?:[01][0-9]|2[0-3])"
    case "k": "(?:1[0-9]|2[0-4]|0?[1-9])"
    case "h": count == 1 ? "(?:1[0-2]|0?[1-9])" : "(?:0[1-9]|1[0-2])"
    case "K": "(?:1[01]|0?[0-9])"
    case "m", "s": count == 1 ? "[0-5]?[0-9]" : "[0-5][0-9]"
    case "S", "n": "[0-9]{\(min(count, 9))}"
    case "a": "(?:AM|PM|am|pm)"
    case "E": "[A-Za-z]{2,9}\\.?"
    case "X", "x": zone(isUniversal: letter == "X", count)
    case "Z": count < 4 ? "[+-][0-9]{4}" : "(?:Z|[+-][0-9]{2}:[0-9]{2})"
    case "z", "V": "[A-Za-z0-9_/+:-]+"
    case "T": count == 1 ? "T" : nil
    default: nil
    }
  }

  private static func zone(isUniversal: Bool, _ count: Int) -> String {
    let offset = count == 1 ? "[+-][0-9]{2}(?:[0-9]{2})?" : count == 2 ? "[+-][0-9]{4}" : "[+-][0-9]{2}:[0-9]{2}"
    return isUniversal ? "(?:Z|\(offset))" : offset
  }
}
