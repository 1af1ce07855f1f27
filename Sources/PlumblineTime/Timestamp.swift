import PlumblineASCII

/// A moment in the notation of RFC 3339, in any zone and with any fraction of a second.
///
///     Timestamp("2026-03-01T08:00:00.250+08:00") == Timestamp("2026-03-01T00:00:00.25Z")   // true
package struct Timestamp: Sendable, Hashable, Comparable {
  /// The second since 1970, in UTC.
  package let second: Int
  /// The digits after the point, without trailing zeros.
  package let fraction: String

  /// Parses a `date-time` (RFC 3339 section 5.6), whose date and time may also be separated by a space. Returns `nil`
  /// for any other string.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count >= 20, [0x54, 0x74, 0x20].contains(bytes[10]) else { return nil }
    bytes[10] = 0x54
    guard let begin = CivilDate.second(String(decoding: bytes[..<19], as: UTF8.self) + "Z") else { return nil }
    var rest = bytes[19...]
    var digits: [UInt8] = []
    if rest.first == 0x2E {
      digits = Array(rest.dropFirst().prefix { $0.isDigit })
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let ahead = Self.ahead(Array(rest)) else { return nil }
    while digits.last == 0x30 { digits.removeLast() }
    second = begin - ahead
    fraction = String(decoding: digits, as: UTF8.self)
  }

  /// Returns the number of seconds by which a zone such as `Z` or `+08:00` is ahead of UTC.
  private static func ahead(_ zone: [UInt8]) -> Int? {
    if zone == [0x5A] || zone == [0x7A] { return 0 }
    func number(_ range: Range<Int>) -> Int? {
      guard zone[range].allSatisfy({ $0.isDigit }) else { return nil }
      return zone[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard zone.count == 6, zone[0] == 0x2B || zone[0] == 0x2D, zone[3] == 0x3A, let hours = number(1..<3),
      let minutes = number(4..<6), hours < 24, minutes < 60
    else { return nil }
    return (zone[0] == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// Returns a Boolean value that indicates whether a different timestamp equals this one with a truncated fraction, as
  /// from a coarser clock.
  package func isCutOff(as other: Timestamp) -> Bool {
    second == other.second && other.fraction.utf8.count < fraction.utf8.count && fraction.hasPrefix(other.fraction)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.second, left.fraction) < (right.second, right.fraction)
  }
}
