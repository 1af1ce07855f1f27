import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Sums and products of exact amounts.
@Suite struct ExactNumberTests {
  private func number(_ text: String) throws -> ExactNumber { try #require(ExactNumber(JSON.parse(text))) }

  @Test func `decimals are added up exactly`() throws {
    #expect(try number("0.1").adding(number("0.2"))?.json?.text == "0.3")
    #expect(try number("12.50").adding(number("-0.5"))?.json?.text == "12")
    #expect(try number("-0.05").adding(number("0.01"))?.json?.text == "-0.04")
    #expect(try number("19.99").multiplied(by: number("3"))?.json?.text == "59.97")
  }

  @Test func `texts, exponents and numbers that are too large aren't amounts`() throws {
    #expect(ExactNumber(JSON("12"))?.digits == nil)
    #expect(try ExactNumber(JSON.parse("1.5e300"))?.digits == nil)
    #expect(try number("9223372036854775807").adding(number("1"))?.digits == nil)
  }

  @Test func `a member with fewer digits may be rounded, once for each part`() throws {
    let exact = try number("10.126")
    #expect(try exact.isRounded(as: number("10.13"), parts: 1) == true)
    #expect(try exact.isRounded(as: number("10.12"), parts: 1) == true)
    #expect(try exact.isRounded(as: number("10.15"), parts: 1) == false)
    #expect(try exact.isRounded(as: number("10.15"), parts: 3) == true)
    #expect(try number("7").isRounded(as: number("7.00"), parts: 1) == true)
    #expect(try number("7").isRounded(as: number("7.01"), parts: 9) == false)
  }

  @Test func `a sum of binary fractions is the exact one`() throws {
    #expect(try number("0.3").isRounded(as: number("0.30000000000000004"), parts: 2) == true)
    #expect(try number("0.3").isRounded(as: number("0.30000100000000004"), parts: 2) == false)
  }
}
