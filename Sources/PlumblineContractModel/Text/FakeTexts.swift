import PlumblineASCII

/// Replacements for strings. They have the same shape but no meaning.
///
/// Equal strings get equal fakes and different strings get different ones, so that a request with a fake still finds
/// its recording. Fakes are numbered in order of appearance and otherwise depend only on the shape of the string, so
/// that the original can't be guessed.
package struct FakeTexts: Sendable {
  private var fakes: [String: String] = [:]
  private var counts: [String: Int] = [:]

  package init() {}

  /// The fake that was assigned to a string, or else a string of the same shape.
  package subscript(_ text: String) -> String { fakes[text] ?? Self.shape(of: text) }

  /// Assigns a fake to a string and returns it.
  @discardableResult
  package mutating func fake(of text: String) -> String {
    if let fake = fakes[text] { return fake }
    let shape = Self.shape(of: text)
    var fake = shape
    repeat {
      let number = counts[shape, default: 0]
      counts[shape] = number + 1
      fake = Self.numbered(shape, number)
    } while fake == text && counts[shape, default: 0] < 3
    fakes[text] = fake
    return fake
  }

  /// Returns a string of the same shape without its meaning. For example, `eyJ0-x9` becomes `aaA0-a0`. The result
  /// satisfies the same lengths, patterns and formats. Percent-escapes are preserved: that of a letter or digit becomes
  /// that of the replacement, and any other is kept, so that `a%3D` doesn't turn into a line feed.
  package static func shape(of text: String) -> String {
    var bytes: [UInt8] = []
    var escape = 0
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if escape > 0 {
        escape -= 1
        continue
      }
      if scalar == "%", let byte = escaped(scalars.dropFirst(index + 1).prefix(2)) {
        escape = 2
        let plain = shape(of: byte)
        let digits = String(plain, radix: 16, uppercase: true)
        bytes += Array("%".utf8) + Array(((digits.utf8.count < 2 ? "0" : "") + digits).utf8)
        continue
      }
      switch scalar.value {
      case 0x80...: bytes.append(UInt8(ascii: "a"))
      case 0x20...0x7E: bytes.append(shape(of: UInt8(scalar.value)))
      default: bytes.append(UInt8(ascii: " "))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the byte encoded by the two digits after a percent sign.
  private static func escaped(_ digits: ArraySlice<Unicode.Scalar>) -> UInt8? {
    guard digits.count == 2, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    return UInt8(String(String.UnicodeScalarView(digits)), radix: 16)
  }

  private static func shape(of byte: UInt8) -> UInt8 {
    switch byte {
    case ASCII.digits: UInt8(ascii: "0")
    case ASCII.capitals: UInt8(ascii: "A")
    case ASCII.smallLetters: UInt8(ascii: "a")
    default: byte
    }
  }

  /// Returns the indices of the digits in a string's percent-escapes.
  private static func escapes(in bytes: [UInt8]) -> Set<Int> {
    var places: Set<Int> = []
    for index in bytes.indices.dropLast(2) where bytes[index] == UInt8(ascii: "%") {
      let digits = bytes[(index + 1)...(index + 2)].map { Unicode.Scalar($0) }
      if escaped(digits[...]) != nil { places.formUnion([index + 1, index + 2]) }
    }
    return places
  }

  /// Returns a shape with a number in its last characters. For example, `aa-00` with 1 becomes `aa-01`. Only letters up
  /// to `f` are used, so that hexadecimal strings stay hexadecimal.
  package static func numbered(_ shape: String, _ number: Int) -> String {
    var bytes = Array(shape.utf8)
    var rest = number
    let escapes = number > 0 && bytes.count > 2 ? Self.escapes(in: bytes) : []
    for index in bytes.indices.reversed() where rest > 0 && !escapes.contains(index) {
      let places: Int
      switch bytes[index] {
      case UInt8(ascii: "0"): places = 10
      case UInt8(ascii: "a"), UInt8(ascii: "A"): places = 6
      default: continue
      }
      bytes[index] += UInt8(rest % places)
      rest /= places
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
