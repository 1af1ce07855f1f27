/// Texts that stand in the place of others: of the same shape, and saying nothing.
///
/// Equal texts get equal fakes and others get others, so that what a recording asks for by a fake is answered by the
/// recording that was meant. They are numbered in the order in which texts come; nothing of a text goes into its fake but
/// its shape, so that nobody can guess back.
package struct FakeTexts: Sendable {
  private var fakes: [String: String] = [:]
  private var counts: [String: Int] = [:]

  package init() {}

  /// The fake of a text that has one, else a text of its shape.
  package subscript(_ text: String) -> String { fakes[text] ?? Self.shape(of: text) }

  /// The fake of a text, which it has from now on.
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

  /// A text of the same shape that says nothing: `eyJ0-x9` becomes `aaA0-a0`. It fits the lengths, patterns and formats
  /// that the text fits.
  package static func shape(of text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: bytes.append(UInt8(ascii: "0"))
      case 0x41...0x5A: bytes.append(UInt8(ascii: "A"))
      case 0x80...: bytes.append(UInt8(ascii: "a"))
      case 0x61...0x7A: bytes.append(UInt8(ascii: "a"))
      case 0x20...0x7E: bytes.append(UInt8(scalar.value))
      default: bytes.append(UInt8(ascii: " "))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A shape with a number in its last places: `aa-00` with 1 is `aa-01`. Letters count to `f`, so that hexadecimal stays so.
  package static func numbered(_ shape: String, _ number: Int) -> String {
    var bytes = Array(shape.utf8)
    var rest = number
    for index in bytes.indices.reversed() where rest > 0 {
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
