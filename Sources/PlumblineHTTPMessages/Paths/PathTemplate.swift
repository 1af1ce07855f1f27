/// A path with parameters, such as `/tickets/{ticket_id}/comments/{comment_id}`.
///
/// A parameter stands for one whole segment, never an empty one. Segments are split before they are decoded, so an
/// encoded slash (`%2F`) stays inside its segment.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
  /// One part between slashes.
  package enum Segment: Sendable, Hashable {
    /// Text that must be there, percent-decoded.
    case literal(String)
    /// The name of a parameter.
    case parameter(String)
  }

  /// What is wrong with a template, and where.
  package struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A full sentence that says what would be right.
    package let message: String
    /// The offset of the offending place in the template's UTF-8 text.
    package let offset: Int

    package var description: String { "\(message) (at offset \(offset))" }
  }

  /// The template as written.
  package let text: String
  package let segments: [Segment]

  /// Parses a template; it must start with a slash, and braces must hold a whole segment.
  package init(parsing text: String) throws(ParsingError) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/") else {
      throw ParsingError(message: "A path template starts with a slash, such as /tickets/{id}.", offset: 0)
    }
    if let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      throw ParsingError(message: "A path template has no query or fragment: it ends before the mark.", offset: mark)
    }
    var segments: [Segment] = []
    var names: Set<String> = []
    for raw in Self.rawSegments(of: bytes[...]) {
      let segment = try Self.segment(raw)
      if case .parameter(let name) = segment, !names.insert(name).inserted {
        throw ParsingError(
          message: "The parameter {\(name)} is there twice: every parameter needs a name of its own.",
          offset: raw.startIndex)
      }
      segments.append(segment)
    }
    self.text = text
    self.segments = segments
  }

  /// The names of the parameters, in order.
  package var parameters: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  package var description: String { text }

  /// The decoded values of the parameters if a path (percent-encoded, without query) fits; nil if it doesn't.
  package func match(_ path: String) -> [String: String]? {
    let raw = Self.rawSegments(of: Array(path.utf8)[...])
    guard path.utf8.first == UInt8(ascii: "/"), raw.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (segment, bytes) in zip(segments, raw) {
      let value = PercentEncoding.decode(bytes)
      switch segment {
      case .literal(let text):
        guard value == text else { return nil }
      case .parameter(let name):
        guard !value.isEmpty else { return nil }
        values[name] = value
      }
    }
    return values
  }

  /// The decoded values of the parameters, in their order, if the bytes of a path fit; nil if they don't.
  package func values(in path: ArraySlice<UInt8>) -> [String]? {
    guard path.first == UInt8(ascii: "/") else { return nil }
    var values: [String] = []
    var position = path.count == 1 ? path.endIndex + 1 : path.startIndex + 1
    for segment in segments {
      guard position <= path.endIndex else { return nil }
      let end = path[position...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      let raw = path[position..<end]
      position = end + 1
      switch segment {
      case .literal(let text):
        guard raw.elementsEqual(text.utf8) || PercentEncoding.decode(raw) == text else { return nil }
      case .parameter:
        guard !raw.isEmpty else { return nil }
        values.append(PercentEncoding.decode(raw))
      }
    }
    return position > path.endIndex ? values : nil
  }

  /// The path with these values, percent-encoded; nil if one is missing or empty.
  package func expand(_ values: [String: String]) -> String? {
    var path = ""
    for segment in segments {
      switch segment {
      case .literal(let text): path += "/" + PercentEncoding.encode(text)
      case .parameter(let name):
        guard let value = values[name], !value.isEmpty else { return nil }
        path += "/" + PercentEncoding.encode(value)
      }
    }
    return path.isEmpty ? "/" : path
  }

  /// The parts between the slashes of a path; `/` has none.
  static func rawSegments(of path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let rest = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
    return rest.isEmpty ? [] : rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  private static func segment(_ raw: ArraySlice<UInt8>) throws(ParsingError) -> Segment {
    let open = UInt8(ascii: "{")
    let close = UInt8(ascii: "}")
    guard let brace = raw.firstIndex(where: { $0 == open || $0 == close }) else {
      return .literal(PercentEncoding.decode(raw))
    }
    let inner = raw.dropFirst().dropLast()
    guard raw.count > 1, raw.first == open, raw.last == close, !inner.contains(open), !inner.contains(close) else {
      throw ParsingError(message: "Braces hold a whole segment, such as /{id}/.", offset: brace)
    }
    guard !inner.isEmpty else {
      throw ParsingError(message: "A parameter has a name, such as {id}.", offset: brace)
    }
    return .parameter(FieldSyntax.text(inner))
  }
}
