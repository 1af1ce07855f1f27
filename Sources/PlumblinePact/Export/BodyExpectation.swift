import PlumblineJSONSchema
import PlumblineJSONTree

/// The part of a response's body that a client needs, and the rules for its values.
///
/// A member is included if the client fails without it, and its rule allows each kind of value that the client accepts.
/// A provider that breaks the expectation therefore breaks the client. Expectations that a version's rules can't
/// express are reported as omitted, because the client requires them but the pact doesn't.
///
/// Elements of an array share one example: the element with the most members. A member that only some elements have is
/// left out, because a rule applies to all of them.
struct BodyExpectation {
  /// The maximum depth of values. Deeper values aren't examined.
  private static let deepest = 24
  /// The number of accepted kinds from which a client is considered to accept any value.
  private static let anyKind = 5

  /// The values that a body has at one field.
  private struct Seen {
    var kinds: Set<String> = []
    var texts: [String] = []
    /// The number of values at the field.
    var count = 0
    /// The number of objects that could have the field.
    var owners = 0
  }

  private let version: Int
  private let needs: [JSONPointer: ConsumedCall.Need]
  private var seen: [JSONPointer: Seen] = [:]
  /// A Boolean value that indicates whether the next array is a list that the provider's state fills.
  private var isFilled: Bool
  private(set) var rules: WrittenRules
  /// The fields that the client needs but that the rules can't express.
  private(set) var leftOut: [JSONPointer] = []
  /// The example, or `nil` if the client doesn't need anything in the body.
  private(set) var body: JSON?

  /// - Parameters:
  ///   - isList: A Boolean value that indicates whether the outermost array is a list that the provider's state fills.
  init(_ body: JSON, needs: [ConsumedCall.Need], isList: Bool, version: Int) {
    self.version = version
    self.needs = Dictionary(needs.map { ($0.field, $0) }, uniquingKeysWith: { first, _ in first })
    isFilled = isList
    rules = WrittenRules(version: version)
    look(at: body, JSONPointer())
    guard needs.contains(where: \.isRequired), body.kind == .object || body.kind == .array else { return }
    if body.kind == .array { addList(body, PactPath()) }
    let kept = part(of: body, JSONPointer(), PactPath())
    if kept.count > 0 { self.body = kept }
  }

  private mutating func look(at value: JSON, _ field: JSONPointer) {
    guard field.tokens.count < Self.deepest else { return }
    seen[field, default: Seen()].count += 1
    seen[field, default: Seen()].kinds.insert(Self.kind(value))
    if let text = value.string { seen[field, default: Seen()].texts.append(text) }
    for element in value.elements { look(at: element, field.appending("*")) }
    for (name, member) in value.members { look(at: member, field.appending(name)) }
  }

  /// Returns the kind of a value. Clients treat `2.0` as an integer, but rules don't.
  private static func kind(_ value: JSON) -> String {
    switch value.kind {
    case .number:
      value.text.utf8.contains { [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0) }
        ? "number" : "integer"
    case .bool: "boolean"
    default: value.kind.name
    }
  }

  /// Returns the part of an object or an array that the client needs. A scalar is returned unchanged.
  private mutating func part(of value: JSON, _ field: JSONPointer, _ path: PactPath) -> JSON {
    switch value.kind {
    case .object:
      var members: [(String, JSON)] = []
      for (name, member) in value.uniquingKeys.members {
        let inner = field.appending(name)
        guard let need = needs[inner], need.isRequired else { continue }
        let own = path.appending(.member(name))
        guard seen[inner]?.count == objects(at: field), add(need, example: member, own) else {
          leftOut.append(inner)
          continue
        }
        members.append((name, part(of: member, inner, own)))
      }
      return .object(members)
    case .array:
      guard let element = Self.richest(value) else { return .emptyArray }
      let (inner, own) = (field.appending("*"), path.appending(.anyIndex))
      if let need = needs[inner], !add(need, example: element, own) {
        // A client that accepts any elements doesn't need them.
        if need.kinds.count < Self.anyKind { leftOut.append(inner) }
        return .emptyArray
      }
      return .array([part(of: element, inner, own)])
    default: return value
    }
  }

  /// Returns the number of objects at a field, in all elements.
  private func objects(at field: JSONPointer) -> Int {
    guard let seen = seen[field], seen.kinds == ["object"] else { return -1 }
    return seen.count
  }

  /// Returns the element with the most members, or the first of several such elements.
  private static func richest(_ list: JSON) -> JSON? {
    var best: (value: JSON, weight: Int)?
    for element in list.elements.prefix(200) where !element.isNull {
      let weight = weight(element, 0)
      if weight > best?.weight ?? -1 { best = (element, weight) }
    }
    return best?.value
  }

  private static func weight(_ value: JSON, _ depth: Int) -> Int {
    guard depth < deepest else { return 1 }
    return value.elements.reduce(1) { $0 + weight($1, depth + 1) }
      + value.members.reduce(0) { $0 + weight($1.value, depth + 1) }
  }

  private mutating func addList(_ value: JSON, _ path: PactPath) {
    let type: [(String, JSON)] = [("match", "type")]
    rules.add(.body, path, [.object(type + (isFilled && value.count > 0 ? [("min", 1)] : []))])
    isFilled = false
  }

  /// Adds the rule for a field, and returns a Boolean value that indicates whether the version can express it.
  private mutating func add(_ need: ConsumedCall.Need, example: JSON, _ path: PactPath) -> Bool {
    let kinds = need.kinds.union(seen[need.field]?.kinds ?? [])
    switch example.kind {
    case .object: return kinds == ["object"]
    case .array:
      guard kinds == ["array"] else { return false }
      addList(example, path)
      return true
    default:
      guard let matchers = matchers(kinds, need, example), version > 2 || matchers.count == 1 else { return false }
      rules.add(.body, path, matchers)
      return true
    }
  }

  /// Returns the matchers for a scalar, one of which must hold. Returns `nil` if a kind has no matcher.
  private func matchers(_ kinds: Set<String>, _ need: ConsumedCall.Need, _ example: JSON) -> [JSON]? {
    let kinds = kinds.contains("number") ? kinds.subtracting(["integer"]) : kinds
    var matchers: [JSON] = []
    for kind in kinds.sorted() {
      switch kind {
      case "integer", "number": matchers.append(["match": version == 2 ? "type" : JSON(kind)])
      case "null": matchers.append(["match": "null"])
      case "boolean" where example.kind == .bool: matchers.append(["match": "type"])
      case "string" where example.kind == .string: matchers.append(text(need))
      default: return nil
      }
    }
    // Version 2 can only require the type of the example.
    if version == 2, example.isNull || kinds.contains("null") { return nil }
    return matchers.isEmpty ? nil : matchers
  }

  private func text(_ need: ConsumedCall.Need) -> JSON {
    guard let regex = need.pattern, let pattern = try? Pattern(regex),
      seen[need.field]?.texts.allSatisfy({ pattern.matches(Array($0.utf8)) }) ?? false
    else { return ["match": "type"] }
    return ["match": "regex", "regex": JSON(regex)]
  }
}
