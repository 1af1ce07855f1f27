#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The current time, and its textual form.
package enum WallClock {
  /// The system clock, in milliseconds since 1970-01-01 00:00 UTC.
  package static let system: @Sendable () -> Int = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Returns the day of a time, as `YYYY-MM-DD` (UTC).
  package static func day(of milliseconds: Int) -> String { String(text(milliseconds).prefix(10)) }

  /// Returns a time in the notation of RFC 3339, such as `2026-11-20T08:00:00.123Z`.
  package static func text(_ milliseconds: Int) -> String {
    let milliseconds = max(0, milliseconds)
    return "\(CivilDate.text(second: milliseconds / 1000)).\(CivilDate.padded(milliseconds % 1000, 3))Z"
  }
}
