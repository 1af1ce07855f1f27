import Foundation
import PlumblineTime
import Testing

struct CivilDateTests {
  private static let gregorian: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test func `every day of the years 1600 to 2400 is as Foundation counts it`() throws {
    let first = CivilDate(year: 1600, month: 1, day: 1).daysSince1970
    let last = CivilDate(year: 2400, month: 12, day: 31).daysSince1970
    #expect(last - first == 292_559)
    for day in stride(from: first, through: last, by: 17) {
      let date = CivilDate(daysSince1970: day)
      let parts = Self.gregorian.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      try #require(date.year == parts.year, "day \(day)")
      try #require(date.month == parts.month, "day \(day)")
      try #require(date.day == parts.day, "day \(day)")
      try #require(date.daysSince1970 == day)
    }
  }

  @Test(arguments: [
    (1, 1900, 31), (2, 1900, 28), (2, 2000, 29), (2, 2023, 28), (2, 2024, 29), (4, 2024, 30), (12, 1, 31),
  ])
  func `a month has its days`(month: Int, year: Int, days: Int) {
    #expect(CivilDate.days(inMonth: month, of: year) == days)
    let next = CivilDate(daysSince1970: CivilDate(year: year, month: month, day: days).daysSince1970 + 1)
    #expect(next.day == 1)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"), (784_111_777, "1994-11-06T08:49:37"),
    (951_782_400, "2000-02-29T00:00:00"), (253_402_300_799, "9999-12-31T23:59:59"),
    (-62_135_596_800, "0001-01-01T00:00:00"), (.max, "9999-12-31T23:59:59"), (.min, "0001-01-01T00:00:00"),
  ])
  func `a second reads as RFC 3339 writes it`(second: Int, text: String) {
    #expect(CivilDate.text(second: second) == text)
  }

  @Test func `a time of the clock has its milliseconds`() {
    #expect(WallClock.text(1_795_227_300_007) == "2026-11-21T02:15:00.007Z")
    #expect(WallClock.day(of: 1_795_227_300_007) == "2026-11-21")
    #expect(WallClock.text(-5) == "1970-01-01T00:00:00.000Z")
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2026-11-21", 1_795_219_200), ("2026-11-21T02:15:00Z", 1_795_227_300),
    ("2026-11-21T02:15:00.75Z", 1_795_227_300), ("1969-12-31T23:59:59Z", -1), ("2024-02-29", 1_709_164_800),
  ])
  func `a day or a moment in UTC is read back as its second`(text: String, second: Int) {
    #expect(CivilDate.second(text) == second)
  }

  @Test(arguments: [
    "", "2026-13-01", "2026-02-29", "2026-11-21T02:15:00", "2026-11-21T02:15:00+08:00", "2026-11-21 02:15:00Z",
    "2026-1-21",
    "2026-11-21T24:00:00Z", "2026-11-21T02:15:00.Z", "2026-11-21T02:15:00xZ", "20261121", "2026-11-21T02:15Z",
    "٢٠٢٦-١١-٢١",
  ])
  func `other texts say no second`(text: String) { #expect(CivilDate.second(text) == nil) }
}
