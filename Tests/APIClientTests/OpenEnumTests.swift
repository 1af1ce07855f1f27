import Foundation
import PlumblineAPIClient
import Testing

@Suite struct OpenEnumTests {
  struct Colour: OpenEnum {
    let rawValue: String
    static let red = Self(rawValue: "RED")
    static let known: [Self] = [.red]
  }

  @Test func `an unknown value survives a round trip`() throws {
    let data = Data(#"["RED","MAUVE",""]"#.utf8)
    let colours = try JSONCoding.decoder().decode([Colour].self, from: data)
    #expect(colours == [.red, "MAUVE", ""])
    #expect(colours.map(\.isKnown) == [true, false, false])
    #expect(try JSONCoding.encoder().encode(colours) == data)
  }

  @Test func `it is a key of a JSON object`() throws {
    let data = Data(#"{"MAUVE":2,"RED":1}"#.utf8)
    let counts = try JSONCoding.decoder().decode([Colour: Int].self, from: data)
    #expect(counts == [.red: 1, "MAUVE": 2])
    #expect(try JSONCoding.encoder().encode(counts) == data)
  }

  @Test func `another type than a string is refused`() {
    #expect(throws: DecodingError.self) {
      try JSONCoding.decoder().decode([Colour].self, from: Data("[7]".utf8))
    }
  }
}
