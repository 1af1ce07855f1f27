import PlumblineJSONSchema
import PlumblineJSONTree

/// A namespace for writing values as XML. Members and the elements of lists become XML elements, unless a schema's
/// `x-xml` declares other names or kinds of nodes (OpenAPI's XML Object).
///
///     XMLText.document(["id": 7, "tag": ["a", "b"]], root: "pet")
///     // <pet><id>7</id><tag>a</tag><tag>b</tag></pet>
package enum XMLText {
  /// Returns the document for a value, or an empty element if there is no value.
  ///
  /// - Parameters:
  ///   - root: The name of the root element, if the schema has none.
  ///   - schema: The schema of the value.
  package static func document(_ value: JSON?, root: String, of schema: Schema? = nil) -> String {
    var writer = XMLWriter(value ?? JSON.null, of: schema)
    writer.write(named: root)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + writer.text + "\n"
  }

  /// Returns a string escaped for markup. Control characters aren't allowed there, so they are replaced with spaces.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case _ where scalar.value < 0x20: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
