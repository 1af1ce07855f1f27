/// Host names by RFC 1123, section 2.1: labels of letters, digits and inner hyphens.
enum HostnameFormat {
  static func holds(_ text: ArraySlice<UInt8>) -> Bool {
    guard 1...253 ~= text.count else { return false }
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
        && label.allSatisfy { $0.isLetter || $0.isDecimalDigit || $0 == UInt8(ascii: "-") }
    }
  }
}
