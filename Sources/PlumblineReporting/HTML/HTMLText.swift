/// An HTML page under construction. Only literals and resources of this module can be added as markup. All other text
/// is escaped.
///
/// Pages are also well-formed XML, so that a strict parser can detect a payload that breaks out of its element. Text is
/// made printable first, so that the page contains no control characters or bidirectional marks.
struct HTMLText {
  private(set) var text = ""

  /// Adds literal markup.
  mutating func markup(_ markup: StaticString) { text += markup.description }

  /// Adds a resource of this module as markup.
  mutating func markup(_ asset: HTMLAssets.Asset) { text += asset.text }

  /// Adds text of any origin.
  mutating func add(_ content: String) { text += Self.escaped(content) }

  /// Adds an element that contains text.
  mutating func element(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String) {
    open(tag, attributes)
    add(text)
    close(tag)
  }

  /// Adds an element whose content is added by a closure.
  mutating func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], _ body: (inout HTMLText) -> Void
  ) {
    open(tag, attributes)
    body(&self)
    close(tag)
  }

  /// Adds an opening tag. Attributes with an empty value are omitted, except for `value`.
  mutating func open(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
    text += "<" + tag.description
    for (name, value) in attributes where !value.isEmpty || name.description == "value" {
      text += " \(name)=\"\(Self.escaped(value))\""
    }
    text += ">"
  }

  /// Adds a void element.
  mutating func void(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
    open(tag, attributes)
    text.removeLast()
    text += "/>"
  }

  /// Adds a closing tag.
  mutating func close(_ tag: StaticString) { text += "</" + tag.description + ">\n" }

  private static func escaped(_ content: String) -> String {
    let content = content.printable
    if !content.utf8.contains(where: { marks.contains($0) }) { return content }
    var escaped = ""
    escaped.reserveCapacity(content.utf8.count + 16)
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static let marks = Array("&<>\"'".utf8)
}
