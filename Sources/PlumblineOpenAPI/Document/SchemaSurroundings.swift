import PlumblineJSONTree

/// The parts of schemas that a place stands in and that would refuse more, not less, if something there were left out.
///
/// A keyword that is left out makes its schema let more in. Below "not", "if" and "contains" that turns right values into wrong
/// ones, and so they are left out whole. Of a "oneOf", another branch than the right one may fit as well: it is read as "anyOf".
/// Where nothing else may be in a value than what its schemas know, they may know too little: that is left out as well.
struct SchemaSurroundings {
  /// A keyword that asks whether a schema fits.
  struct Test {
    let key: String
    let value: JSON
  }

  /// The outermost such keyword; `nil` where there is none.
  private(set) var test: Test?
  /// The lists of "oneOf" outside of it, by their nodes.
  private(set) var choices: [Int] = []
  /// The keywords around that let in nothing but what schemas know, by their nodes.
  private(set) var closings: [Int] = []
  /// The name of the component that it is in: `Pet` below `/components/schemas/Pet`.
  private(set) var component: String?
  /// The key of the map or list in which this is a member or element of any name: `properties`; empty elsewhere.
  private(set) var holder = ""
  /// A Boolean value that indicates whether a schema lets more in without what is here.
  private(set) var isOfSchema = true
  /// A Boolean value that indicates whether the members here are keywords.
  var hasKeywords: Bool { !isShown && !Self.maps.contains(key) }

  /// The keys from the document on, as far as they lead to a component's name.
  private var way: [String] = []
  private var key = ""
  /// A Boolean value that indicates whether this is a value that a document shows, and no schema.
  private var isShown = false

  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "parameters", "responses",
    "headers", "paths", "requestBodies", "callbacks", "links", "pathItems", "securitySchemes",
  ]
  private static let values: Set<String> = ["example", "examples", "default", "enum", "const"]
  private static let tests: Set<String> = ["not", "if", "contains"]
  private static let applicators: Set<String> = [
    "$ref", "allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "properties", "prefixItems", "items",
  ]
  /// The keywords that say nothing of which values are right.
  private static let annotations: Set<String> = [
    "title", "description", "summary", "example", "examples", "default", "deprecated", "xml", "externalDocs",
    "$comment",
  ]

  /// A Boolean value that indicates whether this is in the place of a schema that others count on: a member's, or one of those
  /// by their number.
  var keepsPlace: Bool { holder == "properties" || holder == "prefixItems" }

  /// The surroundings of a member here.
  func entering(_ key: String, _ value: JSON, in parent: JSON) -> SchemaSurroundings {
    if isShown { return self }
    var inner = self
    if way == ["components", "schemas"] || way == ["definitions"] { inner.component = key }
    if way.count < 3 { inner.way.append(key) }
    inner.holder = hasKeywords ? "" : self.key
    inner.key = hasKeywords ? key : ""
    guard hasKeywords else { return inner }
    inner.isShown = Self.values.contains(key)
    guard test == nil, !inner.isShown else { return inner }
    if Self.tests.contains(key) {
      inner.test = Test(key: key, value: value)
    } else if key == "oneOf", value.kind == .array {
      inner.choices.append(value.node)
    }
    if key == "patternProperties", let closing = parent["additionalProperties"] { inner.closings.append(closing.node) }
    if Self.applicators.contains(key) || key == "patternProperties" {
      inner.closings += ["unevaluatedProperties", "unevaluatedItems"].compactMap { parent[$0]?.node }
    }
    return inner
  }

  /// The surroundings of an element here.
  func enteringElement() -> SchemaSurroundings {
    if isShown { return self }
    var inner = self
    inner.holder = key
    inner.key = ""
    return inner
  }

  /// The surroundings of what is left out with its key: nothing else changes where that is an annotation.
  func leaving(_ key: String?) -> SchemaSurroundings {
    guard isShown || key.map({ holder.isEmpty && Self.annotations.contains($0) }) ?? false else { return self }
    var none = SchemaSurroundings()
    none.isOfSchema = false
    return none
  }

  /// The same where a list is left out whole.
  func without(_ list: JSON?) -> SchemaSurroundings {
    var rest = self
    if let list { rest.choices.removeAll { $0 == list.node } }
    return rest
  }

  /// The same outside of the test.
  var outside: SchemaSurroundings {
    var outside = self
    outside.test = nil
    return outside
  }
}
