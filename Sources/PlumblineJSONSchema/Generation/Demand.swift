import PlumblineJSONTree

/// The merged facts of several subschemas that a value must satisfy together.
///
/// A demand doesn't prove that such a value exists. The validator has the final say on every value.
struct Demand {
  /// A member that must be added under a new name.
  struct Extra {
    var names: [Goal] = []
    var pattern: Pattern?
    var goals: [Goal]
  }

  static let allTypes: TypeSet = [.null, .boolean, .number, .string, .array, .object]

  /// The reason that no value can satisfy the demand, if there is one.
  var conflict: String?
  /// A Boolean value that indicates whether one of the schemas is `false`.
  var allowsNothing = false
  var types = Demand.allTypes
  var isTyped = false
  var isInteger = false
  var isFraction = false
  /// The only possible values, if they are listed.
  var values: [JSON]?
  var excluded: [JSON] = []

  var lower: SchemaFact.Bound?
  var upper: SchemaFact.Bound?
  var multiples: [JSONNumber] = []

  var minLength = 0
  var maxLength = Int.max
  var patterns: [Pattern] = []
  var notPatterns: [Pattern] = []
  var formats: [Format] = []

  /// The names of the required members, each once.
  private(set) var required: [String] = []
  private var requiredNames: Set<String> = []
  var forbidden: Set<String> = []
  var objects: [SchemaFact.Object] = []
  /// The object facts that are known to allow only the members they describe.
  var closed: [SchemaFact.Object] = []
  var memberGoals: [(name: String, goal: Goal)] = []
  var extras: [Extra] = []
  var names: [Goal] = []
  var minProperties = 0
  var maxProperties = Int.max
  var dependentRequired: [(name: String, needed: [String])] = []
  var unevaluatedProperties: [Int] = []

  var items: [(prefix: [Int], rest: Int?)] = []
  var contains: [(node: Int, minimum: Int, maximum: Int?)] = []
  var itemGoals: [(index: Int, goal: Goal)] = []
  var everyItem: [Goal] = []
  var minItems = 0
  var maxItems = Int.max
  var isUnique = false
  var hasRepeats = false
  var unevaluatedItems: [Int] = []

  /// The nodes that apply, which provide defaults and examples.
  var nodes: [Int] = []
  /// The types that the facts concern, in order of occurrence.
  var hints: [TypeSet] = []

  mutating func require(_ names: [String]) {
    for name in names where requiredNames.insert(name).inserted { required.append(name) }
  }

  mutating func limit(to allowed: TypeSet) {
    types.formIntersection(allowed)
    isTyped = true
  }

  /// The reason that no string can match the patterns and formats together and satisfy the length limits, if automata
  /// can prove that.
  fileprivate var textConflict: String? {
    let exact = formats.filter(\.isItsPattern)
    // A single pattern can be matched, unless it uses look-around.
    let claims = patterns.count + exact.count + (maxLength < .max ? 1 : 0)
    let looks = patterns.contains { !$0.machine.conditions.isEmpty }
    guard types == .string, values == nil, !patterns.isEmpty, claims > 1 || looks else { return nil }
    let ways = PatternClauses.ways(matching: patterns + exact.compactMap(\.pattern), avoiding: notPatterns)
    if ways.isEmpty { return nil }
    for clauses in ways {
      guard clauses.isExact, let writer = PatternWriter(clauses), writer.isComplete else { return nil }
      if let shortest = writer.shortest, shortest <= maxLength { return nil }
    }
    let texts = patterns.map { "matches '\($0.text.cut(60))'" } + exact.map { "is of format \($0.rawValue)" }
    let length = maxLength < .max ? ["has at most \(maxLength) characters"] : []
    return "no string " + (texts + length).joined(separator: " and ")
  }

  /// Records the contradictions that are visible without examining members.
  mutating func check() {
    guard conflict == nil else { return }
    if types.isEmpty { conflict = "its types exclude one another" }
    if types == .object {
      if minProperties > maxProperties { conflict = "no object has \(minProperties) to \(maxProperties) properties" }
      if let name = required.first(where: forbidden.contains) { conflict = "'\(name)' is both needed and forbidden" }
      let lists = required.isEmpty ? [] : closed.map(KnownNames.init)
      if let name = required.first(where: { name in lists.contains { !$0.has(name) } }) {
        conflict = "'\(name)' is needed, and one of its parts allows only members of its own"
      }
    }
    if types == .array, minItems > maxItems { conflict = "no array has \(minItems) to \(maxItems) elements" }
    if types == .string, minLength > maxLength { conflict = "no string has \(minLength) to \(maxLength) characters" }
    if types == .number, let low = lower, let high = upper {
      let isEmpty = low.isExclusive || high.isExclusive ? !(low.number < high.number) : high.number < low.number
      if isEmpty { conflict = "no number lies between \(low.number.literal) and \(high.number.literal)" }
    }
    if let values, values.isEmpty { conflict = "its lists of values have nothing in common" }
  }
}

/// The known conflicts between patterns and formats: combinations that no string satisfies. Finding them requires
/// automata, so each combination is checked only once, no matter how many schemas contain it.
final class TextConflicts {
  private struct Key: Hashable {
    let types: UInt8
    let patterns: [String]
    let formats: [Format]
    let maxLength: Int
  }

  private var known: [Key: String?] = [:]

  func conflict(in demand: Demand) -> String? {
    if demand.patterns.isEmpty || demand.values != nil { return nil }
    let key = Key(
      types: demand.types.rawValue, patterns: demand.patterns.map(\.text), formats: demand.formats,
      maxLength: demand.maxLength)
    if let known = known[key] { return known }
    let conflict = demand.textConflict
    known[key] = conflict
    return conflict
  }
}

/// A subschema that a value must satisfy or violate.
struct Goal: Hashable {
  var node: Int
  var isNegated = false

  var opposite: Goal { Goal(node: node, isNegated: !isNegated) }
}

/// The position of a fact among the facts of a node.
struct FactPlace: Hashable {
  var node: Int
  var index: Int
}
