#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Surroundings {
  /// The day on which the command began, as `YYYY-MM-DD` (UTC).
  ///
  /// Written by hand: Foundation's formats load calendars and time zones first, which every start would wait for.
  var today: String {
    var moment = time_t(began)
    var parts = tm()
    gmtime_r(&moment, &parts)
    return Self.padded(Int(parts.tm_year) + 1900, 4) + "-" + Self.padded(Int(parts.tm_mon) + 1, 2) + "-"
      + Self.padded(Int(parts.tm_mday), 2)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
