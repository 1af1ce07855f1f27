import Foundation

/// A simple implementation of SHA-256 (FIPS 180-4). It only checks pages and signs nothing.
enum SHA256 {
  /// Returns the hash of a string's UTF-8 bytes in Base64.
  static func base64(of text: String) -> String {
    var message = Array(text.utf8)
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }

    let primes = (2...400).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }
    let constants = primes.prefix(64).map { fraction(cbrt(Double($0))) }
    var state = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    for block in stride(from: 0, to: message.count, by: 64) {
      var words = (0..<16).map { index in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(message[block + index * 4 + $1]) }
      }
      for index in 16..<64 {
        let early = words[index - 15]
        let late = words[index - 2]
        let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
        let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
        words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
      }
      var v = state
      for index in 0..<64 {
        let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
        let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
        let first = v[7] &+ (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) &+ choice
        let sum = first &+ constants[index] &+ words[index]
        let second = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) &+ majority
        v = [sum &+ second, v[0], v[1], v[2], v[3] &+ sum, v[4], v[5], v[6]]
      }
      for index in 0..<8 { state[index] = state[index] &+ v[index] }
    }
    let bytes = state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    return Data(bytes).base64EncodedString()
  }

  /// Returns the first 32 bits of the fractional part of a root.
  private static func fraction(_ root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
