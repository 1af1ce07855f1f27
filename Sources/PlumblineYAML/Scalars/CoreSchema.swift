import PlumblineASCII

/// The types of plain scalars in the core schema (YAML 1.2.2, section 10.3.2).
///
/// It has no dates and no `yes`. Any scalar that isn't listed there is a string.
enum CoreSchema {
  enum Value: Equatable {
    case text
    case null
    case bool(Bool)
    /// A number in the notation of JSON.
    case number(isInteger: Bool)
    /// A number converted to the notation of JSON, from `+1`, `.5`, `007` or `0x1F`, for example.
    case converted([UInt8], isInteger: Bool)
    /// A number in a base other than ten that has too many digits to be converted.
    case tooLong
    /// An infinity or NaN, which JSON doesn't have.
    case notFinite
  }

  /// Returns the value of a plain scalar's characters.
  static func value(_ letters: ArraySlice<UInt8>) -> Value {
    guard let first = letters.first else { return .null }
    switch first {
    case UInt8(ascii: "~"): return letters.count == 1 ? .null : .text
    case UInt8(ascii: "n"), UInt8(ascii: "N"): return isWord(letters, "null") ? .null : .text
    case UInt8(ascii: "t"), UInt8(ascii: "T"): return isWord(letters, "true") ? .bool(true) : .text
    case UInt8(ascii: "f"), UInt8(ascii: "F"): return isWord(letters, "false") ? .bool(false) : .text
    case ASCII.digits, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): break
    default: return .text
    }
    let unsigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? letters.dropFirst() : letters
    if unsigned.first == UInt8(ascii: ".") {
      if isWord(unsigned.dropFirst(), "inf") { return .notFinite }
      if isNotANumber(letters) { return .notFinite }
    }
    return based(letters) ?? decimal(letters)
  }

  /// Returns a Boolean value that indicates whether characters represent an infinity or NaN.
  static func isNotFinite(_ letters: ArraySlice<UInt8>) -> Bool {
    // The longest such string is "-.inf".
    letters.count <= 5 && letters.contains(UInt8(ascii: ".")) && value(letters) == .notFinite
  }

  /// Returns a Boolean value that indicates whether characters are a word in lowercase, capitalized, or in uppercase.
  private static func isWord(_ letters: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    guard letters.count == word.utf8CodeUnitCount else { return false }
    let lower = word.withUTF8Buffer { Array($0) }
    let upper = lower.map { $0 & 0xDF }
    return letters.elementsEqual(lower) || letters.elementsEqual(upper)
      || letters.elementsEqual(upper.prefix(1) + lower.dropFirst())
  }

  private static func isNotANumber(_ letters: ArraySlice<UInt8>) -> Bool {
    [".nan", ".NaN", ".NAN"].contains { letters.elementsEqual($0.utf8) }
  }

  /// The limit for numbers in other bases, which have at most 576 decimal digits, because the cost of conversion is
  /// quadratic.
  private static let convertedParts = 64

  /// Returns an octal or a hexadecimal number, or `nil` if the characters aren't one.
  private static func based(_ letters: ArraySlice<UInt8>) -> Value? {
    guard letters.count > 2, letters.first == UInt8(ascii: "0") else { return nil }
    let mark = letters[letters.startIndex + 1]
    let base: UInt32 = mark == UInt8(ascii: "x") ? 16 : mark == UInt8(ascii: "o") ? 8 : 0
    guard base > 0 else { return nil }
    // The number in base 1,000,000,000, the lowest digits first.
    var parts: [UInt64] = [0]
    for letter in letters.dropFirst(2) {
      guard let digit = Character(Unicode.Scalar(letter)).hexDigitValue, digit < base else { return .text }
      var carry = UInt64(digit)
      for index in parts.indices {
        let product = parts[index] * UInt64(base) + carry
        parts[index] = product % 1_000_000_000
        carry = product / 1_000_000_000
      }
      if carry > 0 { parts.append(carry) }
      if parts.count > convertedParts { return .tooLong }
    }
    var decimal = String(parts.removeLast())
    for part in parts.reversed() {
      let digits = String(part)
      decimal += String(repeating: "0", count: 9 - digits.utf8.count) + digits
    }
    return .converted(Array(decimal.utf8), isInteger: true)
  }

  /// Returns a decimal number in the notation of JSON, or a string if the characters aren't a number.
  private static func decimal(_ letters: ArraySlice<UInt8>) -> Value {
    var rest = letters
    var isJSON = true
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") {
      isJSON = isNegative
      rest = rest.dropFirst()
    }
    let whole = digits(&rest)
    var fraction: ArraySlice<UInt8>?
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = digits(&rest)
    }
    guard !whole.isEmpty || fraction.map({ !$0.isEmpty }) ?? false else { return .text }
    let exponent = rest
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
      guard !digits(&rest).isEmpty else { return .text }
    }
    guard rest.isEmpty else { return .text }
    let isInteger = fraction == nil && exponent.isEmpty
    let hasZeros = whole.count > 1 && whole.first == UInt8(ascii: "0")
    if isJSON, !whole.isEmpty, !hasZeros, fraction.map({ !$0.isEmpty }) ?? true {
      return .number(isInteger: isInteger)
    }
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    var json: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    json += significant.isEmpty ? [UInt8(ascii: "0")] : Array(significant)
    if let fraction { json += [UInt8(ascii: ".")] + (fraction.isEmpty ? [UInt8(ascii: "0")] : Array(fraction)) }
    return .converted(json + exponent, isInteger: isInteger)
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let found = rest.prefix { $0.isDigit }
    rest = rest[found.endIndex...]
    return found
  }
}
