/// Internet addresses: dotted quads (RFC 2673) and RFC 4291 section 2.2.
enum AddressFormat {
  static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard 1...3 ~= part.count, part.allSatisfy(\.isDecimalDigit) else { return false }
        if part.count > 1, part.first == UInt8(ascii: "0") { return false }
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
    var groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count >= 3 else { return false }
    let isLed = text.first == UInt8(ascii: ":") && !text.starts(with: "::".utf8)
    let isTrailed = text.last == UInt8(ascii: ":") && !text.reversed().starts(with: "::".utf8)
    if isLed || isTrailed { return false }
    // A leading or trailing `::` gives two empty groups; one of them stands for the colon.
    if groups[0].isEmpty, groups[1].isEmpty { groups.removeFirst() }
    if groups.count >= 2, groups[groups.count - 1].isEmpty, groups[groups.count - 2].isEmpty { groups.removeLast() }
    var count = 0
    var gaps = 0
    for (place, group) in groups.enumerated() {
      if group.isEmpty {
        gaps += 1
      } else if place == groups.count - 1, group.contains(UInt8(ascii: ".")) {
        guard isIPv4(group) else { return false }
        count += 2
      } else {
        guard group.count <= 4, group.allSatisfy(\.isHexDigit) else { return false }
        count += 1
      }
    }
    return gaps == 0 ? count == 8 : gaps == 1 && count <= 7
  }
}
