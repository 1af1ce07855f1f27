import Foundation
import PlumblineAPIClient
import Testing

@Suite struct DateCodingTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2026-11-20T08:30:00Z", 1_795_163_400),
    ("2026-11-20T16:30:00+08:00", 1_795_163_400), ("2026-11-20T08:30:00.25Z", 1_795_163_400.25),
    ("2026-11-20t08:30:00.123456z", 1_795_163_400.123456), ("1969-12-31T23:59:59-00:00", -1),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("0000-01-01T00:00:00Z", -62_167_219_200),
  ])
  func `a date-time is read to the moment`(text: String, seconds: Double) throws {
    let date = try #require(DateTime.date(from: text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-5)
  }

  @Test(arguments: [
    "", "T", "2026-11-20", "2026-11-20T08:30:00", "2026-11-20 08:30:00Z", "2026-11-20T08:30Z", "2026-11-20T24:00:00Z",
    "2026-02-29T00:00:00Z", "2026-11-20T08:30:00.Z", "2026-11-20T08:30:00+0800", "2026-11-20T08:30:00Zx",
    "2026-11-20T08:60:00Z", "20261120T083000Z", "２026-11-20T08:30:00Z",
  ])
  func `what is not an RFC 3339 date-time is refused`(text: String) {
    #expect(DateTime.date(from: text) == nil)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59.500Z"), (1_795_163_400.25, "2026-11-20T08:30:00.250Z"),
  ])
  func `a date-time is written in UTC`(seconds: Double, text: String) {
    #expect(DateTime.string(from: Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test func `a moment without a four digit year has no text`() {
    #expect(DateTime.string(from: Date(timeIntervalSince1970: 9e11)) == nil)
    #expect(DateTime.string(from: Date(timeIntervalSince1970: .infinity)) == nil)
    #expect(DateTime.string(from: Date(timeIntervalSince1970: .nan)) == nil)
  }

  @Test func `dates pass through the coders`() throws {
    let dates = [Date(timeIntervalSince1970: 0.5)]
    let data = try JSONCoding.encoder().encode(dates)
    #expect(data == Data(#"["1970-01-01T00:00:00.500Z"]"#.utf8))
    #expect(try JSONCoding.decoder().decode([Date].self, from: data) == dates)
    #expect(throws: DecodingError.self) {
      try JSONCoding.decoder().decode([Date].self, from: Data(#"["yesterday"]"#.utf8))
    }
    #expect(throws: EncodingError.self) {
      try JSONCoding.encoder().encode([Date.distantFuture.addingTimeInterval(1e12)])
    }
  }
}
