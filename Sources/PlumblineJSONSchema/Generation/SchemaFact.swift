import PlumblineJSONTree

/// One thing that a subschema asks for, as the generator sees it: names and nodes instead of tables and shapes.
enum SchemaFact {
  struct Object {
    var properties: [(name: String, node: Int)]
    /// A pattern, nil where it is not decided, and the node for members that match.
    var patterns: [(pattern: Pattern?, node: Int)]
    var additional: Int?
  }

  struct Bound {
    var number: JSONNumber
    var isExclusive: Bool
  }

  case never
  case types(TypeSet)
  case values([JSON])
  case required([String])
  case minProperties(Int)
  case maxProperties(Int)
  case minItems(Int)
  case maxItems(Int)
  case minLength(Int)
  case maxLength(Int)
  case lower(Bound)
  case upper(Bound)
  case multipleOf(JSONNumber)
  case format(Format)
  case pattern(Pattern)
  case dependentRequired([(name: String, needed: [String])])
  case reference(Int)
  case object(Object)
  case propertyNames(Int)
  case items(prefix: [Int], rest: Int?)
  case contains(node: Int, minimum: Int, maximum: Int?)
  case allOf([Int])
  case anyOf([Int])
  case oneOf([Int])
  case not(Int)
  case conditional(test: Int, then: Int?, otherwise: Int?)
  case dependentSchemas([(name: String, node: Int)])
  case uniqueItems
  case unevaluatedProperties(Int)
  case unevaluatedItems(Int)
}
