import PlumblineASCII

/// A string of ASCII characters to search for, ignoring case.
struct TextNeedle {
  private let small: [UInt8]

  /// A Boolean value that indicates whether the string never needs escaping in JSON.
  let isUnescaped: Bool

  /// Creates a needle, or returns `nil` if the string is empty or has characters that match non-ASCII characters when
  /// case is ignored.
  init?(_ text: String) {
    let isSimple = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "`") }
    guard isSimple, !text.isEmpty else { return nil }
    small = text.utf8.map { $0.lowercased }
    isUnescaped = text.utf8.allSatisfy { byte in
      0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
  }

  /// Returns a Boolean value that indicates whether a buffer contains the string.
  func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    small.withUnsafeBufferPointer { wanted in
      guard let first = wanted.first, bytes.count >= wanted.count else { return false }
      let last = bytes.count - wanted.count
      var start = 0
      while start <= last {
        if bytes[start].lowercased == first {
          var count = 1
          while count < wanted.count, bytes[start + count].lowercased == wanted[count] { count += 1 }
          if count == wanted.count { return true }
        }
        start += 1
      }
      return false
    }
  }

  /// Returns a Boolean value that indicates whether a JSON text has only ASCII characters and no escapes.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isPlain = true
    for byte in bytes where byte >= 0x80 || byte == UInt8(ascii: "\\") { isPlain = false }
    return isPlain
  }
}
