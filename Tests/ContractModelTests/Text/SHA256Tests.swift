import PlumblineContractModel
import Testing

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (String(repeating: "a", count: 200), "wqkI2Y9d+Yet5BtfziEwZ++8wh7yJAISpB5UtefCiuU="),
  ])
  func `a digest is the standard's`(text: String, digest: String) {
    #expect(Base64.encode(SHA256.digest(Array(text.utf8))) == digest)
  }

  @Test func `lengths around a block's end are padded as the standard has it`() {
    // The result of a chain of digests of 0 to 200 bytes each. A single incorrect padding would change it.
    var chain: [UInt8] = []
    for count in 0...200 { chain = SHA256.digest(chain + [UInt8](repeating: UInt8(count), count: count)) }
    #expect(
      chain.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        == "ed3f5c791b163b80747a7a02b7f381d3f13f31b10bfeca87f74ba4a97e225a13")
  }
}
