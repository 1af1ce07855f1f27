import PlumblineJSONSchema
import PlumblineJSONTree

/// A pact's requirements for a JSON body as a schema, for comparison with a contract's schema.
///
/// A value without a matching rule, the minimum number of elements, and the values of a list without a rule depend on
/// the provider's data, which no contract promises. For these, the schema contains only the types, and ``sample`` shows
/// the values that must be possible.
///
///     {"id": 7, "tags": ["new"]}                                       the body
///     $.id integer, $.tags type with min 2                             the rules
///     {"type": "object", "required": ["id", "tags"], …}                the schema
///     {"id": 7, "tags": ["new", "new"]}                                the sample
package struct ExpectedSchema {
  /// The maximum depth of values. Deeper values aren't read.
  private static let deepest = 64
  /// The maximum number of elements in a list of the sample.
  private static let mostElements = 100

  private let rules: PactRules
  /// The number of rule evaluations left, for all locations together.
  private var steps = 5_000_000
  /// The schema of the bodies that meet the requirements.
  package private(set) var schema: JSON = true
  /// The pact's body, with as many elements in its lists as the rules require.
  package private(set) var sample: JSON
  /// The places where the schema is weaker than the pact, with the reasons as the ends of sentences.
  package private(set) var unjudged: [(place: PactPath, reason: String)] = []

  package init(_ body: JSON, _ rules: PactRules) {
    self.rules = rules
    sample = body
    (schema, sample) = part(of: body, PactPath())
  }

  private mutating func note(_ place: PactPath, _ reason: String) { unjudged.append((place, reason)) }

  private mutating func part(of expected: JSON, _ place: PactPath) -> (schema: JSON, sample: JSON) {
    guard steps > 0 else { return (true, expected) }
    steps -= rules.all(.body).count + 1
    guard steps > 0, place.tokens.count < Self.deepest else {
      note(
        place, steps > 0 ? "it is nested more deeply than is read" : "there are too many rules and values from here on")
      return (true, expected)
    }
    let found = rules.best(.body, place)
    let own = found.flatMap { $0.isCascaded ? nil : $0.rule }
    switch expected.kind {
    case .object: return object(expected, place, own)
    case .array: return array(expected, place, found?.rule, own)
    default: return (scalar(expected, place, found?.rule), expected)
    }
  }

  /// - Parameter own: The rule of the object itself.
  private mutating func object(
    _ expected: JSON, _ place: PactPath, _ own: PactRule?
  ) -> (schema: JSON, sample: JSON) {
    if own?.matchers.contains(where: \.isOfAnyKey) ?? false {
      note(place, "its members may have any names")
      return (Self.orNull(["type": "object"], own), expected)
    }
    var names: [JSON] = []
    var schemas: [(String, JSON)] = []
    var samples: [(String, JSON)] = []
    for (name, value) in expected.uniquingKeys.members {
      let inner = part(of: value, place.appending(.member(name)))
      names.append(JSON(name))
      schemas.append((name, inner.schema))
      samples.append((name, inner.sample))
    }
    let schema = JSON.object([("type", "object"), ("required", .array(names)), ("properties", .object(schemas))])
    return (Self.orNull(schema, own), .object(samples))
  }

  /// - Parameters:
  ///   - rule: The nearest rule.
  ///   - own: The rule of the list itself.
  private mutating func array(
    _ expected: JSON, _ place: PactPath, _ rule: PactRule?, _ own: PactRule?
  ) -> (schema: JSON, sample: JSON) {
    if own?.matchers.contains(where: \.isOfVariants) ?? false {
      note(place, "it has to contain certain elements")
      return (Self.orNull(["type": "array"], own), expected)
    }
    var schemas: [JSON] = []
    var samples: [JSON] = []
    for (index, value) in expected.elements.enumerated() {
      let inner = part(of: value, place.appending(.index(index)))
      schemas.append(inner.schema)
      samples.append(inner.sample)
    }
    let isOfAnyNumber = rule.map { !$0.matchers.isEmpty && !$0.matchers.contains(.equality) } ?? false
    var members: [(String, JSON)] = [("type", "array")]
    if isOfAnyNumber, schemas.count == 1 {
      members.append(("items", schemas[0]))
    } else if !schemas.isEmpty {
      members.append(("prefixItems", .array(schemas)))
      if isOfAnyNumber, let first = expected[0] {
        members.append(("items", part(of: first, place.appending(.index(schemas.count))).schema))
      }
    }
    for case .type(let least, let most) in own?.matchers ?? [] {
      if let most { members.append(("maxItems", JSON(most))) }
      while let first = samples.first, samples.count < min(least ?? 0, Self.mostElements) { samples.append(first) }
    }
    return (Self.orNull(.object(members), own), .array(samples))
  }

  /// Returns the schema of an object or a list that, according to its rule, may also be null.
  private static func orNull(_ schema: JSON, _ rule: PactRule?) -> JSON {
    guard let rule, rule.suffices, rule.matchers.contains(.null) else { return schema }
    return ["anyOf": [schema, ["type": "null"]]]
  }

  private mutating func scalar(_ expected: JSON, _ place: PactPath, _ rule: PactRule?) -> JSON {
    guard let rule, !rule.matchers.isEmpty else { return Self.typed(expected) }
    var schemas: [JSON] = []
    for matcher in rule.matchers {
      if let schema = Self.schema(of: matcher, expected) {
        schemas.append(schema)
      } else {
        note(place, "no schema says its matching rule")
        // If one matcher suffices and one is unknown, any value may match.
        if rule.suffices { return true }
      }
    }
    if schemas.count == 1 { return schemas[0] }
    return schemas.isEmpty ? Self.typed(expected) : .object([(rule.suffices ? "anyOf" : "allOf", .array(schemas))])
  }

  /// Returns the schema of the values that a matcher accepts, as far as a contract can promise it, or `nil` if no
  /// schema can express that.
  private static func schema(of matcher: PactMatcher, _ example: JSON) -> JSON? {
    switch matcher {
    case .equality, .type: typed(example)
    case .include: example.kind == .string ? typed(example) : nil
    case .notEmpty: example.kind == .string ? ["type": "string", "minLength": 1] : typed(example)
    case .regex(let regex): example.string.flatMap { pattern(regex, of: $0) }
    case .moment(let moment, let form):
      MomentForm.pattern(of: form ?? MomentForm.usual(moment)).flatMap { pattern($0, of: nil) }
    case .integer: ["type": "integer"]
    case .decimal, .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .null: ["type": "null"]
    case .semver, .contentType, .statusClass, .statuses, .values, .eachKey, .eachValue, .arrayContains, .unknown: nil
    }
  }

  /// - Parameter example: The pact's string. If only a part of it matches, a part of other strings may match, too.
  private static func pattern(_ regex: String, of example: String?) -> JSON? {
    let whole = "^(?:\(regex))$"
    guard let compiled = try? Pattern(whole) else { return nil }
    if let text = example.map({ Array($0.utf8) }), !compiled.matches(text), let part = try? Pattern(regex),
      part.matches(text)
    {
      return ["type": "string", "pattern": JSON(regex)]
    }
    return ["type": "string", "pattern": JSON(whole)]
  }

  private static func typed(_ value: JSON) -> JSON { ["type": JSON(value.kind.name)] }
}

extension PactMatcher {
  /// A Boolean value that indicates whether the rule accepts members with any name.
  fileprivate var isOfAnyKey: Bool {
    switch self {
    case .values, .eachKey, .eachValue: true
    default: false
    }
  }

  fileprivate var isOfVariants: Bool {
    switch self {
    case .arrayContains: true
    default: false
    }
  }
}
