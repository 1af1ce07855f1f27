import PlumblineTime

/// A reader for lines in the common and combined log formats, as written by Apache and nginx. Servers may be configured
/// to add any text before and after.
///
///     192.0.2.7 - ada [25/Nov/2026:08:00:00 +0800] "GET /api/v2/assets?page=2 HTTP/1.1" 200 512 "-" "TrueLog/3"
enum CombinedLog {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads a line. Returns `nil` if it is in a different format.
  static func read(_ line: [UInt8]) -> AccessLine? {
    var rest = LineCursor(bytes: line)
    while let date = rest.bracketed() {
      guard let moment = moment(date) else { continue }
      guard rest.skip(" "), let request = rest.quoted(), rest.skip(" "), let status = rest.word() else { return nil }
      let code = Int(String(decoding: status, as: UTF8.self))
      guard code != nil || status.elementsEqual("-".utf8) else { return nil }
      let parts = request.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count), parts.count < 3 || parts[2].starts(with: "HTTP/".utf8) else {
        return .noRequest
      }
      let entry = AccessEntry(
        method: String(decoding: parts[0], as: UTF8.self), target: String(decoding: parts[1], as: UTF8.self),
        status: code, moment: moment)
      return entry.map { .entry($0) } ?? .noRequest
    }
    return nil
  }

  /// Returns a time in RFC 3339 format. It is either converted from the form `25/Nov/2026:08:00:00 +0800` or already
  /// has that format.
  private static func moment(_ date: ArraySlice<UInt8>) -> String? {
    func part(_ range: Range<Int>) -> String {
      String(decoding: date[(date.startIndex + range.lowerBound)..<(date.startIndex + range.upperBound)], as: UTF8.self)
    }
    let text = String(decoding: date, as: UTF8.self)
    if Timestamp(text) != nil { return text }
    guard date.count == 26, let month = months.firstIndex(of: part(3..<6)) else { return nil }
    let number = String(String(101 + month).dropFirst())
    let made = "\(part(7..<11))-\(number)-\(part(0..<2))T\(part(12..<20))\(part(21..<24)):\(part(24..<26))"
    return Timestamp(made).map { _ in made }
  }
}

/// A line and the current position in it.
private struct LineCursor {
  let bytes: [UInt8]
  var place = 0

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Reads the text up to the next space.
  mutating func word() -> ArraySlice<UInt8>? {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
    defer { place = end }
    return end > place ? bytes[place..<end] : nil
  }

  /// Reads the text in the next pair of brackets.
  mutating func bracketed() -> ArraySlice<UInt8>? {
    guard let open = bytes[place...].firstIndex(of: UInt8(ascii: "[")),
      let end = bytes[open...].firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    // If a name before the date contains a bracket, use the innermost one.
    let start = bytes[open..<end].lastIndex(of: UInt8(ascii: "[")) ?? open
    place = end + 1
    return bytes[(start + 1)..<end]
  }

  /// Reads quoted text. Servers write characters that aren't allowed there as `\"`, `\\`, and `\x16`.
  mutating func quoted() -> [UInt8]? {
    guard skip("\"") else { return nil }
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return text }
      guard byte == UInt8(ascii: "\\"), place < bytes.count else {
        text.append(byte)
        continue
      }
      let escaped = bytes[place]
      place += 1
      if escaped == UInt8(ascii: "x"), place + 2 <= bytes.count,
        let code = UInt8(String(decoding: bytes[place..<place + 2], as: UTF8.self), radix: 16)
      {
        text.append(code)
        place += 2
      } else {
        text.append(escaped)
      }
    }
    return nil
  }
}
