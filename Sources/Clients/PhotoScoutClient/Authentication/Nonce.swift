import Foundation

/// Makes values that nobody can guess.
enum Nonce {
  /// 256 random bits, as text for a URL.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode(Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
  }
}
