import PlumblineContractModel
import Testing

@Suite struct Base64Tests {
  // The test vectors of RFC 4648 section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the RFC's vectors go both ways`(text: String, encoded: String) {
    #expect(Base64.encode(text.utf8) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test func `every byte survives`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
  }

  @Test(arguments: ["a", "ab\n=", "a-b_", "====="])
  func `what isn't Base64 is refused or empty`(text: String) {
    #expect(Base64.decode(text)?.isEmpty ?? true)
  }
}
