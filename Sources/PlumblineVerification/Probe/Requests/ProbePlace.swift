import PlumblineContractModel
import PlumblineHTTPMessages

/// A method and a path with identifiers filled in, where an endpoint may exist.
struct ProbePlace: Sendable {
  /// The kinds of sibling paths that can't exist, used to learn how the server reports that.
  enum Control: Sendable, Hashable, CaseIterable {
    /// An unrelated word.
    case unrelated
    /// A word close to the endpoint's own. Servers that suggest the nearest route respond to both in the same way.
    case near
    /// Different text around a parameter, so that only a more general endpoint matches. For `/{name}.json`, this is
    /// `/7.plumbline-nonsense`, which a server may match with `/{id}`.
    case wider
  }

  let endpoint: Endpoint
  let line: Endpoint.RequestLine
  /// The identifiers, one for each parameter of the template.
  let identifiers: [String]
  /// The query that a read requires.
  let query: String

  var method: HTTPMethod { line.method }
  var hasIdentifiers: Bool { !line.template.parameters.isEmpty }

  /// The path, percent-encoded. Braces are kept, because only a run can fill them in.
  var path: String { "/" + segments.joined(separator: "/") }

  /// The same path with GET.
  var asRead: ProbePlace {
    ProbePlace(
      endpoint: endpoint, line: Endpoint.RequestLine(method: .get, template: line.template), identifiers: identifiers)
  }

  /// The items in the path, outermost first, such as `/tickets/1` and `/tickets/1/comments/2`. An action on a missing
  /// item has no effect.
  var items: [ProbePlace] {
    let segments = line.template.segments
    let ends = segments.indices.filter { !segments[$0].parameters.isEmpty }
    return ends.compactMap { end in
      guard let prefix = line.template.prefix(end + 1) else { return nil }
      return ProbePlace(
        endpoint: endpoint, line: Endpoint.RequestLine(method: line.method, template: prefix),
        identifiers: Array(identifiers.prefix(prefix.parameters.count)))
    }
  }

  /// The target of a request to the place.
  var target: String { path + query }

  /// Returns a sibling path that can't exist. The last fixed word is replaced, but a suffix that looks like a format is
  /// kept, since many servers check that first. For example, `/reports/7.json` becomes `/plumbline-nonsense/7.json`.
  ///
  /// - Returns: The path, or `nil` if there is no text around a parameter that could be replaced.
  func path(_ control: Control) -> String? {
    if control == .wider { return widerPath }
    var segments = segments
    for (place, segment) in zip(segments.indices, line.template.segments).reversed() {
      guard let word = FixedWord(segment) else { continue }
      segments[place] = word.replaced(
        in: segments[place], by: control == .near ? { $0 + "zq" } : { _ in NonsensePath.word })
      return "/" + segments.joined(separator: "/")
    }
    let format = segments.last.flatMap(NonsensePath.format)
    segments.insert(NonsensePath.word, at: format == nil ? segments.endIndex : segments.endIndex - 1)
    return "/" + segments.joined(separator: "/")
  }

  /// The path with different text around the last parameters that have any.
  private var widerPath: String? {
    let parts = line.template.segments
    func pattern(_ segment: PathTemplate.Segment) -> SegmentPattern? {
      switch segment {
      case .pattern(let pattern), .across(let pattern): pattern.texts.allSatisfy(\.isEmpty) ? nil : pattern
      case .literal, .parameter: nil
      }
    }
    guard let place = parts.lastIndex(where: { pattern($0) != nil }), let pattern = pattern(parts[place]),
      let last = pattern.texts.lastIndex(where: { !$0.isEmpty })
    else { return nil }
    var texts = pattern.texts
    let text = texts[last]
    // Keep the prefix before the letters, such as the dot of a format or the colon of a verb.
    let mark = text.contains(where: \.isLetter) ? String(text.prefix { !$0.isLetter }) : ""
    let other = [NonsensePath.word, "plumblinenonsense"].first { !$0.contains(text) } ?? NonsensePath.word
    texts[last] = mark + other
    let before = parts[..<place].reduce(0) { $0 + $1.parameters.count }
    let encoded = texts.map { PercentEncoding.encodeLiteral(Array($0.utf8)[...]) }
    var segments = segments
    segments[place] = zip(pattern.names.indices, encoded.dropFirst()).reduce(encoded[0]) { path, next in
      let index = before + next.0
      let identifier = index < identifiers.count ? identifiers[index] : "{\(pattern.names[next.0])}"
      return path + written(identifier, at: index, goesAcross: pattern.goesAcross) + next.1
    }
    return "/" + segments.joined(separator: "/")
  }

  /// Returns an identifier as it appears in a path, in its parameter's style. An identifier that only a run can
  /// determine stays in braces.
  private func written(_ identifier: String, at index: Int, goesAcross: Bool) -> String {
    if identifier.hasPrefix("{") { return identifier }
    guard endpoint.path.indices.contains(index), !endpoint.path[index].isPlain else {
      return PathTemplate.encode(identifier, goesAcross: goesAcross)
    }
    let parameter = endpoint.path[index]
    return parameter.style.pathText(parameter.value(ofList: identifier), named: parameter.name)
  }

  /// The path of the collection that the last identifier belongs to, or `nil` if the path doesn't end with an
  /// identifier.
  var collectionPath: String? {
    guard line.template.segments.last?.parameters.count == 1, segments.count > 1 else { return nil }
    return "/" + segments.dropLast().joined(separator: "/")
  }

  /// Creates a place with the same identifiers for an alternative of the endpoint.
  init(_ other: ProbePlace, at line: Endpoint.RequestLine) {
    self.init(endpoint: other.endpoint, line: line, identifiers: other.identifiers)
  }

  init(endpoint: Endpoint, line: Endpoint.RequestLine, identifiers: [String], query: String = "") {
    self.endpoint = endpoint
    self.line = line
    self.identifiers = identifiers
    self.query = query
  }

  /// The path's text for each segment of the template, percent-encoded.
  private var segments: [String] {
    var index = 0
    return line.template.texts { name, goesAcross in
      defer { index += 1 }
      guard index < identifiers.count else { return "{\(name)}" }
      return written(identifiers[index], at: index, goesAcross: goesAcross)
    }
  }
}

/// The fixed word of a segment that a server uses to recognize its route.
private struct FixedWord {
  /// The word, as it appears in paths.
  private let word: String
  /// A Boolean value that indicates whether the word is the whole segment.
  private let isWhole: Bool

  /// Creates the word from a literal, or from the text after the last parameter and a separator, such as `cancel` in
  /// `{id}:cancel`. Text after a dot is a format (`{name}.json`) rather than such a word.
  init?(_ segment: PathTemplate.Segment) {
    switch segment {
    case .literal(let text):
      guard !text.isEmpty else { return nil }
      word = PercentEncoding.encodeLiteral(Array(text.utf8)[...])
      isWhole = true
    case .pattern(let pattern), .across(let pattern):
      let end = pattern.texts.last ?? ""
      let name = end.drop { !$0.isLetter }
      guard !name.isEmpty, !end.hasPrefix("."), name.count < end.count else { return nil }
      word = PercentEncoding.encodeLiteral(Array(name.utf8)[...])
      isWhole = false
    case .parameter: return nil
    }
  }

  func replaced(in text: String, by other: (String) -> String) -> String {
    guard isWhole || text.hasSuffix(word) else { return other(text) }
    let format = isWhole ? NonsensePath.format(of: word) ?? "" : ""
    let start = isWhole ? "" : String(text.dropLast(word.count))
    return start + other(String(word.dropLast(format.count))) + format
  }
}
