import PlumblineASCII
import PlumblineJSONTree

/// Random keys that are most likely unused, and look like one that the server has shown.
enum MadeUpKey {
  /// The range of made-up numeric keys. Few servers count that high, and all of them can store such numbers.
  private static let numbers = 1_500_000_000...2_000_000_000

  /// Returns keys to try, starting with the one most similar to the known key.
  static func like(_ known: JSON) -> [JSON] {
    if known.int != nil { return [JSON(Int.random(in: numbers))] }
    guard let text = known.string, !text.isEmpty else { return [] }
    if Int(text) != nil { return [JSON("\(Int.random(in: numbers))")] }
    let shaped = text.utf8.count >= 12 ? [JSON(shaped(text))] : []
    return shaped + [JSON("\(text)-\(ListCheck.madeUpWord())"), JSON(ListCheck.madeUpWord())]
  }

  /// Returns a string with other digits and letters in the same positions, all hexadecimal if the original ones are. A
  /// UUID (RFC 9562) keeps its version and variant.
  private static func shaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isHex = bytes.allSatisfy { $0.isHexDigit || $0 == 0x2D }
    let dashes = bytes.indices.filter { bytes[$0] == 0x2D }
    let kept: Set<Int> = bytes.count == 36 && dashes == [8, 13, 18, 23] ? [14, 19] : []
    let made = bytes.indices.map { index -> UInt8 in
      let byte = bytes[index]
      if kept.contains(index) { return byte }
      let pool: String =
        switch byte {
        case ASCII.digits: isHex && bytes.contains { !$0.isDigit && $0 != 0x2D } ? "0123456789" : "123456789"
        case ASCII.smallLetters: isHex ? "abcdef" : "bcdfghjkmpqvwxz"
        case ASCII.capitals: isHex ? "ABCDEF" : "BCDFGHJKMPQVWXZ"
        default: ""
        }
      return pool.utf8.randomElement() ?? byte
    }
    return String(decoding: made, as: UTF8.self)
  }
}
