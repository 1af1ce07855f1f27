import PlumblineContractModel
import PlumblineHTTPMessages

/// A method and a path with identifiers in it: one of the places where an endpoint may be.
struct ProbePlace: Sendable {
  /// A sibling that can't exist, to learn how the server says so.
  enum Control: Sendable, Hashable, CaseIterable {
    /// A word that is like nothing.
    case unrelated
    /// Nearly the endpoint's own word: servers that suggest the nearest route say the same of both.
    case near
  }

  let endpoint: Endpoint
  let line: Endpoint.RequestLine
  /// One a parameter of the template, in its order.
  let identifiers: [String]
  /// What a reading request has to have in its query.
  let query: String

  var method: HTTPMethod { line.method }
  var hasIdentifiers: Bool { !line.template.parameters.isEmpty }

  /// The path, percent-encoded. Braces stay as they are: they stand for what only a run will know.
  var path: String { Self.path(segments) }

  /// The same path with GET.
  var asRead: ProbePlace {
    ProbePlace(
      endpoint: endpoint, line: Endpoint.RequestLine(method: .get, template: line.template), identifiers: identifiers)
  }

  /// The items that the path names, outermost first: `/tickets/1` and `/tickets/1/comments/2`. An action on what isn't there
  /// acts on nothing.
  var items: [ProbePlace] {
    let parts = line.template.text.split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts.indices.filter { parts[$0].hasPrefix("{") }
    return zip(ends, 1...).compactMap { end, count in
      guard let prefix = try? PathTemplate(parsing: parts[...end].joined(separator: "/")) else { return nil }
      return ProbePlace(
        endpoint: endpoint, line: Endpoint.RequestLine(method: line.method, template: prefix),
        identifiers: Array(identifiers.prefix(count)))
    }
  }

  /// The target of a request to it.
  var target: String { path + query }

  /// The path of a sibling that can't exist: the last fixed word is replaced.
  func path(_ control: Control) -> String {
    var segments = segments
    let isLiteral = line.template.segments.map { if case .literal(let text) = $0 { !text.isEmpty } else { false } }
    let word: (String) -> String = { control == .near && !$0.isEmpty ? $0 + "zq" : "plumbline-nonsense" }
    if let last = isLiteral.lastIndex(of: true) {
      segments[last] = word(segments[last])
    } else {
      segments.append(word(""))
    }
    return Self.path(segments)
  }

  /// The path of the collection that the last identifier belongs to; `nil` where the path doesn't end in one.
  var collectionPath: String? {
    guard case .parameter = line.template.segments.last, segments.count > 1 else { return nil }
    return Self.path(segments.dropLast())
  }

  /// The same identifiers at another of the endpoint's places.
  init(_ other: ProbePlace, at line: Endpoint.RequestLine) {
    self.init(endpoint: other.endpoint, line: line, identifiers: other.identifiers)
  }

  init(endpoint: Endpoint, line: Endpoint.RequestLine, identifiers: [String], query: String = "") {
    self.endpoint = endpoint
    self.line = line
    self.identifiers = identifiers
    self.query = query
  }

  private var segments: [String] {
    var rest = identifiers[...]
    return line.template.segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .parameter(let name): rest.popFirst() ?? "{\(name)}"
      }
    }
  }

  private static func path(_ segments: some Sequence<String>) -> String {
    let path = segments.map { $0.hasPrefix("{") ? "/" + $0 : "/" + PercentEncoding.encode($0) }.joined()
    return path.isEmpty ? "/" : path
  }
}
