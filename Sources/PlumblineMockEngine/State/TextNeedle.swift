import PlumblineASCII

/// A text of ASCII characters that is looked for in others, in capitals or not.
struct TextNeedle {
  private let small: [UInt8]

  /// A Boolean value that indicates whether the text is written in JSON as it is.
  let isUnescaped: Bool

  /// `nil` for a text that is empty or has characters that others, outside of ASCII, are equal to.
  init?(_ text: String) {
    let isSimple = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "`") }
    guard isSimple, !text.isEmpty else { return nil }
    small = text.utf8.map { $0.lowercased }
    isUnescaped = text.utf8.allSatisfy { byte in
      0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
  }

  /// Returns a Boolean value that indicates whether bytes have the text.
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

  /// Returns a Boolean value that indicates whether a JSON text says everything in ASCII characters and without escapes.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isPlain = true
    for byte in bytes where byte >= 0x80 || byte == UInt8(ascii: "\\") { isPlain = false }
    return isPlain
  }
}
