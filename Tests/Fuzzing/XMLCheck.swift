/// A check that a text is well-formed XML 1.0, limited to what reports contain: elements, attributes, references, CDATA
/// and comments.
struct XMLCheck {
  /// The first fault, or `nil` if there is none.
  private(set) var fault: String?
  private let bytes: [UInt8]
  private var position = 0
  private var open: [[UInt8]] = []
  private let isHTML: Bool
  private static let references = ["amp", "lt", "gt", "quot", "apos"]

  /// - Parameter isHTML: A Boolean value that indicates whether the contents of scripts and styles are plain text.
  init(_ text: String, isHTML: Bool = false) {
    self.isHTML = isHTML
    bytes = Array(text.utf8)
    if let scalar = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) {
      fault = "U+\(String(scalar.value, radix: 16)) is there"
    }
    var hasRoot = false
    while fault == nil, position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        markup()
        hasRoot = true
      case UInt8(ascii: "&"): reference()
      default:
        if open.isEmpty, !isSpace { fault = "text outside of the root: \(near)" }
        position += 1
      }
    }
    if fault == nil, !open.isEmpty || !hasRoot { fault = "not closed: \(open.count)" }
  }

  /// Returns a Boolean value that indicates whether XML 1.0, section 2.2, allows a character.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    [0x09, 0x0A, 0x0D].contains(scalar.value)
      || (scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF)
  }

  private var isSpace: Bool { position < bytes.count && [0x20, 0x0A, 0x09, 0x0D].contains(bytes[position]) }

  private var near: String { String(decoding: bytes[position...].prefix(60), as: UTF8.self) }

  private mutating func take(_ text: StaticString) -> Bool {
    let isNext = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isNext { position += text.utf8CodeUnitCount }
    return isNext
  }

  private mutating func skip(past end: StaticString) {
    while position < bytes.count {
      if take(end) { return }
      position += 1
    }
    fault = "no \(end)"
  }

  private mutating func name() -> [UInt8] {
    let start = position
    while position < bytes.count,
      bytes[position] | 0x20 >= 0x61 && bytes[position] | 0x20 <= 0x7A
        || "0123456789-_:.".utf8.contains(bytes[position])
    { position += 1 }
    if start == position { fault = "no name at \(near)" }
    return Array(bytes[start..<position])
  }

  private mutating func markup() {
    if take("<?") { return skip(past: "?>") }
    if take("<!--") { return skip(past: "-->") }
    if take("<![CDATA[") { return skip(past: "]]>") }
    if take("<!DOCTYPE") { return skip(past: ">") }
    if take("</") {
      let name = name()
      if open.popLast() != name || !take(">") { fault = fault ?? "an end that begins nothing before \(near)" }
      return
    }
    _ = take("<")
    let name = name()
    var attributes: Set<[UInt8]> = []
    while fault == nil {
      let before = position
      while isSpace { position += 1 }
      if take("/>") { return }
      if take(">") {
        if isHTML, name == Array("script".utf8) { return skip(past: "</script>") }
        if isHTML, name == Array("style".utf8) { return skip(past: "</style>") }
        return open.append(name)
      }
      guard position > before else { return fault = "a tag without an end at \(near)" }
      attribute(&attributes)
    }
  }

  private mutating func attribute(_ attributes: inout Set<[UInt8]>) {
    if !attributes.insert(name()).inserted { fault = "an attribute occurs twice before \(near)" }
    guard fault == nil, take("=\"") else { return fault = fault ?? "an attribute without a value at \(near)" }
    while fault == nil, position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "<"): fault = "< in an attribute at \(near)"
      case UInt8(ascii: "&"): reference()
      default: position += 1
      }
    }
    fault = fault ?? "an attribute's value has no end"
  }

  private mutating func reference() {
    let text = String(decoding: bytes[(position + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let number = text.hasPrefix("#x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text.dropFirst())
    let isNumber = text.hasPrefix("#") && number.flatMap(Unicode.Scalar.init).map(Self.isAllowed) == true
    let end = position + 1 + text.utf8.count
    guard isNumber || Self.references.contains(text), end < bytes.count, bytes[end] == UInt8(ascii: ";") else {
      return fault = "a stray & at \(near)"
    }
    position = end + 1
  }
}
