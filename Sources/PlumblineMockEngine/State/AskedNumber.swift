import PlumblineASCII
import PlumblineJSONTree

/// A number in a request, such as a page number or a count of items, of any size.
struct AskedNumber {
  /// The number, or the nearest representable one. This way, a huge page number is still past the last page, rather
  /// than becoming the first page.
  let value: Int
  /// The exact number, or `nil` if ``value`` is exact.
  let beyond: JSON?

  /// Creates a number from a JSON value, or returns `nil` if the value isn't a number.
  ///
  /// - Parameter json: The value. A string from a query is parsed as most servers do, with an optional sign and leading
  ///   zeros.
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
