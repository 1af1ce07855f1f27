import PlumblineASCII
import PlumblineJSONTree

/// A number in a request, such as a page or a count of items, however large.
struct AskedNumber {
  /// The number, or the nearest representable one, so that a page number beyond all pages stays beyond them, rather
  /// than becoming the first page.
  let value: Int
  /// The number itself, if it is too large for ``value``.
  let beyond: JSON?

  /// Returns `nil` for a value that isn't a number.
  ///
  /// - Parameter json: The value. If no schema converts a query's text to a number, it is parsed as most servers do: a
  ///   sign and leading zeros are allowed.
  init?(_ json: JSON) {
    guard let number = json.number ?? json.string.flatMap(Self.number) else { return nil }
    if let value = number.int {
      self.value = value
      beyond = nil
      return
    }
    let double = number.double
    let isCountable = abs(double) < 0x1p63
    value = isCountable ? Int(double) : double < 0 ? .min : .max
    beyond = double >= 0x1p63 ? JSON(number) : nil
  }

  private static func number(_ text: String) -> JSONNumber? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let isSigned = isNegative || text.utf8.first == UInt8(ascii: "+")
    let digits = (isSigned ? text.dropFirst() : text[...]).drop { $0 == "0" }
    guard digits.utf8.allSatisfy({ $0.isDigit }), isSigned ? text.utf8.count > 1 : !text.isEmpty else {
      return nil
    }
    return JSONNumber(literal: (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits))
  }
}
