/// One thing that a value must satisfy; `CompiledSchema` explains the operands.
struct Rule: Sendable {
  enum Kind: UInt8, Sendable {
    // The order is the order of checking within a subschema: cheap and telling ones first.
    case never
    case types
    case constant
    case enumeration
    case required
    case minProperties
    case maxProperties
    case minItems
    case maxItems
    case minLength
    case maxLength
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum
    case multipleOf
    case format
    case pattern
    case dependentRequired
    case reference
    case object
    case propertyNames
    case items
    case contains
    case allOf
    case anyOf
    case oneOf
    case not
    case conditional
    case dependentSchemas
    case uniqueItems
    case unevaluatedProperties
    case unevaluatedItems
  }

  var kind: Kind
  var operand: Int32
  /// The tape node of the keyword's value, in the document of that index.
  var place: Int32
  var document: Int32

  var index: Int { Int(operand) }
}
