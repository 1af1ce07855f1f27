import PlumblineASCII
import PlumblineTime

/// A scanner for the parts of dates, times, durations, and pointers.
struct FormatScanner {
  private let text: ByteView
  private var index = 0

  init(_ text: ByteView) {
    self.text = text
  }

  var isAtEnd: Bool { index == text.count }

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func takeLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = peek, byte | 0x20 == UInt8(ascii: scalar) | 0x20 else { return false }
    index += 1
    return true
  }

  /// Reads exactly the given number of digits as a number.
  @inline(__always)
  private mutating func number(_ length: Int) -> Int? {
    guard index + length <= text.count else { return nil }
    var value = 0
    for place in index..<index + length {
      let byte = text[place]
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += length
    return value
  }

  private mutating func digits() -> Bool {
    let start = index
    while let byte = peek, byte.isDigit { index += 1 }
    return index > start
  }

  /// Reads an RFC 3339 `full-date`.
  mutating func date() -> Bool {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      1...12 ~= month
    else { return false }
    return 1...CivilDate.days(inMonth: month, of: year) ~= day
  }

  /// Reads an RFC 3339 `full-time`. A leap second is accepted only as the last second of a day in UTC.
  mutating func time() -> Bool {
    guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60, take(":"),
      let second = number(2), second <= 60
    else { return false }
    if take("."), !digits() { return false }
    var offset = 0
    if !takeLetter("Z") {
      let sign = take("+") ? 1 : take("-") ? -1 : 0
      guard sign != 0, let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60 else {
        return false
      }
      offset = sign * (hours * 60 + minutes)
    }
    return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 == 1439
  }

  /// Reads an RFC 3339 `date-time`.
  mutating func dateTime() -> Bool {
    date() && takeLetter("T") && time()
  }

  /// Reads a `duration` (RFC 3339 appendix A): either only weeks, or units in order and without gaps.
  mutating func duration() -> Bool {
    guard take("P") else { return false }
    let start = index
    if digits(), take("W") { return isAtEnd }
    index = start
    guard units(["Y", "M", "D"]) else { return false }
    let hasDate = index > start
    guard take("T") else { return hasDate }
    let timeStart = index
    return units(["H", "M", "S"]) && index > timeStart
  }

  private mutating func units(_ units: [Unicode.Scalar]) -> Bool {
    var next = 0
    var isFirst = true
    while let byte = peek, byte.isDigit {
      guard digits(), let unit = units.indices.first(where: { $0 >= next && peek == UInt8(ascii: units[$0]) }),
        isFirst || unit == next
      else { return false }
      index += 1
      next = unit + 1
      isFirst = false
    }
    return true
  }

  /// Reads a JSON Pointer (RFC 6901), which may be empty. Each token begins with `/` and contains `~` only in `~0` and
  /// `~1`.
  mutating func jsonPointer() -> Bool {
    guard let first = peek else { return true }
    guard first == UInt8(ascii: "/") else { return false }
    while let byte = peek {
      index += 1
      if byte == UInt8(ascii: "~"), !take("0"), !take("1") { return false }
    }
    return true
  }

  /// Reads a number of levels without a leading zero, followed by `#` or a JSON Pointer.
  mutating func relativeJSONPointer() -> Bool {
    let start = index
    guard digits() else { return false }
    if text[start] == UInt8(ascii: "0"), index > start + 1 { return false }
    return take("#") || jsonPointer()
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is `atext` of RFC 5322: a letter, a digit, or one of
  /// ``!#$%&'*+-/=?^_`{|}~``.
  var isAtom: Bool { isAlphanumeric || isOne(of: "!#$%&'*+-/=?^_`{|}~") }

  /// Returns a Boolean value that indicates whether the byte is one of the ASCII characters in a string.
  func isOne(of characters: StaticString) -> Bool {
    characters.withUTF8Buffer { $0.contains(self) }
  }
}
