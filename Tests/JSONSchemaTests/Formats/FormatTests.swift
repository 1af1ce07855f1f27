import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct FormatTests {
  @Test(arguments: [
    (
      "date-time", ["2024-02-29T23:59:60Z", "2026-01-01t00:00:00.123+05:30", "1998-12-31T15:59:60.5-08:00"],
      [
        "2023-02-29T00:00:00Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-01-01T24:00:00Z",
        "1998-12-31T23:58:60Z", "2026-01-01T00:00:00.Z",
      ]
    ),
    ("date", ["2000-02-29"], ["1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01"]),
    ("time", ["00:00:00Z", "23:59:59+23:59"], ["00:00:00", "00:60:00Z", "12:00:00+24:00"]),
    ("duration", ["P1Y2M3DT4H5M6S", "PT5M", "P3W"], ["P", "PT", "P1H", "P1W2D", "P1Y3D", "1D", "P1S"]),
    (
      "email", ["a.b+c@example.com", "\"a b\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]"],
      ["a", "@b", "a@", "a..b@c", "a@-b", "a b@c"]
    ),
    (
      "uri", ["http://example.com/a?b#c", "urn:a:b", "mailto:a@b", "http://[::1]:80/"],
      ["/a", "http://a b", "a", "http://[::g]/", "http://a%2"]
    ),
    ("uri-reference", ["/a", "", "#x", "../a?b"], ["a b", "\\\\x", "1:2"]),
    (
      "uuid", ["3F2504E0-4f89-41d3-9a0c-0305e82c3301"],
      ["3f2504e0-4f89-41d3-9a0c-0305e82c330", "3f2504e04f8941d39a0c0305e82c3301", "{x}"]
    ),
    ("ipv4", ["0.0.0.0", "255.255.255.255"], ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"]),
    (
      "ipv6", ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"],
      [":", "1:2:3:4:5:6:7", "1::2::3", ":1", "12345::", "1:2:3:4:5:6:7:8:9", "::%eth0"]
    ),
    ("hostname", ["a", "a-b.example"], ["", "-a", "a_b", "a..b", "a."]),
    ("json-pointer", ["", "/a~0~1", "/"], ["a", "/~", "/~2"]),
    ("regex", ["^a+$", "(?=a)"], ["(", "[a"]),
    ("nonsense", ["anything"], []),
  ])
  func `a format accepts and refuses`(format: String, valid: [String], invalid: [String]) throws {
    let schema = try SchemaLibrary().compile(["format": JSON(format)])
    for text in valid { #expect(schema.isValid(JSON(text)), "\(text)") }
    for text in invalid { #expect(!schema.isValid(JSON(text)), "\(text)") }
    #expect(schema.isValid(1))
  }

  @Test func `a byte of an identifier is a hexadecimal digit or a dash, by its place`() throws {
    let schema = try SchemaLibrary().compile(["format": "uuid"])
    let valid = Array("3F2504E0-4f89-41d3-9a0c-0305e82c3301".utf8)
    #expect(schema.isValid(JSON(String(decoding: valid, as: UTF8.self) + "0")) == false)
    for place in valid.indices {
      for byte: UInt8 in 0x20..<0x7F {
        var changed = valid
        changed[place] = byte
        let isRight = valid[place] == 0x2D ? byte == 0x2D : Character(Unicode.Scalar(byte)).isHexDigit
        #expect(schema.isValid(JSON(String(decoding: changed, as: UTF8.self))) == isRight, "\(place), \(byte)")
      }
      var text = valid.map { String(Unicode.Scalar($0)) }
      text[place] = "é"
      #expect(!schema.isValid(JSON(text.joined())))
      // An "é" has two bytes, so replacing two characters with it keeps the length.
      text[place == 0 ? 1 : place - 1] = ""
      #expect(!schema.isValid(JSON(text.joined())))
    }
  }
}
