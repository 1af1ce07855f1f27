/// A reader of XML documents without a document type declaration. It supports elements, attributes, namespaces and
/// text.
struct XMLReader {
  /// The reasons why a string can't be read.
  enum Fault: Error {
    case malformed
    case tooDeep
    case hasTypes
  }

  private typealias Scope = [String: String]

  private static let deepest = 100

  private var rest: ArraySlice<UInt8>

  private init(_ text: [UInt8]) { rest = text[...] }

  static func read(_ text: [UInt8]) throws(Fault) -> XMLElement {
    var reader = XMLReader(text)
    if reader.rest.starts(with: [0xEF, 0xBB, 0xBF]) { reader.rest = reader.rest.dropFirst(3) }
    try reader.skipMisc()
    let root = try reader.element(["xml": "http://www.w3.org/XML/1998/namespace"], depth: 0)
    try reader.skipMisc()
    guard reader.rest.isEmpty else { throw .malformed }
    return root
  }

  private func begins(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { rest.starts(with: $0) }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard begins(text) else { return false }
    rest = rest.dropFirst(text.utf8CodeUnitCount)
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

  /// Skips everything up to and including a mark.
  private mutating func skip(past mark: StaticString) throws(Fault) {
    while !rest.isEmpty {
      if take(mark) { return }
      rest = rest.dropFirst()
    }
    throw .malformed
  }

  /// Skips blanks, comments, instructions and the name of a document type.
  private mutating func skipMisc() throws(Fault) {
    while true {
      skipBlanks()
      if take("<?") {
        try skip(past: "?>")
      } else if take("<!--") {
        try skip(past: "-->")
      } else if take("<!DOCTYPE") {
        let name = rest.prefix { $0 != UInt8(ascii: ">") }
        if name.contains(UInt8(ascii: "[")) { throw .hasTypes }
        rest = rest.dropFirst(name.count + 1)
      } else {
        return
      }
    }
  }

  private mutating func word() throws(Fault) -> String {
    let marks = Set(" \t\r\n=/><\"'&".utf8)
    let word = rest.prefix { !marks.contains($0) }
    guard !word.isEmpty else { throw .malformed }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func element(_ outer: Scope, depth: Int) throws(Fault) -> XMLElement {
    guard depth < Self.deepest else { throw .tooDeep }
    guard take("<") else { throw .malformed }
    let written = try word()
    var scope = outer
    var fields: [(name: String, value: String)] = []
    var isClosed = false
    while true {
      skipBlanks()
      if take("/>") {
        isClosed = true
        break
      }
      if take(">") { break }
      let name = try word()
      skipBlanks()
      guard take("=") else { throw .malformed }
      skipBlanks()
      let value = try quoted()
      if name == "xmlns" {
        scope[""] = value
      } else if name.hasPrefix("xmlns:") {
        scope[String(name.dropFirst("xmlns:".count))] = value
      } else {
        guard !fields.contains(where: { $0.name == name }) else { throw .malformed }
        fields.append((name, value))
      }
    }
    var attributes: [(name: XMLElement.Name, value: String)] = []
    for field in fields { attributes.append((try Self.name(field.name, scope, isElement: false), field.value)) }
    let name = try Self.name(written, scope, isElement: true)
    let content = isClosed ? (children: [], text: "") : try content(of: written, scope, depth)
    return XMLElement(name: name, attributes: attributes, children: content.children, text: content.text)
  }

  /// Returns a name with the namespace of its prefix. An attribute without a prefix has no namespace.
  private static func name(_ written: String, _ scope: Scope, isElement: Bool) throws(Fault) -> XMLElement.Name {
    guard let colon = written.firstIndex(of: ":") else {
      return XMLElement.Name(namespace: isElement ? scope[""] ?? "" : "", local: written)
    }
    guard let namespace = scope[String(written[..<colon])] else { throw .malformed }
    return XMLElement.Name(namespace: namespace, local: String(written[written.index(after: colon)...]))
  }

  private mutating func quoted() throws(Fault) -> String {
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .malformed
    }
    let raw = rest.prefix { $0 != quote }
    guard raw.count < rest.count, !raw.contains(UInt8(ascii: "<")) else { throw .malformed }
    rest = rest.dropFirst(raw.count + 1)
    return try Self.resolved(raw)
  }

  private mutating func content(
    of name: String, _ scope: Scope, _ depth: Int
  ) throws(Fault) -> (children: [XMLElement], text: String) {
    var children: [XMLElement] = []
    var text = ""
    while true {
      let raw = rest.prefix { $0 != UInt8(ascii: "<") }
      rest = rest.dropFirst(raw.count)
      text += try Self.resolved(raw)
      if take("</") {
        guard try word() == name else { throw .malformed }
        skipBlanks()
        guard take(">") else { throw .malformed }
        return (children, Self.trimmed(text))
      } else if take("<!--") {
        try skip(past: "-->")
      } else if take("<![CDATA[") {
        let start = rest
        try skip(past: "]]>")
        text += String(decoding: start.prefix(start.count - rest.count - 3), as: UTF8.self)
      } else if take("<?") {
        try skip(past: "?>")
      } else {
        children.append(try element(scope, depth: depth + 1))
      }
    }
  }

  private static func trimmed(_ text: String) -> String {
    let front = text.drop(while: \.isWhitespace)
    return String(front.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// Returns a string with the characters that its references represent.
  private static func resolved(_ raw: ArraySlice<UInt8>) throws(Fault) -> String {
    guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
    var text = ""
    var rest = raw
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: rest[..<start], as: UTF8.self)
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")) else { throw .malformed }
      let name = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
      if let known = entities[name] {
        text += known
      } else if name.hasPrefix("#") {
        let isHex = name.hasPrefix("#x")
        guard let value = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
          let scalar = UnicodeScalar(value)
        else { throw .malformed }
        text.unicodeScalars.append(scalar)
      } else {
        throw .hasTypes
      }
      rest = rest[(end + 1)...]
    }
    return text + String(decoding: rest, as: UTF8.self)
  }
}
