import PlumblineJSONTree

/// A constraint on a value. `CompiledSchema` explains the operands.
struct Rule: Sendable {
  enum Kind: UInt8, Sendable {
    // Rules of a subschema are checked in this order. Cheap and selective rules come first.
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
    case dynamicReference
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
  /// The kinds of values that the boolean pass must check for this rule, with one bit for each `JSONKind`.
  var kinds: UInt8
  var operand: Int32
  /// The tape node of the keyword's value, in the document with the index `document`.
  var place: Int32
  var document: Int32

  var index: Int { Int(operand) }
}

extension Rule.Kind {
  /// The kinds of values that rules of this kind may reject, with one bit for each `JSONKind`.
  var kinds: UInt8 {
    switch self {
    case .required, .minProperties, .maxProperties, .dependentRequired, .object, .propertyNames, .dependentSchemas,
      .unevaluatedProperties:
      JSONKind.object.bit
    case .minItems, .maxItems, .items, .contains, .uniqueItems, .unevaluatedItems: JSONKind.array.bit
    case .minLength, .maxLength, .format, .pattern: JSONKind.string.bit
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: JSONKind.number.bit
    default: 0x3F
    }
  }

  /// A Boolean value that indicates whether rules of this kind apply other schemas, either to the same value or to its
  /// members or elements.
  var appliesSchemas: Bool {
    switch self {
    case .reference, .dynamicReference, .object, .propertyNames, .items, .contains, .allOf, .anyOf, .oneOf, .not,
      .conditional, .dependentSchemas, .unevaluatedProperties, .unevaluatedItems:
      true
    default: false
    }
  }
}

extension JSONKind {
  /// The kind as a bit of a set.
  var bit: UInt8 { 1 << rawValue }
}

extension Rule.Kind {
  /// The keyword in reports. For combined rules, it is the main keyword.
  var keyword: String {
    switch self {
    case .never: "false"
    case .types: "type"
    case .constant: "const"
    case .enumeration: "enum"
    case .required: "required"
    case .minProperties: "minProperties"
    case .maxProperties: "maxProperties"
    case .minItems: "minItems"
    case .maxItems: "maxItems"
    case .minLength: "minLength"
    case .maxLength: "maxLength"
    case .minimum: "minimum"
    case .exclusiveMinimum: "exclusiveMinimum"
    case .maximum: "maximum"
    case .exclusiveMaximum: "exclusiveMaximum"
    case .multipleOf: "multipleOf"
    case .format: "format"
    case .pattern: "pattern"
    case .dependentRequired: "dependentRequired"
    case .reference: "$ref"
    case .dynamicReference: "$dynamicRef"
    case .object: "additionalProperties"
    case .propertyNames: "propertyNames"
    case .items: "items"
    case .contains: "contains"
    case .allOf: "allOf"
    case .anyOf: "anyOf"
    case .oneOf: "oneOf"
    case .not: "not"
    case .conditional: "if"
    case .dependentSchemas: "dependentSchemas"
    case .uniqueItems: "uniqueItems"
    case .unevaluatedProperties: "unevaluatedProperties"
    case .unevaluatedItems: "unevaluatedItems"
    }
  }
}
