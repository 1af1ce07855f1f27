import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings

/// The URL of a request: a server, a path with parameters, and a query.
struct RequestURL {
  /// A field of a query or a form, or a header.
  struct Item {
    let name: String
    /// The value, including variables that couldn't be replaced.
    let value: String
    let isDisabled: Bool
    let source: JSON
  }

  /// The server as written, with known variables replaced, or an empty string if the URL has none.
  private(set) var authority = ""
  /// The template of the path, such as `/users/{id}`.
  private(set) var template = ""
  /// The values of the path's parameters in this request, in order. An element is `nil` if it has no value or the value
  /// must not be shown.
  private(set) var values: [String?] = []
  private(set) var names: [String] = []
  private(set) var query: [Item] = []
  /// A Boolean value that indicates whether the URL is empty, as in an unfinished request.
  private(set) var isEmpty = false
  /// A Boolean value that indicates whether the URL had a name and a password before the host.
  private(set) var hasUser = false
  /// A Boolean value that indicates whether a part of the path was an email address. The template has a parameter
  /// instead.
  private(set) var hasAddress = false
  private let variables: Variables

  init(_ url: JSON?, _ variables: Variables) {
    self.variables = variables
    var raw = url?.string ?? url.flatMap(Self.assembled) ?? ""
    while let last = raw.last, last.isWhitespace { raw.removeLast() }
    raw = String(raw.drop(while: \.isWhitespace))
    isEmpty = raw.isEmpty
    // Ignore delimiters inside a variable's braces.
    let parts = Self.cut(raw, at: "#").first ?? []
    let (front, back) = Self.halves(parts, at: "?")
    readPlace(front, url)
    if url?.kind == .object, url?["query"]?.kind == .array {
      for item in url?.list("query") ?? [] { add(item["key"]?.plainText, item["value"]?.plainText, item) }
    } else if let back, let url {
      for piece in Self.cut(Self.text(back), at: "&") {
        let (name, value) = Self.halves(piece, at: "=")
        add(Self.decoded(Self.text(name)), value.map { Self.decoded(Self.text($0)) }, url)
      }
    }
  }

  private mutating func add(_ name: String?, _ value: String?, _ source: JSON) {
    let name = variables.resolved(name ?? "")
    guard !name.isEmpty else { return }
    query.append(
      Item(
        name: name, value: variables.resolved(value ?? ""), isDisabled: source.kind == .object && source.isDisabled,
        source: source))
  }

  private mutating func readPlace(_ parts: [Variables.Part], _ url: JSON?) {
    let (prefix, rest) = Self.scheme(of: Self.text(parts).replacing("\\", with: "/"))
    var pieces = Self.cut(rest, at: "/")
    if !rest.hasPrefix("/") || !prefix.isEmpty, !pieces.isEmpty {
      let host = variables.resolved(prefix + Self.text(pieces.removeFirst()))
      pieces = readHost(host) + pieces
    } else if !pieces.isEmpty {
      pieces.removeFirst()
    }
    var segments: [String] = []
    for piece in pieces {
      let written = Self.text(piece)
      if written == "." { continue }
      if written == ".." {
        if !segments.isEmpty { segments.removeLast() }
        continue
      }
      segments.append(segment(piece, url))
    }
    template = "/" + segments.joined(separator: "/")
  }

  /// Reads the server from a resolved host, and returns the path segments that the host contains.
  private mutating func readHost(_ host: String) -> [[Variables.Part]] {
    let (scheme, rest) = Self.scheme(of: host)
    let pieces = Self.cut(rest, at: "/")
    var name = pieces.first.map(Self.text) ?? ""
    if let at = name.lastIndex(of: "@") {
      hasUser = true
      name = String(name[name.index(after: at)...])
    }
    authority = name.isEmpty ? "" : scheme + name
    return Array(pieces.dropFirst().filter { !$0.isEmpty })
  }

