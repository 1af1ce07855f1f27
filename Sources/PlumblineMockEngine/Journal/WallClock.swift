#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time of day, and how people read it.
package enum WallClock {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  package static let system: @Sendable () -> Int = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// The day of a time, as `YYYY-MM-DD` (UTC).
  ///
  /// Written by hand: Foundation's formats load calendars and time zones first, which every start would wait for.
  package static func day(of milliseconds: Int) -> String { String(text(milliseconds).prefix(10)) }

  /// A time as RFC 3339 writes it: `2026-11-20T08:00:00.123Z`.
  static func text(_ milliseconds: Int) -> String {
    var seconds = time_t(max(0, milliseconds) / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let time = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    return date.map { padded($0, 2) }.joined(separator: "-") + "T"
      + time.map { padded($0, 2) }.joined(separator: ":") + "." + padded(max(0, milliseconds) % 1000, 3) + "Z"
  }
}
