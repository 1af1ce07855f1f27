/// A path with parameters, such as `/tickets/{ticket_id}/comments/{comment_id}`.
///
/// | template | matches |
/// |---|---|
/// | `{name}` | one whole segment |
/// | `{name}.json`, `{id}:cancel`, `v{version}`, `{a},{b}` | a part of one segment (``SegmentPattern``) |
/// | `{+path}`, `{+name}:cancel` | one or more segments, with the slashes between them (at most once per template) |
///
/// No parameter is ever empty. Segments are split before they are decoded, so an encoded slash (`%2F`) stays inside its
/// segment. In the value of a `{+path}`, both kinds of slash appear as a slash.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
  /// A part of the template between slashes.
  package enum Segment: Sendable, Hashable {
    /// Literal text, percent-decoded.
    case literal(String)
    /// A parameter that is a whole segment, by name.
    case parameter(String)
    /// Parameters with text around them.
    indirect case pattern(SegmentPattern)
    /// A parameter that may span slashes, possibly with text around it.
    indirect case across(SegmentPattern)

    /// The names of the segment's parameters, in order.
    package var parameters: [String] {
      switch self {
      case .literal: []
      case .parameter(let name): [name]
      case .pattern(let pattern), .across(let pattern): pattern.names
      }
    }

    /// The shape of the strings that the segment matches, regardless of the names of its parameters.
    package var shape: Shape {
      switch self {
      case .literal(let text): .literal(text)
      case .parameter: .parameter
      case .pattern(let pattern): .pattern(pattern.literals)
      case .across(let pattern): .across(pattern.literals)
      }
    }
  }

  /// The shape of the strings that a segment matches, without parameter names.
  package enum Shape: Sendable, Hashable {
    case literal(String)
    case parameter
    /// The strings around the parameters.
    case pattern([[UInt8]])
    case across([[UInt8]])
  }

  /// A problem with a template, and its location.
  package struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A full sentence that describes the valid form.
    package let message: String
    /// The offset of the offending character in the template's UTF-8 text.
    package let offset: Int

    package var description: String { "\(message) (at offset \(offset))" }
  }

  /// A string or a value in a path that is built from the template.
  enum Piece: Sendable {
    case text(String)
    case value(name: String, goesAcross: Bool)
  }

  /// The template as written.
  package let text: String
  package let segments: [Segment]
  /// The names of the parameters, in order.
  package let parameters: [String]
  private let pieces: [[Piece]]
  /// The number of segments after the one that spans slashes, or `nil` if no segment does.
  private let tail: Int?

  /// Parses a template, which must start with a slash.
  package init(parsing text: String) throws(ParsingError) {
    let parsed = try PathTemplateParser.parse(text)
    self.text = text
    segments = parsed.segments
    pieces = parsed.pieces
    parameters = segments.flatMap(\.parameters)
    let across = segments.firstIndex { if case .across = $0 { true } else { false } }
    tail = across.map { parsed.segments.count - 1 - $0 }
  }

  package static func == (one: PathTemplate, other: PathTemplate) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var description: String { text }

  /// The shape of the paths that the template matches. Two templates with the same shape match the same paths.
  package var shape: [Shape] { segments.map(\.shape) }

  /// Returns the decoded values of the parameters, or `nil` if a path doesn't match.
  ///
  /// - Parameter path: The path, percent-encoded and without its query.
  package func match(_ path: String) -> [String: String]? {
    values(in: Array(path.utf8)[...]).map { Dictionary(zip(parameters, $0)) { first, _ in first } }
  }

  /// Returns the decoded values of the parameters, in order, or `nil` if the bytes of a path don't match.
  package func values(in path: ArraySlice<UInt8>) -> [String]? {
    var values: [String] = []
    let fits = visit(path) { segment, raw in
      switch segment {
      case .literal(let text):
        return raw.elementsEqual(text.utf8) || PercentEncoding.decodeBytes(raw).elementsEqual(text.utf8)
      case .parameter:
        guard !raw.isEmpty else { return false }
        values.append(PercentEncoding.decode(raw))
      case .pattern(let pattern), .across(let pattern):
        guard let found = pattern.values(in: raw) else { return false }
        values += found
      }
      return true
    }
    return fits ? values : nil
  }

  /// Returns the values of the parameters as sent, in order, or `nil` if the bytes of a path don't match. If a
  /// parameter is only part of a segment, characters that aren't reserved are decoded (``SegmentPattern``).
  package func rawValues(in path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard values(in: path) != nil else { return nil }
    var values: [ArraySlice<UInt8>] = []
    _ = visit(path) { segment, raw in
      switch segment {
      case .literal: break
      case .parameter: values.append(raw)
      case .pattern(let pattern), .across(let pattern): values += pattern.rawValues(in: raw) ?? []
      }
      return true
    }
    return values
  }

  /// Returns the part of a path, as sent, that matches each segment of the template, or `nil` if the path doesn't
  /// match.
  package func parts(of path: ArraySlice<UInt8>) -> [(segment: Segment, raw: ArraySlice<UInt8>)]? {
    guard values(in: path) != nil else { return nil }
    var parts: [(segment: Segment, raw: ArraySlice<UInt8>)] = []
    let fits = visit(path) { segment, raw in
      parts.append((segment, raw))
      return true
    }
    return fits ? parts : nil
  }

  /// Returns the path with the given values, percent-encoded.
  ///
  /// A slash in the value of a `{+path}` stays a slash. All other characters except letters, digits and `-._~` are
  /// encoded.
  ///
  /// - Returns: The path, or `nil` if a value is missing or empty, or if no path can have these values. This is the
  ///   case if a segment would be `.` or `..`, which every client removes from a path (RFC 3986 section 5.2.4), or if
  ///   the template would read different values from the path, as `{a}-{b}` does with the values `x` and `y-z`.
  package func expand(_ values: [String: String]) -> String? {
    guard parameters.allSatisfy({ !(values[$0] ?? "").isEmpty }) else { return nil }
    let path = "/" + texts { Self.encode(values[$0] ?? "", goesAcross: $1) }.joined(separator: "/")
    guard !parameters.isEmpty else { return path }
    let bytes = Array(path.utf8)
    guard
      !Self.rawSegments(of: bytes[...]).contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
    else { return nil }
    let isPlain = segments.allSatisfy { segment in
      switch segment {
      case .literal, .parameter: true
      case .pattern, .across: false
      }
    }
    return isPlain || self.values(in: bytes[...]) == parameters.compactMap { values[$0] } ? path : nil
  }

  /// Returns the path with the given encoded values, or `nil` if one is empty or the template would read different
  /// values from the path.
  ///
  /// - Parameter encoded: The values, percent-encoded and with the delimiters of their style.
  package func expand(encoded values: [String: String]) -> String? {
    guard parameters.allSatisfy({ !(values[$0] ?? "").isEmpty }) else { return nil }
    let path = "/" + texts { name, _ in values[name] ?? "" }.joined(separator: "/")
    let bytes = Array(path.utf8)
    let isDotted = Self.rawSegments(of: bytes[...]).contains {
      $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
    if isDotted { return nil }
    let read = self.values(in: bytes[...])
    return parameters.isEmpty || read == parameters.compactMap { values[$0].map { PercentEncoding.decode($0) } }
      ? path : nil
  }

  /// Returns a path with different values. Each segment whose values don't change keeps its spelling in the given path.
  ///
  /// - Returns: The path, or `nil` if ``expand(_:)`` returns `nil`, if the given path doesn't match, or if one of the
  ///   resulting segments is `.` or `..` in any spelling.
  package func expand(_ values: [String: String], like path: String) -> String? {
    guard parameters.allSatisfy({ !(values[$0] ?? "").isEmpty }), let parts = parts(of: Array(path.utf8)[...]) else {
      return nil
    }
    let old = match(path) ?? [:]
    let texts = texts { Self.encode(values[$0] ?? "", goesAcross: $1) }
    let segments = zip(parts, texts).map { part, text in
      part.segment.parameters.allSatisfy { values[$0] == old[$0] } ? String(decoding: part.raw, as: UTF8.self) : text
    }
    let other = "/" + segments.joined(separator: "/")
    let bytes = Array(other.utf8)
    let isDotted = Self.rawSegments(of: bytes[...]).contains { [".", ".."].contains(PercentEncoding.decode($0)) }
    return !isDotted && self.values(in: bytes[...]) == parameters.compactMap { values[$0] } ? other : nil
  }

  /// Returns the percent-encoded text of each segment of a path. A segment that spans slashes contains them.
  ///
  /// - Parameter value: A closure that returns the encoded text of a parameter, given its name and whether it spans
  ///   slashes.
  package func texts(_ value: (_ name: String, _ goesAcross: Bool) -> String) -> [String] {
    pieces.map { pieces in
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .value(let name, let goesAcross): value(name, goesAcross)
        }
      }.joined()
    }
  }

  /// Returns the template that consists of the first segments, or `nil` if the count is zero.
  package func prefix(_ count: Int) -> PathTemplate? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().prefix(count)
    return parts.isEmpty ? nil : try? PathTemplate(parsing: parts.map { "/" + $0 }.joined())
  }

  /// Returns a value encoded for a path.
  package static func encode(_ value: String, goesAcross: Bool) -> String {
    guard goesAcross else { return PercentEncoding.encode(value) }
    return value.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
      .joined(separator: "/")
  }

  /// Calls a closure with each segment of the template and the part of a path that matches it, until the closure
  /// returns `false`.
  @inline(__always)
  private func visit(
    _ path: ArraySlice<UInt8>, _ isRight: (Segment, ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    let slash = UInt8(ascii: "/")
    guard path.first == slash else { return false }
    var position = path.count == 1 ? path.endIndex + 1 : path.startIndex + 1
    for segment in segments {
      guard position <= path.endIndex else { return false }
      var end = path[position...].firstIndex(of: slash) ?? path.endIndex
      if case .across = segment, let tail {
        guard let last = Self.end(of: path, leaving: tail), last >= end else { return false }
        end = last
      }
      guard isRight(segment, path[position..<end]) else { return false }
      position = end + 1
    }
    return position > path.endIndex
  }

  /// Returns the end of a path without a number of last segments, or `nil` if it has fewer.
  package static func end(of path: ArraySlice<UInt8>, leaving segments: Int) -> Int? {
    var end = path.endIndex
    for _ in 0..<segments {
      guard let slash = path[..<end].lastIndex(of: UInt8(ascii: "/")) else { return nil }
      end = slash
    }
    return end
  }

  /// Returns the parts between the slashes of a path. `/` has none.
  package static func rawSegments(of path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let rest = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
    return rest.isEmpty ? [] : rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }
}
