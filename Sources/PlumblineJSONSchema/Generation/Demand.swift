import PlumblineJSONTree

/// What a value must look like when several subschemas are to hold together: their facts, merged.
///
/// It is what is asked for, not a proof that it can be had: the validator has the last word on every value.
struct Demand {
  /// A member that must be there under some new name.
  struct Extra {
    var names: [Goal] = []
    var pattern: Pattern?
    var goals: [Goal]
  }

  static let allTypes: TypeSet = [.null, .boolean, .number, .string, .array, .object]

  /// Why no value can do, if that is so.
  var conflict: String?
  var types = Demand.allTypes
  var isTyped = false
  var isInteger = false
  var isFraction = false
  /// The only values there are.
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

  var required: [String] = []
  var forbidden: Set<String> = []
  var objects: [SchemaFact.Object] = []
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

  /// Nodes that apply, for their defaults and examples.
  var nodes: [Int] = []
  /// Types that the facts are about, in the order in which they come.
  var hints: [TypeSet] = []

  mutating func limit(to allowed: TypeSet) {
    types.formIntersection(allowed)
    isTyped = true
  }

  /// Notes the contradictions that can be seen without looking into members.
  mutating func check() {
    guard conflict == nil else { return }
    if types.isEmpty { conflict = "its types exclude one another" }
    if types == .object {
      if minProperties > maxProperties { conflict = "no object has \(minProperties) to \(maxProperties) properties" }
      if let name = required.first(where: forbidden.contains) { conflict = "'\(name)' is both needed and forbidden" }
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
