import PlumblineJSONSchema
import PlumblineJSONTree

extension Schema {
  /// Returns a Boolean value that indicates whether the schema's `type` explicitly lists a kind.
  package func allowsType(_ kind: JSONKind) -> Bool {
    guard let type = source["type"] else { return false }
    return type.string == kind.name || type.elements.contains { $0.string == kind.name }
  }

  /// Returns the text from a path, a query or a header converted to the type that the schema requires, or as a string
  /// if it can't be converted.
  package func reading(_ text: String) -> JSON { reading([text]) }

  /// Returns the strings of a parameter that may be repeated, as a single value. It is an array if the schema requires
  /// one or there are several strings.
  ///
  /// The schema may hide its type behind references, so the possible values are validated against the schema and the
  /// first that fits wins. If none fits, the value of the right type is used. A page of `0` then becomes a number below
  /// the minimum, and `abc` stays a string even if the schema requires a number.
  package func reading(_ texts: [String]) -> JSON {
    if texts.count == 1, let simple = simpleReading(texts[0]) { return simple }
    let candidates = Self.candidates(texts)
    if let fitting = candidates.first(where: isValid) { return fitting }
    var best: (value: JSON, misfit: Int)?
    for candidate in candidates {
      let misfit = violations(of: candidate, limit: 20).reduce(0) { $0 + Self.misfit($1, of: candidate) }
      if misfit < best?.misfit ?? .max { best = (candidate, misfit) }
    }
    return best?.value ?? JSON(texts.first ?? "")
  }

  /// Returns the string converted to the schema's type, or `nil` if the schema's `type` isn't a single scalar type.
  private func simpleReading(_ text: String) -> JSON? {
    source["type"]?.string.flatMap(SimpleType.init(rawValue:))?.reading(text)
  }

  /// Returns the possible values of the strings, simplest first.
  private static func candidates(_ texts: [String]) -> [JSON] {
    if texts.count == 1 {
      let scalars = scalars(texts[0])
      return scalars + scalars.map { .array([$0]) }
    }
    return [.array(texts.map { JSON($0) }), .array(texts.compactMap { scalars($0).last })]
  }

  private static func scalars(_ text: String) -> [JSON] {
    var scalars = [JSON(text)]
    if let number = JSONNumber(literal: text) { scalars.append(JSON(number)) }
    if text == "true" || text == "false" { scalars.append(JSON(text == "true")) }
    if text == "null" { scalars.append(.null) }
    return scalars
  }

  /// Returns how strongly a violation indicates that a candidate has the wrong type.
  private static func misfit(_ violation: Violation, of candidate: JSON) -> Int {
    let isRoot = violation.instance.tokens.isEmpty
    switch violation.keyword {
    case "type": return isRoot ? 10 : 2
    case "enum", "const":
      guard let value = candidate.at(violation.instance) else { return 1 }
      return violation.allowed.contains { $0.kind == value.kind } ? 0 : isRoot ? 10 : 2
    default: return 0
    }
  }
}

/// A type that allows only one conversion of a string, for schemas that require exactly that type.
enum SimpleType: String, Sendable {
  case string, integer, number, boolean

  /// Returns a string converted to this type, or as a string if it can't be converted.
  func reading(_ text: String) -> JSON {
    switch self {
    case .string: JSON(text)
    case .integer, .number: JSONNumber(literal: text).map { JSON($0) } ?? JSON(text)
    case .boolean: text == "true" || text == "false" ? JSON(text == "true") : JSON(text)
    }
  }

  /// Returns a Boolean value that indicates whether a path segment can have this type, regardless of other keywords.
  func takes(segment text: String) -> Bool {
    switch self {
    case .string: true
    case .integer: text.isPlainInteger
    case .number: JSONNumber(literal: text) != nil
    case .boolean: text == "true" || text == "false"
    }
  }
}
