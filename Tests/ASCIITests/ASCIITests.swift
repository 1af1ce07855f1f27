import PlumblineASCII
import Testing

@Suite struct ASCIITests {
  private static let all = (0...255).map { UInt8($0) }

  private func bytes(_ isMember: (UInt8) -> Bool) -> String {
    String(decoding: Self.all.filter(isMember), as: UTF8.self)
  }

  @Test func `each class has its bytes and no other`() {
    let (digits, capitals, small) = ("0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
    #expect(bytes { $0.isDigit } == digits)
    #expect(bytes { $0.isCapital } == capitals)
    #expect(bytes { $0.isSmallLetter } == small)
    #expect(bytes { $0.isLetter } == capitals + small)
    #expect(bytes { $0.isAlphanumeric } == digits + capitals + small)
    #expect(bytes { $0.isHexDigit } == digits + "ABCDEFabcdef")
    #expect(bytes { ASCII.digits ~= $0 } == digits)
    #expect(bytes { ASCII.capitals ~= $0 } == capitals)
    #expect(bytes { ASCII.smallLetters ~= $0 } == small)
    #expect(bytes { ASCII.capitalHexLetters ~= $0 } == "ABCDEF")
    #expect(bytes { ASCII.smallHexLetters ~= $0 } == "abcdef")
  }

  @Test func `a hexadecimal digit has its value in either case`() {
    #expect("0123456789abcdef".utf8.compactMap(\.hexDigitValue) == Array(0...15))
    #expect("ABCDEF".utf8.compactMap(\.hexDigitValue) == Array(10...15))
    #expect(Self.all.filter { $0.hexDigitValue == nil } == Self.all.filter { !$0.isHexDigit })
  }

  @Test func `only capitals have another small letter`() {
    #expect(Self.all.filter { $0.lowercased != $0 } == Self.all.filter(\.isCapital))
    #expect("AZ".utf8.map(\.lowercased) == Array("az".utf8))
  }
}
