/// A writer for indented XML.
///
/// Text and attribute values are escaped. Control characters are dropped, because XML 1.0 forbids most of them.
/// Characters that reorder or hide text are made visible.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// Writes an element with child elements. If there is no closure, the element is empty.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ body: ((inout XMLWriter) -> Void)? = nil
  ) {
    open(name, attributes)
    guard let body else {
      text += "/>\n"
      return
    }
    text += ">\n"
    depth += 1
    body(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  /// Writes an element that contains only text. White space in the text is preserved.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text content: String) {
    open(name, attributes)
    text += content.isEmpty ? "/>\n" : ">\(Self.escaped(content))</\(name)>\n"
  }

  private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    indent()
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value, isAttribute: true))\"" }
  }

  private mutating func indent() { text += String(repeating: "  ", count: depth) }

  /// Returns text in a form that XML 1.0 allows (section 2.2), with entity references for characters that are used in
  /// markup.
  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    text.rewritten(keeping: isPlain) { scalar, isSeen in
      switch scalar {
      case "&": return "&amp;"
      case "<": return "&lt;"
      case ">": return "&gt;"
      case "\"" where isAttribute: return "&quot;"
      case "\n" where isAttribute: return "&#10;"
      case "\t" where isAttribute: return "&#9;"
      case "\r": return "&#13;"
      case "\n", "\t": return nil
      default:
        if isSeen { return nil }
        let isForbidden = scalar.properties.generalCategory == .control || [0xFFFE, 0xFFFF].contains(scalar.value)
        return isForbidden ? "" : scalar.escape
      }
    }
  }

  /// Returns a Boolean value that indicates whether a byte never needs escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: 0x20 <= byte && byte < 0x7F
    }
  }
}
