import PlumblineJSONTree

/// The context of a location in a schema, with the enclosing keywords that would reject more, not less, if the part at
/// the location were left out.
///
/// Leaving out a keyword makes its schema accept more. Inside "not", "if", and "contains", this makes valid values
/// invalid, so these keywords are left out entirely. In a "oneOf", several branches may then match, so it is read as
/// "anyOf". A keyword that rejects everything that its schemas don't describe may then reject too much, so it is left
/// out as well, unless the omitted part is replaced by a schema that accepts any value. The name of a member of
/// "properties" counts as described, whatever its schema.
struct SchemaSurroundings {
  /// A keyword that tests whether a value matches a schema.
  struct Test {
    let key: String
    let value: JSON
  }

  /// A keyword that rejects the members or elements that other keywords don't describe.
  struct Closing {
    let key: String
    let value: JSON

    /// A Boolean value that indicates whether the keyword rejects nothing.
    var isOpen: Bool { value.bool == true || value.kind == .object && value.count == 0 }
  }

  /// The outermost enclosing keyword that tests a schema, or `nil` if there is none.
  private(set) var test: Test?
  /// The enclosing "oneOf" lists, by node.
  private(set) var choices: [Int] = []
  /// The enclosing keywords that would reject the values described here if this part were left out.
  private(set) var closings: [Closing] = []
  /// A Boolean value that indicates whether the enclosing schema describes fewer members or elements without this part.
  private(set) var isEvaluator = false
  /// A Boolean value that indicates whether the schema at this location applies to the same value as the enclosing
  /// component's schema.
  private(set) var isOfWhole = false
  /// The name of the enclosing component, such as `Pet` below `/components/schemas/Pet`.
  private(set) var component: String?
  /// The key of the map or list that contains this location, such as `properties`, or an empty string if there is none.
  private(set) var holder = ""
  /// A Boolean value that indicates whether a schema accepts more without this part.
  private(set) var isOfSchema = true
  /// A Boolean value that indicates whether the members at this location are keywords.
  var hasKeywords: Bool { !isShown && !Self.maps.contains(key) }

  /// The keys from the root up to a component's name.
  private var way: [String] = []
  private var key = ""
  /// A Boolean value that indicates whether the value at this location is an example, not a schema.
  private var isShown = false
  /// The keywords around this schema that reject anything the schema doesn't describe.
  private var around: [Closing] = []
  /// A Boolean value that indicates whether this schema applies to the same value as the component's.
  private var isWhole = false

  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "parameters", "responses",
    "headers", "paths", "requestBodies", "callbacks", "links", "pathItems", "securitySchemes",
  ]
  private static let values: Set<String> = ["example", "examples", "default", "enum", "const"]
  private static let tests: Set<String> = ["not", "if", "contains"]
  /// The keywords whose schemas apply to the same value.
  private static let applicators: Set<String> = [
    "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas",
  ]
  private static let unevaluated = ["unevaluatedProperties", "unevaluatedItems"]
  /// Other keywords that describe a schema's members or elements, with the keywords that reject the rest.
  private static let evaluators: [String: [String]] = [
    "properties": ["additionalProperties", "unevaluatedProperties"],
    "patternProperties": ["additionalProperties", "unevaluatedProperties"],
    "additionalProperties": ["unevaluatedProperties"], "unevaluatedProperties": [],
    "prefixItems": ["items", "unevaluatedItems"], "items": ["unevaluatedItems"], "contains": ["unevaluatedItems"],
    "unevaluatedItems": [],
  ]
  /// The keywords that have no effect on whether a value is valid.
  private static let annotations: Set<String> = [
    "title", "description", "summary", "example", "examples", "default", "deprecated", "xml", "externalDocs",
    "$comment",
  ]

  /// A Boolean value that indicates whether this schema can't be removed without affecting other keywords, because it
  /// is a member's schema or is identified by its index.
  var keepsPlace: Bool { holder == "properties" || holder == "prefixItems" }

  /// Returns the surroundings of a member at this location.
  func entering(_ key: String, _ value: JSON, in parent: JSON) -> SchemaSurroundings {
    if isShown { return self }
    var inner = self
    if way == ["components", "schemas"] || way == ["definitions"] {
      inner.component = key
      inner.isWhole = true
    }
    if way.count < 3 { inner.way.append(key) }
    inner.holder = hasKeywords ? "" : self.key
    inner.key = hasKeywords ? key : ""
    guard test == nil else {
      inner.isShown = hasKeywords && Self.values.contains(key)
      return inner
    }
    guard hasKeywords else {
      inner.keepPlace()
      return inner
    }
    inner.isShown = Self.values.contains(key)
    inner.evaluate(key, in: parent, of: self)
    guard !inner.isShown else { return inner }
    if Self.tests.contains(key) {
      inner.test = Test(key: key, value: value)
    } else if key == "oneOf", value.kind == .array {
      inner.choices.append(value.node)
    }
    return inner
  }

  /// Returns the surroundings of an element at this location.
  func enteringElement() -> SchemaSurroundings {
    if isShown { return self }
    var inner = self
    inner.holder = key
    inner.key = ""
    if test == nil { inner.keepPlace() }
    return inner
  }

  /// Applies the members that a keyword describes to the schema around it, and derives their effect on the schemas in
  /// the keyword.
  private mutating func evaluate(_ key: String, in parent: JSON, of outer: SchemaSurroundings) {
    let isApplicator = Self.applicators.contains(key)
    let closers = isApplicator ? Self.unevaluated : Self.evaluators[key]
    isEvaluator = closers != nil
    isOfWhole = outer.isWhole
    isWhole = isApplicator && outer.isWhole
    closings = []
    if let closers {
      for closer in closers {
        if let value = parent[closer] { closings.append(Closing(key: closer, value: value)) }
      }
      closings += outer.around
    }
    around = isApplicator ? closings : []
  }

  /// Records that a part is still described because it is replaced rather than removed.
  private mutating func keepPlace() {
    guard keepsPlace else { return }
    closings = []
    isEvaluator = false
  }

  /// Returns the surroundings of a part that is left out together with its key. If the part is an annotation, nothing
  /// else changes.
  func leaving(_ key: String?) -> SchemaSurroundings {
    guard isShown || key.map({ holder.isEmpty && Self.annotations.contains($0) }) ?? false else { return self }
    var none = SchemaSurroundings()
    none.isOfSchema = false
    return none
  }

  /// Returns the surroundings that remain when a whole `oneOf` list is left out.
  func without(_ list: JSON?) -> SchemaSurroundings {
    var rest = self
    if let list { rest.choices.removeAll { $0 == list.node } }
    return rest
  }

  /// The surroundings of the outermost test.
  var outside: SchemaSurroundings {
    var outside = self
    outside.test = nil
    return outside
  }
}
