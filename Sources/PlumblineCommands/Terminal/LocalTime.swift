#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A namespace for formatting the local time of day.
enum LocalTime {
  /// Returns the time of day in the form `08:00:01`, from milliseconds since 1970.
  static func text(milliseconds: Int) -> String {
    var second = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&second, &parts) != nil else { return "--:--:--" }
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { String(String(100 + $0).dropFirst()) }.joined(
      separator: ":")
  }
}
