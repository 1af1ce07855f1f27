/// A URI or relative reference in its parts, and resolution by RFC 3986 section 5.2.
///
/// A base may be relative too (`resources/tickets.json`): what is resolved against it stays relative.
struct URIReference {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/"), let first = rest.utf8.first, first.isLetter
    {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<slash])
      rest = rest[slash...]
    }
    path = String(rest)
  }

  /// The URI without its fragment.
  var resource: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    return text
  }

  /// A reference resolved against a base.
  static func resolve(_ text: String, against base: String) -> URIReference {
    var reference = URIReference(text)
    let base = URIReference(base)
    if reference.scheme != nil {
      if reference.path.hasPrefix("/") { reference.path = withoutDots(reference.path) }
      return reference
    }
    reference.scheme = base.scheme
    if reference.authority != nil {
      reference.path = withoutDots(reference.path)
      return reference
    }
    reference.authority = base.authority
    if reference.path.isEmpty {
      reference.path = base.path
      if reference.query == nil { reference.query = base.query }
    } else if reference.path.hasPrefix("/") {
      reference.path = withoutDots(reference.path)
    } else {
      var directory = base.path.lastIndex(of: "/").map { String(base.path[...$0]) } ?? ""
      if directory.isEmpty, base.authority != nil { directory = "/" }
      reference.path = withoutDots(directory + reference.path)
    }
    return reference
  }

  private static func withoutDots(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var segments: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      switch part {
      case ".":
        if isLast { segments.append("") }
      case "..":
        if let last = segments.last, last != ".." {
          segments.removeLast()
        } else if !isAbsolute {
          segments.append("..")
        }
        if isLast { segments.append("") }
      default:
        segments.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + segments.joined(separator: "/")
  }
}
