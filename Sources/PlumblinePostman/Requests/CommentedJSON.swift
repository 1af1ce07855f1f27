/// A namespace for JSON with comments and trailing commas, which Postman users may write and Postman removes before
/// sending.
enum CommentedJSON {
  /// Returns a string without comments and trailing commas. Quoted strings stay unchanged.
  static func plain(_ text: String) -> String {
    var kept: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\"") {
        let end = self.end(ofTextIn: rest)
        kept += rest[..<end]
        rest = rest[end...]
      } else if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "*")]) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: [UInt8(ascii: "*"), UInt8(ascii: "/")]) { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else {
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { dropComma(at: &kept) }
        kept.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Returns the index after the quoted string at the start of the bytes.
  private static func end(ofTextIn bytes: ArraySlice<UInt8>) -> Int {
    var index = bytes.startIndex + 1
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.endIndex)
  }

  private static func dropComma(at bytes: inout [UInt8]) {
    let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    if let last = bytes.lastIndex(where: { !blank.contains($0) }), bytes[last] == UInt8(ascii: ",") {
      bytes.remove(at: last)
    }
  }
}
