import Foundation
import PlumblineAPIClient
import Testing

@Suite struct CalendarDateTests {
  @Test(arguments: ["2026-11-20", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31"])
  func `a day reads and writes the same text`(text: String) {
    #expect(CalendarDate(text)?.description == text)
  }

  @Test(arguments: [
    "", "2026-11-2", "2026-11-31", "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026/11/20",
    "2026-11-20T00:00:00Z", " 2026-11-20", "10000-01-01", "-001-01-01", "2026-11-２0",
  ])
  func `what is not a day is refused`(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test func `days since 1970 go both ways`() {
    #expect(CalendarDate("1970-01-01")?.daysSince1970 == 0)
    #expect(CalendarDate("2000-03-01")?.daysSince1970 == 11_017)
    for days in stride(from: -719_528, through: 2_932_896, by: 97) {
      #expect(CalendarDate(daysSince1970: days)?.daysSince1970 == days)
    }
    #expect(CalendarDate(daysSince1970: -719_529) == nil)
    #expect(CalendarDate(daysSince1970: 2_932_897) == nil)
    #expect(CalendarDate(daysSince1970: .min) == nil)
  }

  @Test func `a moment is another day in another place`() throws {
    let date = Date(timeIntervalSince1970: 1_795_163_400 + 12 * 3600)  // 2026-11-20T20:30:00Z
    #expect(CalendarDate(date, in: try #require(TimeZone(secondsFromGMT: 0)))?.description == "2026-11-20")
    #expect(CalendarDate(date, in: try #require(TimeZone(secondsFromGMT: 8 * 3600)))?.description == "2026-11-21")
  }

  @Test func `days are ordered and coded as strings`() throws {
    let days = try ["2026-11-20", "2025-12-31", "2026-02-01"].map { try #require(CalendarDate($0)) }
    #expect(days.sorted().map(\.description) == ["2025-12-31", "2026-02-01", "2026-11-20"])
    let data = try JSONCoding.encoder().encode(days)
    #expect(try JSONCoding.decoder().decode([CalendarDate].self, from: data) == days)
    #expect(throws: DecodingError.self) {
      try JSONCoding.decoder().decode([CalendarDate].self, from: Data(#"["2026-02-30"]"#.utf8))
    }
  }
}
