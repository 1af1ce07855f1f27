import PlumblineTime

extension MomentForm {
  /// Returns a moment in a form, in UTC, or `nil` if the form has unsupported letters.
  ///
  /// - Parameter milliseconds: The milliseconds since 1970.
  static func text(of form: String, at milliseconds: Int) -> String? {
    var text = ""
    var rest = form[...]
    while let letter = rest.first {
      if letter == "'" {
        guard let literal = quoted(&rest) else { return nil }
        text += literal
      } else if letter.isASCII, letter.isLetter {
        let run = rest.prefix { $0 == letter }
        rest = rest.dropFirst(run.count)
        guard let part = written(letter, run.count, at: milliseconds) else { return nil }
        text += part
      } else {
        text.append(letter)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func written(_ letter: Character, _ count: Int, at milliseconds: Int) -> String? {
    let date = CivilDate(daysSince1970: milliseconds / 86_400_000)
    let second = milliseconds / 1000 % 86_400
    let hour = second / 3600
    func number(_ value: Int) -> String { CivilDate.padded(value, count) }
    switch letter {
    case "y", "u", "Y":
      return count == 2 ? CivilDate.padded(date.year % 100, 2) : CivilDate.padded(date.year, max(4, count))
    case "M", "L":
      let name = months[date.month - 1]
      return count < 3 ? number(date.month) : count == 3 ? String(name.prefix(3)) : name
    case "d": return number(date.day)
    case "H": return number(hour)
    case "h": return number((hour + 11) % 12 + 1)
    case "a": return hour < 12 ? "AM" : "PM"
    case "m": return number(second / 60 % 60)
    case "s": return number(second % 60)
    case "S":
      let digits = CivilDate.padded(milliseconds % 1000, 3)
      return count <= 3 ? String(digits.prefix(count)) : digits + String(repeating: "0", count: min(count, 9) - 3)
    case "X": return "Z"
    case "x": return count == 1 ? "+00" : count == 2 ? "+0000" : "+00:00"
    case "Z": return count < 4 ? "+0000" : "+00:00"
    case "z": return "UTC"
    case "T": return count == 1 ? "T" : nil
    default: return nil
    }
  }
}
