import PlumblineASCII

/// The preferences in a request's `Prefer` fields (RFC 7240). Names are in lowercase, and the first value for a name
/// wins.
///
///     Prefer: code=404, example="not-found"; why=test
///
/// These are the preferences `code` with the value "404" and `example` with the value "not-found". Parameters after a
/// semicolon belong to a preference and are ignored. Text that can't be parsed is skipped up to the next comma.
struct Preferences: Sendable {
  private var values: [String: String] = [:]

  init(_ fields: [String]) {
    for field in fields {
      var scanner = Scanner(bytes: Array(field.utf8))
      while !scanner.isAtEnd {
        if let (name, value) = scanner.preference(), values[name] == nil { values[name] = value }
        scanner.skip(past: UInt8(ascii: ","))
      }
    }
  }

  /// The value of a preference. It is empty if the preference has no value, and `nil` if there is no such preference.
  subscript(name: String) -> String? { values[name] }

  /// The requested status.
  var code: Int? {
    guard let text = values["code"], text.utf8.count == 3, let code = Int(text), (100...599).contains(code) else {
      return nil
    }
    return code
  }

  /// The maximum number of seconds that a request can ask the mock to wait.
  static let longestWait = 60

  /// The number of seconds that the response should take, at most ``longestWait``. In RFC 7240 section 4.3, this is the
  /// time that a client is willing to wait. The mock uses it as a delay.
  var wait: Int? {
    guard let text = values["wait"], text.utf8.allSatisfy({ $0.isDigit }), !text.isEmpty else {
      return nil
    }
    return min(Int(text) ?? Self.longestWait, Self.longestWait)
  }

  /// The name of the requested recording or example.
  var example: String? { values["example"].flatMap { $0.isEmpty ? nil : $0 } }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position >= bytes.count }

    /// Reads `token [ BWS "=" BWS word ]`.
    mutating func preference() -> (String, String)? {
      skipSpace()
      let name = token()
      guard !name.isEmpty else { return nil }
      skipSpace()
      guard !isAtEnd, bytes[position] == UInt8(ascii: "=") else { return (name.lowercased(), "") }
      position += 1
      skipSpace()
      return (name.lowercased(), word())
    }

    /// Moves past the next occurrence of a byte that isn't in quotes.
    mutating func skip(past byte: UInt8) {
      while !isAtEnd {
        if bytes[position] == byte {
          position += 1
          return
        }
        if bytes[position] == UInt8(ascii: "\"") {
          _ = quoted()
        } else {
          position += 1
        }
      }
    }

    private mutating func skipSpace() {
      while !isAtEnd, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private mutating func word() -> String {
      !isAtEnd && bytes[position] == UInt8(ascii: "\"") ? quoted() : token()
    }

    private mutating func token() -> String {
      let start = position
      while !isAtEnd, bytes[position] > 0x20, !",;=\"".utf8.contains(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns the content of a quoted string, unescaped. If the closing quote is missing, the string extends to the
    /// end.
    private mutating func quoted() -> String {
      var text: [UInt8] = []
      position += 1
      while !isAtEnd, bytes[position] != UInt8(ascii: "\"") {
        if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
        text.append(bytes[position])
        position += 1
      }
      if !isAtEnd { position += 1 }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