  /// Returns a part of the path in template form.
  private mutating func segment(_ parts: [Variables.Part], _ url: JSON?) -> String {
    if parts.count == 1, case .text(let text) = parts[0], text.hasPrefix(":"), text.count > 1 {
      let key = String(text.dropFirst())
      let known = url?.list("variable").first { ($0["key"]?.string ?? $0["id"]?.string) == key }?["value"]?.plainText
      return parameter(key, known.map(variables.resolved))
    }
    if parts.count == 1, case .variable(let name) = parts[0], let value = variables.value(of: name),
      value.contains("/")
    {
      return value.split(separator: "/").map { Self.encoded(variables.concrete(String($0))) }.joined(separator: "/")
    }
    if parts.count == 1, case .text(let text) = parts[0] {
      let value = PercentEncoding.decode(text)
      if PersonalTexts.isPersonal(value, named: "") {
        hasAddress = true
        return parameter("email", value)
      }
    }
    return parts.map { part in
      switch part {
      case .text(let text): Self.encoded(text)
      case .variable(let name): parameter(name, variables.value(of: name))
      }
    }.joined()
  }

  /// Adopts the path's parameters and their values from another request.
  mutating func take(_ parameters: [(name: String, value: String?)]) {
    names = parameters.map(\.name)
    values = parameters.map(\.value)
  }

  private mutating func parameter(_ wish: String, _ value: String?) -> String {
    let word = Variables.word(wish)
    var name = word
    var number = 2
    while names.contains(name) {
      name = "\(word)\(number)"
      number += 1
    }
    names.append(name)
    values.append(value.flatMap { $0.isEmpty || Variables.isOpen($0) || $0.contains("/") ? nil : $0 })
    return "{\(name)}"
  }
}

extension RequestURL {
  /// Assembles a URL from its parts, without the query.
  private static func assembled(_ url: JSON) -> String? {
    guard url.kind == .object else { return nil }
    guard url["host"].map({ !$0.isNull }) ?? url["path"].map({ !$0.isNull }) ?? false else { return url["raw"]?.string }
    let host = url["host"]?.string ?? url.list("host").compactMap(\.plainText).joined(separator: ".")
    let pieces = url.list("path").compactMap { $0.plainText ?? $0["value"]?.plainText }
    let path = url["path"]?.string ?? pieces.joined(separator: "/")
    var text = url["protocol"]?.string.map { $0.hasSuffix("://") ? $0 : "\($0)://" } ?? ""
    text += host
    if let port = url["port"]?.plainText, !port.isEmpty { text += ":\(port)" }
    if !path.isEmpty { text += path.hasPrefix("/") ? path : "/" + path }
    // If a path is given in segments, `?` and `#` are literal characters.
    return text.replacing("?", with: "%3F").replacing("#", with: "%23")
  }

  /// Returns the pieces of a string, split at each mark outside variables.
  private static func cut(_ text: String, at mark: Character) -> [[Variables.Part]] {
    var pieces: [[Variables.Part]] = [[]]
    for part in Variables.parts(of: text) {
      guard case .text(let text) = part else {
        pieces[pieces.count - 1].append(part)
        continue
      }
      for (index, piece) in text.split(separator: mark, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { pieces.append([]) }
        if !piece.isEmpty { pieces[pieces.count - 1].append(.text(String(piece))) }
      }
    }
    return pieces
  }

  /// Returns the text before a host, including `://`, and the rest. A `://` inside a variable's name is ignored.
  private static func scheme(of text: String) -> (prefix: String, rest: String) {
    let parts = Variables.parts(of: text)
    for (index, part) in parts.enumerated() {
      guard case .text(let plain) = part, let mark = plain.firstRange(of: "://") else { continue }
      let front = Self.text(Array(parts[..<index])) + plain[..<mark.upperBound]
      return (front, plain[mark.upperBound...] + Self.text(Array(parts[(index + 1)...])))
    }
    return ("", text)
  }

  private static func halves(_ parts: [Variables.Part], at mark: Character) -> ([Variables.Part], [Variables.Part]?) {
    for (index, part) in parts.enumerated() {
      guard case .text(let text) = part, let place = text.firstIndex(of: mark) else { continue }
      let front = Array(parts[..<index]) + [.text(String(text[..<place]))]
      return (front, [.text(String(text[text.index(after: place)...]))] + parts[(index + 1)...])
    }
    return (parts, nil)
  }

  private static func text(_ parts: [Variables.Part]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .variable(let name): "{{\(name)}}"
      }
    }.joined()
  }

  private static func decoded(_ text: String) -> String { PercentEncoding.decode(text, plusIsSpace: true) }

  /// Returns a string encoded for a path. Characters that are already encoded stay unchanged.
  static func encoded(_ text: String) -> String { PercentEncoding.encodeLiteral(Array(text.utf8)[...]) }
}
