import PlumblineASCII

/// A URI or relative reference, split into its parts and resolved according to RFC 3986 section 5.2.
///
/// A base may be relative, such as `resources/tickets.json`. References that are resolved against it then stay
/// relative.
struct URIReference {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = text[...]
    // Examine bytes instead of characters. The delimiters of a URI are ASCII, and finding grapheme boundaries is
    // expensive.
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), !rest.utf8[..<colon].contains(UInt8(ascii: "/")),
      let first = rest.utf8.first, first.isLetter
    {
      scheme = String(rest[..<colon])
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
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

  /// Returns a reference resolved against a base.
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
      var directory = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(base.path[...$0]) } ?? ""
      if directory.isEmpty, base.authority != nil { directory = "/" }
      reference.path = withoutDots(directory + reference.path)
    }
    return reference
  }

  private static func withoutDots(_ path: String) -> String {
    // A path without a slash stays unchanged, unless it is a dot segment.
    if !path.utf8.contains(UInt8(ascii: "/")), path != ".", path != ".." { return path }
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
