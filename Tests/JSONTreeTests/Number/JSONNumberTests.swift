import PlumblineJSONTree
import Testing

struct JSONNumberTests {
  private func number(_ literal: String) throws -> JSONNumber {
    try #require(JSONNumber(literal: literal))
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("1.50", "15e-1"), ("0", "-0.0e5"),
    ("12345678901234567890", "1.2345678901234567890e19"),
    ("123456789012345678901234567890", "123456789012345678901234567890.000"), ("1e400000000", "10e399999999"),
  ])
  func `numbers of one value are equal and hash alike`(one: String, other: String) throws {
    #expect(try number(one) == number(other))
    #expect(try number(one).hashValue == number(other).hashValue)
    #expect(try !(number(one) < number(other)))
    #expect(try !(number(other) < number(one)))
  }

  @Test func `numbers are ordered by value`() throws {
    let ordered = [
      "-1e400000000", "-123456789012345678901", "-12", "-1.5", "-1e-400000000", "0", "1e-400000000", "0.1", "0.11", "1",
      "1.5", "2", "10",
      "12345678901234567890", "12345678901234567890.5", "12345678901234567891", "1e30", "1e400000000",
      "1e99999999999999999999",
    ]
    for (place, one) in ordered.enumerated() {
      for other in ordered[(place + 1)...] {
        #expect(try number(one) < number(other), "\(one) < \(other)")
        #expect(try !(number(other) < number(one)), "\(other) < \(one)")
        #expect(try number(other) != number(one))
      }
    }
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", " 1", "1 ", "0x1", "NaN"])
  func `what is no number is nil`(text: String) {
    #expect(JSONNumber(literal: text) == nil)
  }

  @Test func `whole numbers that fit become integers`() throws {
    #expect(try number("9223372036854775807").int == .max)
    #expect(try number("-9223372036854775808").int == .min)
    #expect(try number("9223372036854775808").int == nil)
    #expect(try number("-9223372036854775809").int == nil)
    #expect(try number("1.0").int == 1)
    #expect(try number("1e2").int == 100)
    #expect(try number("1.5").int == nil)
    #expect(try number("1e19").int == nil)
    #expect(try number("-0").int == 0)
    #expect(try number("1e400000000").int == nil)
    #expect(try number("1e400000000").isInteger)
    #expect(try !number("1e-1").isInteger)
    #expect(try number("0e-99999999999999999999").isInteger)
    #expect(try number("2.5").double == 2.5)
    #expect(try number("1e999").double == .infinity)
  }

  @Test(arguments: [
    ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e400000000", "3", false), ("3e400000000", "3", true),
    ("0", "7", true), ("7", "0", false),
    ("1", "1e400000000", false), ("1e308", "0.123456789", false), ("12345678901234567890", "10", true),
    ("12345678901234567891", "10", false),
    ("123456789012345678901234567890", "123456789012345678901234567890", true),
    ("246913578024691357802469135780", "123456789012345678901234567890", true),
    ("246913578024691357802469135781", "123456789012345678901234567891", false),
    ("1e5000", "1234567890123456789012345", false),
    ("123456789012345678901234500000", "1234567890123456789012345", true), ("-9", "3", true), ("9", "-3", true),
    ("4.5", "1.5", true),
    ("1e40", "0.00000000000000000000000000000000000000512", true),
    ("18446744073709551615", "9223372036854775807", false),
    ("18446744073709551614", "9223372036854775807", true), ("9007199254740993", "9007199254740993", true),
    ("9007199254740993", "2", false),
  ])
  func `multiples are exact`(value: String, divisor: String, expected: Bool) throws {
    #expect(try number(value).isMultiple(of: number(divisor)) == expected)
  }
}
