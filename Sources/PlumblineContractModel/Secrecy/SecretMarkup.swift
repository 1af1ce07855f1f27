import PlumblineASCII

/// A namespace for finding secrets in the tags of HTML and XML, such as `<password>x</password>`, `<token value="x"/>`,
/// `<input value="x" name="password">` and `<meta name="csrf-token" content="x">`.
///
/// If the name of an attribute is itself that of a secret, ``SecretPhrases`` finds the attribute instead.
enum SecretMarkup {
  /// The maximum length of a tag, and of the elements inside one.
  private static let longest = 4096
  private static let mostAttributes = 64
  /// The attributes that name an element's value.
  private static let naming: Set<String> = ["name", "id", "key", "property", "itemprop"]
  /// The attributes that contain an element's value.
  private static let holding: Set<String> = ["value", "content", "data", "text", "data-value", "data-content"]

  /// The elements that occur on every page and don't describe their content.
  private static let plain: Set<String> = [
    "a", "b", "i", "p", "li", "ul", "ol", "td", "th", "tr", "br", "hr", "h1", "h2", "h3", "div", "img", "nav", "svg",
    "pre",
    "span", "code", "link", "meta", "path", "head", "body", "html", "form", "main", "input", "label", "table", "tbody",
    "thead", "style", "title", "button", "option", "select", "script", "strong", "header", "footer", "section",
  ]

  private struct Tag {
    /// The name without its prefix.
    let name: String
    /// The attributes that name or contain a value, with their names in lowercase.
    var attributes: [(name: String, value: Range<Int>)] = []
    /// The number of attributes that have been read.
    var count = 0
    /// A Boolean value that indicates whether the element has no content.
    var isEmpty = false
    /// The index after the tag.
    var end: Int

    mutating func add(_ name: ArraySlice<UInt8>, _ value: Range<Int>) {
      guard 2...12 ~= name.count else { return }
      let name = String(decoding: name, as: UTF8.self).lowercased()
      if name == "type" || naming.contains(name) || holding.contains(name) { attributes.append((name, value)) }
    }
  }

  /// Finds the secrets in the tag at an index and in the element that it opens.
  static func places(at open: Int, in bytes: [UInt8], _ walk: inout SecretWalk) {
    guard open + 2 < bytes.count, bytes[open + 1].isLetter || bytes[open + 1] == UInt8(ascii: "_"),
      let tag = tag(at: open, in: bytes)
    else { return }
    let (own, kind) = places(of: tag, in: bytes, nil, &walk)
    for place in own { walk.add(place, .element) }
    // The content of an element is searched only once.
    guard own.isEmpty, let kind, tag.end >= walk.seen.elements else { return }
    for place in inner(of: tag, kind, in: bytes, &walk) { walk.add(place, .element) }
  }

  /// Finds the secrets in a tag and its element.
  ///
  /// - Parameter outer: The kind that the enclosing element's name implies.
  /// - Returns: The ranges of the secrets, and the kind that the element's name implies if the element may contain more
  ///   of them.
  private static func places(
    of tag: Tag, in bytes: [UInt8], _ outer: SecretNames.Kind?, _ walk: inout SecretWalk
  ) -> (places: [Range<Int>], kind: SecretNames.Kind?) {
    var places: [Range<Int>] = []
    let own = outer == nil && plain.contains(tag.name) ? nil : SecretNames.kind(of: tag.name, in: outer)
    let told = tag.attributes.lazy.compactMap { attribute -> SecretNames.Kind? in
      let text = String(decoding: bytes[attribute.value], as: UTF8.self)
      if attribute.name == "type" { return text == "password" ? .secret : nil }
      return naming.contains(attribute.name) ? SecretNames.kind(of: text) : nil
    }.first
    guard let kind = own ?? told else { return ([], nil) }
    for attribute in tag.attributes where holding.contains(attribute.name) {
      let text = bytes[attribute.value]
      if !text.isEmpty, !SecretPhrases.isLiteral(text), SecretPhrases.settled(kind, by: text) != nil {
        places.append(attribute.value)
      }
    }
    guard !tag.isEmpty else { return (places, nil) }
    if let text = text(after: tag.end, in: bytes, &walk), SecretPhrases.settled(kind, by: bytes[text]) != nil,
      own != nil || SecretPhrases.isRandom(bytes[text]) && !hasBlank(text, in: bytes, &walk)
    {
      places.append(text)
    }
    return (places, own)
  }

  private static func hasBlank(_ text: Range<Int>, in bytes: [UInt8], _ walk: inout SecretWalk) -> Bool {
    walk.blanks.end(from: text.lowerBound, in: bytes) { bytes[$0] == 0x20 } < text.upperBound
  }

