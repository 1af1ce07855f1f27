import PlumblineJSONTree

/// Writes values as XML: members become elements, and a list its elements one after the other.
///
///     XMLText.document(["id": 7, "tag": ["a", "b"]], root: "pet")
///     // <pet><id>7</id><tag>a</tag><tag>b</tag></pet>
package enum XMLText {
  /// The document of a value; of none, an empty element.
  package static func document(_ value: JSON?, root: String) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    append(value ?? JSON.null, named: root, to: &text)
    return text + "\n"
  }

  private static func append(_ value: JSON, named name: String, to text: inout String) {
    let name = Self.name(name)
    let isContainer = value.kind == .object || value.kind == .array
    if value.isNull || isContainer && value.count == 0 {
      text += "<\(name)/>"
      return
    }
    text += "<\(name)>"
    switch value.kind {
    case .object:
      for (key, member) in value.members {
        guard member.kind == .array else {
          append(member, named: key, to: &text)
          continue
        }
        for element in member.elements { append(element, named: key, to: &text) }
      }
    case .array:
      for element in value.elements { append(element, named: "item", to: &text) }
    default: text += escaped(ParameterStyle.text(of: value))
    }
    text += "</\(name)>"
  }

  /// A name that an element may have: others are written with underscores.
  private static func name(_ text: String) -> String {
    var name = ""
    for letter in text {
      let isPart = letter.isASCII && (letter.isLetter || letter.isNumber || "-_.".contains(letter))
      name.append(isPart ? letter : "_")
    }
    guard let first = name.first else { return "_" }
    return first.isLetter || first == "_" ? name : "_" + name
  }

  /// Text as markup has it. Control characters have no place there.
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
