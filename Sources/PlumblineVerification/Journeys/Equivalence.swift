import PlumblineJSONTree
import PlumblineTime

/// Whether a server shows what was sent to it, but for the habits that servers may have.
///
/// Texts are the same after trimming, in any case and in any Unicode normal form; numbers in any notation; instants in any
/// zone. An object may show more than was sent, and null is as good as nothing.
enum Equivalence {
  static func holds(_ sent: JSON, _ shown: JSON?) -> Bool {
    guard let shown else { return sent.isNull }
    switch (sent.kind, shown.kind) {
    case (.string, .string): return isSame(sent.string ?? "", shown.string ?? "")
    case (.array, .array):
      return sent.count == shown.count && zip(sent.elements, shown.elements).allSatisfy { holds($0, $1) }
    case (.object, .object): return sent.members.allSatisfy { holds($0.value, shown[$0.key]) }
    default: return sent == shown
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    // Strings compare by canonical equivalence, so that the normal form doesn't matter.
    if normal(one) == normal(other) { return true }
    guard let instant = Instant(one) else { return false }
    return instant == Instant(other)
  }

  private static func normal(_ text: String) -> String {
    var text = Substring(text.lowercased())
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// A moment as RFC 3339 writes it, whatever its zone.
  private struct Instant: Equatable {
    let seconds: Int
    /// The digits of the fraction, without zeros at their end.
    let fraction: String

    init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, [0x54, 0x74, 0x20].contains(bytes[10]),
        bytes[13] == 0x3A, bytes[16] == 0x3A
      else { return nil }
      func number(_ range: Range<Int>) -> Int? {
        guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: bytes[range], as: UTF8.self))
      }
      guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
        let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day)
      else { return nil }
      var rest = bytes[19...]
      var digits: [UInt8] = []
      if rest.first == 0x2E {
        digits = Array(rest.dropFirst().prefix { (0x30...0x39).contains($0) })
        rest = rest.dropFirst(1 + digits.count)
      }
      while digits.last == 0x30 { digits.removeLast() }
      guard let zone = Self.zone(Array(rest)) else { return nil }
      fraction = String(decoding: digits, as: UTF8.self)
      let days = CivilDate(year: year, month: month, day: day).daysSince1970
      seconds = days * 86_400 + hour * 3600 + minute * 60 + second - zone
    }

    /// The seconds by which a zone is ahead: `Z`, `+08:00`.
    private static func zone(_ bytes: [UInt8]) -> Int? {
      if bytes == [0x5A] || bytes == [0x7A] { return 0 }
      guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
        let hours = Int(String(decoding: bytes[1...2], as: UTF8.self)),
        let minutes = Int(String(decoding: bytes[4...5], as: UTF8.self))
      else { return nil }
      return (bytes[0] == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
  }
}
