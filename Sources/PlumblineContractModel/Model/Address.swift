import PlumblineJSONTree

/// The address of a value in a request or its context, such as `path.ticket_id`, `body#/status` or `persona.type`.
package enum Address: Sendable, Hashable, CustomStringConvertible {
  case path(String)
  case query(String)
  case header(String)
  case cookie(String)
  case body(JSONPointer)
  case persona(String)
  case credential(String)
  case item(JSONPointer)

  /// Parses an address, or returns `nil` if the string has none of these forms.
  package init?(_ text: String) {
    if let hash = text.firstIndex(of: "#") {
      guard let pointer = JSONPointer(String(text[text.index(after: hash)...])) else { return nil }
      switch text[..<hash] {
      case "body": self = .body(pointer)
      case "item": self = .item(pointer)
      default: return nil
      }
      return
    }
    guard let dot = text.firstIndex(of: ".") else {
      switch text {
      case "body": self = .body(JSONPointer())
      case "item": self = .item(JSONPointer())
      default: return nil
      }
      return
    }
    let name = String(text[text.index(after: dot)...])
    guard !name.isEmpty else { return nil }
    switch text[..<dot] {
    case "path": self = .path(name)
    case "query": self = .query(name)
    case "header": self = .header(name)
    case "cookie": self = .cookie(name)
    case "persona": self = .persona(name)
    case "credential": self = .credential(name)
    default: return nil
    }
  }

  /// The forms of addresses, listed in an error message.
  package static let forms =
    "path.NAME, query.NAME, header.NAME, cookie.NAME, body#/POINTER, persona.NAME, credential.NAME or item#/POINTER"

  package var description: String {
    switch self {
    case .path(let name): "path.\(name)"
    case .query(let name): "query.\(name)"
    case .header(let name): "header.\(name)"
    case .cookie(let name): "cookie.\(name)"
    case .body(let pointer): "body#\(pointer)"
    case .persona(let name): "persona.\(name)"
    case .credential(let name): "credential.\(name)"
    case .item(let pointer): "item#\(pointer)"
    }
  }
}