  /// Finds the secrets in the child elements of an element.
  private static func inner(
    of tag: Tag, _ kind: SecretNames.Kind, in bytes: [UInt8], _ walk: inout SecretWalk
  ) -> [Range<Int>] {
    guard bytes[tag.end...].first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return [] }
    var places: [Range<Int>] = []
    let name = Array(tag.name.utf8)
    var index = tag.end
    while index + 1 < min(bytes.count, tag.end + longest) {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "<") else { continue }
      if bytes[index + 1] == UInt8(ascii: "/") {
        let closed = bytes[(index + 2)...].prefix { $0.isOfName || $0 == UInt8(ascii: ":") }
        if closed.count >= name.count, closed.suffix(name.count).elementsEqual(name) { break }
      } else if let tag = self.tag(at: index, in: bytes) {
        places += self.places(of: tag, in: bytes, kind, &walk).places
      }
    }
    walk.seen.elements = index
    return places
  }

  /// Returns the text after a tag, up to the next tag. If no tag follows, the text ends at the next space, as in prose
  /// about elements.
  private static func text(after start: Int, in bytes: [UInt8], _ walk: inout SecretWalk) -> Range<Int>? {
    let cdata = Array("<![CDATA[".utf8)
    var first = start
    while first < bytes.count, bytes[first] <= 0x20 { first += 1 }
    if bytes[first...].starts(with: cdata) {
      first += cdata.count
      let last = walk.sections.end(from: first, in: bytes) { index in
        bytes[index] == UInt8(ascii: "]") && bytes[index...].starts(with: "]]>".utf8)
      }
      return first < last ? first..<last : nil
    }
    var end = first
    while end < bytes.count, bytes[end] != UInt8(ascii: "<") { end += 1 }
    if end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "/") {
      while end > first, bytes[end - 1] <= 0x20 { end -= 1 }
    } else if first == start {
      end = start
      while end < bytes.count, !SecretPhrases.endsValue(at: end, in: bytes) { end += 1 }
    } else {
      return nil
    }
    return first < end && !SecretPhrases.isLiteral(bytes[first..<end]) ? first..<end : nil
  }
}

extension SecretMarkup {
  private static func tag(at open: Int, in bytes: [UInt8]) -> Tag? {
    let limit = min(bytes.count, open + longest)
    var index = open + 1
    while index < limit, bytes[index].isOfName || bytes[index] == UInt8(ascii: ":") { index += 1 }
    let whole = bytes[(open + 1)..<index]
    let name = whole.lastIndex(of: UInt8(ascii: ":")).map { whole[($0 + 1)...] } ?? whole
    guard !name.isEmpty else { return nil }
    var tag = Tag(name: String(decoding: name, as: UTF8.self), end: index)
    while index < limit {
      switch bytes[index] {
      case 0...0x20: index += 1
      case UInt8(ascii: "/"):
        tag.isEmpty = true
        index += 1
      case UInt8(ascii: ">"):
        tag.end = index + 1
        return tag
      case UInt8(ascii: "<"): return nil
      default:
        tag.count += 1
        if tag.count > mostAttributes { return nil }
        tag.isEmpty = false
        guard let end = attribute(at: index, to: limit, in: bytes, of: &tag) else { return nil }
        index = end
      }
    }
    // A truncated tag has no text after it.
    tag.isEmpty = true
    return tag.attributes.isEmpty ? nil : tag
  }

  /// Reads an attribute and returns its end, or `nil` if there is none.
  private static func attribute(at start: Int, to limit: Int, in bytes: [UInt8], of tag: inout Tag) -> Int? {
    var index = start
    while index < limit, bytes[index].isOfName || bytes[index] == UInt8(ascii: ":") { index += 1 }
    guard index > start else { return nil }
    let name = bytes[start..<index]
    var mark = index
    while mark < limit, bytes[mark] <= 0x20 { mark += 1 }
    guard mark < limit, bytes[mark] == UInt8(ascii: "=") else { return index }
    index = mark + 1
    while index < limit, bytes[index] <= 0x20 { index += 1 }
    if let quote = EscapedText.quote(bytes, at: index) {
      var end = quote.endIndex
      while end < limit, !bytes[end...].starts(with: quote) { end += 1 }
      tag.add(name, quote.endIndex..<end)
      return end + quote.count
    }
    var end = index
    while end < limit, bytes[end] > 0x20, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<") { end += 1 }
    tag.add(name, index..<end)
    return end
  }
}
