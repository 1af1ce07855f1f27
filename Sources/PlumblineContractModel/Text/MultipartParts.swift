import PlumblineHTTPMessages

/// The parts of a form with files (RFC 7578), as ranges of the form's bytes.
struct MultipartParts {
  struct Part {
    /// The field's name.
    let name: String?
    /// The part's content type with parameters, if it has one.
    let contentType: String?
    /// The part's header fields, as sent.
    let fields: [(name: String, value: String)]
    let body: Range<Int>
  }

  private(set) var parts: [Part] = []

  /// Returns the boundary in a message's content type (RFC 2046 section 5.1.1), or `nil` if there is none.
  static func boundary(of headers: HeaderFields) -> String? {
    guard let type = headers.contentType else { return nil }
    return parameter("boundary", of: type)
  }

  init(_ bytes: [UInt8], boundary: String) {
    let mark = Array("--\(boundary)".utf8)
    var marks: [Int] = []
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        marks.append(index)
        index += mark.count
      } else {
        index += 1
      }
    }
    for (start, end) in zip(marks, marks.dropFirst() + [bytes.count]) {
      if let part = Self.part(bytes, start + mark.count, end) { parts.append(part) }
    }
  }

  private static func part(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Part? {
    let blank = Array("\r\n\r\n".utf8)
    var index = start
    while index + 4 <= end, !bytes[index..<index + 4].elementsEqual(blank) { index += 1 }
    guard index + 4 <= end else { return nil }
    var last = end
    if last - 2 >= index + 4, bytes[last - 2] == 0x0D, bytes[last - 1] == 0x0A { last -= 2 }
    var name: String?
    var contentType: String?
    var fields: [(name: String, value: String)] = []
    for line in String(decoding: bytes[start..<index], as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = String(line[line.index(after: colon)...])
      fields.append((String(line[..<colon]), String(value.drop { $0 == " " })))
      switch line[..<colon].lowercased() {
      case "content-disposition": name = parameter("name", of: value)
      case "content-type": contentType = value
      default: break
      }
    }
    return Part(name: name, contentType: contentType, fields: fields, body: index + 4..<last)
  }

  /// Returns a parameter in a field's value, or `nil` if there is none.
  static func parameter(_ name: String, of text: String) -> String? {
    for item in text.split(separator: ";").dropFirst() {
      let trimmed = item.drop { $0 == " " }
      guard let equals = trimmed.firstIndex(of: "="), trimmed[..<equals].lowercased() == name else { continue }
      let value = trimmed[trimmed.index(after: equals)...]
      return String(value.hasPrefix("\"") ? value.dropFirst().prefix { $0 != "\"" } : value)
    }
    return nil
  }
}
