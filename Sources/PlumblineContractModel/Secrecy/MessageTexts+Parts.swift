import PlumblineHTTPMessages
import PlumblineJSONTree

/// Multipart bodies, such as forms with files (RFC 2046 section 5.1). The body and header fields of each part are
/// visited like those of a message. The text before the first part and after the last one is visited as text.
extension MessageTexts {
  func parts(
    _ bytes: [UInt8], _ boundary: String, _ outline: BodyOutline, at place: String
  ) -> [UInt8]? {
    let parts = MultipartParts(bytes, boundary: boundary)
    var result: [UInt8] = []
    var isChanged = false
    var end = 0
    func append(headTo next: Int) {
      if let other = head(bytes[end..<next], boundary, at: place) {
        isChanged = true
        result += other
      } else {
        result += bytes[end..<next]
      }
      end = next
    }
    for part in parts.parts {
      let name = part.name ?? ""
      let other = content(
        Array(bytes[part.body]), part.contentType ?? "text/plain",
        Place(
          text: "\(place)/\(name)", name: name,
          isCredential: isCredential(JSONPointer(tokens: [name]), of: place),
          schema: outline.field(name)))
      append(headTo: part.body.lowerBound)
      if other != nil { isChanged = true }
      result += other ?? Array(bytes[part.body])
      end = part.body.upperBound
    }
    append(headTo: bytes.count)
    return isChanged ? result : nil
  }

  /// Returns the bytes between the bodies of parts with their changes applied, or `nil` if nothing changed. The
  /// boundary is preserved, because the content type also contains it.
  private func head(_ bytes: ArraySlice<UInt8>, _ boundary: String, at place: String) -> [UInt8]? {
    let bytes = Array(bytes)
    guard let charset = BodyCharset(of: bytes, nil) else { return changeBytes(bytes) }
    let mark = "--\(boundary)"
    var isChanged = false
    let texts = charset.decode(bytes).split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    let pieces = texts.enumerated().map { index, text -> String in
      if text.isEmpty { return text }
      // Two dashes after the boundary mark the end.
      let isHead = index > 0 && !text.hasPrefix("--")
      guard let other = isHead ? fields(text, at: place) : changed(text, nil, nil, at: place) else { return text }
      isChanged = true
      return other
    }
    return isChanged ? charset.encode(pieces.joined(separator: mark)) : nil
  }

  /// Returns a part's header fields, one per line, with their changes applied, or `nil` if nothing changed.
  private func fields(_ text: String, at place: String) -> String? {
    var result = ""
    var line = ""
    var isChanged = false
    func endLine() {
      let other = line.isEmpty ? nil : partField(line, at: place)
      if other != nil { isChanged = true }
      result += other ?? line
      line = ""
    }
    for character in text {
      guard character.isNewline else {
        line.append(character)
        continue
      }
      endLine()
      result.append(character)
    }
    endLine()
    return isChanged ? result : nil
  }

  private func partField(_ line: String, at place: String) -> String? {
    // A line that begins with white space continues the previous field.
    guard let colon = line.firstIndex(of: ":"), line.first != " ", line.first != "\t" else {
      return changed(line, nil, nil, at: place)
    }
    let name = String(line[..<colon])
    let rest = line[line.index(after: colon)...]
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    let value = String(rest.dropFirst(blanks.count))
    let isDisposition = name.lowercased() == "content-disposition"
    let otherName = fieldName(name, at: place)
    let otherValue = isDisposition ? disposition(value, at: place) : field(name, value, at: place)
    if otherName == nil, otherValue == nil { return nil }
    return "\(otherName ?? name):\(blanks)\(otherValue ?? value)"
  }

  /// Returns a `Content-Disposition` with the names of the part and its file (RFC 7578 section 4.2, RFC 8187) changed,
  /// or `nil` if nothing changed.
  private func disposition(_ value: String, at place: String) -> String? {
    var isChanged = false
    let items = Self.items(of: value).map { item -> String in
      guard let other = parameter(item, at: place) else { return item }
      isChanged = true
      return other
    }
    return isChanged ? items.joined(separator: ";") : nil
  }

  private func parameter(_ item: String, at place: String) -> String? {
    guard let equals = item.firstIndex(of: "=") else { return changed(item, nil, nil, at: place) }
    let key = item[..<equals].drop { $0 == " " }.lowercased()
    let raw = String(item[item.index(after: equals)...])
    if key.hasSuffix("*") {
      // The value consists of a charset, a language and the text: UTF-8''na%C3%AFve.pdf.
      let start = raw.lastIndex(of: "'").map { raw.index(after: $0) } ?? raw.startIndex
      guard let other = changed(PercentEncoding.decode(String(raw[start...])), nil, nil, at: place) else { return nil }
      return "\(item[...equals])\(raw[..<start])\(PercentEncoding.encode(other))"
    }
    let isQuoted = raw.count > 1 && raw.hasPrefix("\"") && raw.hasSuffix("\"")
    let inner = isQuoted ? String(raw.dropFirst().dropLast()) : raw
    // Some clients don't escape backslashes, so a backslash may be literal. Only unescape quotation marks.
    let text = inner.replacing("\\\"", with: "\"")
    func shown(_ text: String) -> String? {
      key == "name" ? changedName(text, at: place) : changed(text, nil, nil, at: place)
    }
    guard let other = shown(text) ?? (inner == text ? nil : shown(inner)) else { return nil }
    // Browsers also write a quotation mark as `%22`.
    return "\(item[...equals])" + (isQuoted ? "\"\(other.replacing("\"", with: "%22"))\"" : other)
  }

  /// Returns the parts between semicolons, ignoring semicolons inside quotes.
  private static func items(of value: String) -> [String] {
    var items = [""]
    var isQuoted = false
    var isEscaped = false
    for character in value {
      if character == ";", !isQuoted {
        items.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      items[items.count - 1].append(character)
    }
    return items
  }
}
