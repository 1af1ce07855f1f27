/// A parser for the text of a ``PathTemplate``. Its errors contain the location and describe the valid form.
struct PathTemplateParser {
  typealias ParsingError = PathTemplate.ParsingError

  private var names: Set<String> = []
  private(set) var segments: [PathTemplate.Segment] = []
  /// The pieces of each segment, for building paths.
  private(set) var pieces: [[PathTemplate.Piece]] = []
  private var hasAcross = false

  static func parse(_ text: String) throws(ParsingError) -> PathTemplateParser {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/") else {
      throw ParsingError(message: "A path template starts with a slash, such as /tickets/{id}.", offset: 0)
    }
    var parser = PathTemplateParser()
    for raw in PathTemplate.rawSegments(of: bytes[...]) { try parser.read(raw) }
    return parser
  }

  /// A parameter in a segment, written in braces.
  private struct Parameter {
    let name: String
    let goesAcross: Bool
    let offset: Int
  }

  private mutating func read(_ raw: ArraySlice<UInt8>) throws(ParsingError) {
    var parameters: [Parameter] = []
    var texts: [ArraySlice<UInt8>] = []
    var position = raw.startIndex
    while let brace = raw[position...].firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      try Self.check(raw[position..<brace])
      let inner = raw[(brace + 1)...]
      guard raw[brace] == UInt8(ascii: "{"),
        let end = inner.firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") }),
        raw[end] == UInt8(ascii: "}")
      else {
        throw ParsingError(
          message: "Braces enclose the name of a parameter, such as {id}; write literal braces as %7B and %7D.",
          offset: brace)
      }
      if brace == position, !parameters.isEmpty {
        throw ParsingError(
          message:
            "Two parameters in one segment need text between them that shows where the first ends, such as {a},{b}.",
          offset: brace)
      }
      texts.append(raw[position..<brace])
      parameters.append(try parameter(inner[..<end], at: brace))
      position = end + 1
    }
    try Self.check(raw[position...])
    texts.append(raw[position...])
    try add(parameters, texts, raw)
  }

  private mutating func add(
    _ parameters: [Parameter], _ texts: [ArraySlice<UInt8>], _ raw: ArraySlice<UInt8>
  ) throws(ParsingError) {
    let values = zip(parameters, texts.dropFirst()).flatMap { parameter, text in
      [.value(name: parameter.name, goesAcross: parameter.goesAcross), .text(PercentEncoding.encodeLiteral(text))]
        as [PathTemplate.Piece]
    }
    pieces.append([.text(PercentEncoding.encodeLiteral(texts[0]))] + values)
    guard let first = parameters.first else { return segments.append(.literal(PercentEncoding.decode(raw))) }
    let across = parameters.first(where: \.goesAcross)
    if let across, parameters.count > 1 {
      throw ParsingError(
        message:
          "{+\(across.name)} takes whole segments and can only have text around it: /{+\(across.name)}:cancel.",
        offset: across.offset)
    }
    if let across, hasAcross {
      throw ParsingError(
        message: "A path can have only one {+…}: with two, the end of the first is ambiguous.", offset: across.offset)
    }
    hasAcross = hasAcross || across != nil
    if across == nil, parameters.count == 1, texts.allSatisfy(\.isEmpty) {
      return segments.append(.parameter(first.name))
    }
    let pattern = SegmentPattern(names: parameters.map(\.name), texts: texts, goesAcross: across != nil)
    segments.append(across == nil ? .pattern(pattern) : .across(pattern))
  }

  /// Parses a parameter from the text between its braces.
  private mutating func parameter(_ inner: ArraySlice<UInt8>, at offset: Int) throws(ParsingError) -> Parameter {
    let goesAcross = inner.first == UInt8(ascii: "+")
    let name = FieldSyntax.text(goesAcross ? inner.dropFirst() : inner)
    guard !name.isEmpty else {
      throw ParsingError(message: "A parameter has a name, such as {id}.", offset: offset)
    }
    if let wrong = Self.wrong(name) { throw ParsingError(message: wrong, offset: offset) }
    guard names.insert(name).inserted else {
      throw ParsingError(
        message: "The parameter {\(name)} occurs twice: every parameter needs a name of its own.", offset: offset)
    }
    return Parameter(name: name, goesAcross: goesAcross, offset: offset)
  }

  /// Returns the reason that a string isn't a valid name, or `nil` if it is. In other frameworks and in RFC 6570,
  /// special characters have meanings that these templates don't support.
  private static func wrong(_ name: String) -> String? {
    let bare = name.filter { $0 != "*" && $0 != "." && $0 != "+" }
    if name.hasPrefix("*") || ["*", "+", "..."].contains(where: name.hasSuffix) {
      return "A parameter that spans slashes is written {+\(bare.isEmpty ? "path" : bare)}."
    }
    guard let mark = name.first, "/?#;&.=!@|,+".contains(mark) else { return nil }
    return mark == "?" || mark == "&"
      ? "A path template has no query: name its parameters in \"query\"."
      : "The name of a parameter begins with no \"\(mark)\": write {name}, or {+name} for what goes across slashes."
  }

  private static func check(_ text: ArraySlice<UInt8>) throws(ParsingError) {
    if let mark = text.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      throw ParsingError(message: "A path template has no query or fragment: it ends before the mark.", offset: mark)
    }
  }
}
