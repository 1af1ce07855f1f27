import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A parsed XML element with its contents.
struct XMLElementTree {
  var name: String
  var attributes: [String: String]
  var text = ""
  var children: [XMLElementTree] = []

  /// The element and all of its descendants.
  var all: [XMLElementTree] { [self] + children.flatMap(\.all) }

  /// The text of the element and of all of its descendants.
  var wholeText: String { text + children.map(\.wholeText).joined() }

  /// Returns the root element, or `nil` if the text isn't well-formed XML.
  static func parse(_ text: String) -> XMLElementTree? {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    return parser.parse() ? reader.root : nil
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: XMLElementTree?
    private var open: [XMLElementTree] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(XMLElementTree(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if !open.isEmpty { open[open.count - 1].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      guard let element = open.popLast() else { return }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
  }
}
