import PlumblineASCII

/// The preferences in a request's `Prefer` fields (RFC 7240): names are lowercase, and the first value of a name wins.
///
///     Prefer: code=404, example="not-found"; why=test
///
/// has `code` with "404" and `example` with "not-found"; parameters after a semicolon belong to their preference and
/// are skipped. Unreadable text is skipped up to the next comma.
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

  /// A preference's value: empty if it has none, `nil` if the preference is absent.
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

  /// The number of seconds that the response should take, at most ``longestWait``. In RFC 7240 section 4.3 this is the
  /// time that a client is willing to wait, which a mock uses as a delay.
  var wait: Int? {
    guard let text = values["wait"], text.utf8.allSatisfy({ $0.isDigit }), !text.isEmpty else {
      return nil
    }
    return min(Int(text) ?? Self.longestWait, Self.longestWait)
  }

  /// The requested recording.
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

    /// Moves past the next occurrence of a byte outside quotes.
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

    /// Returns a quoted string without its quotes and backslashes. An unclosed string extends to the end.
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
