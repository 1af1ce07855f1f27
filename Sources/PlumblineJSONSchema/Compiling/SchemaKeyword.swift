/// The keywords of all drafts, with their drafts, vocabulary, and the shape of their values.
enum SchemaKeyword: String, Sendable, CaseIterable {
  /// The arrangement of subschemas in a keyword's value.
  enum Shape {
    case schema
    case list
    case map
    /// A schema or a list of schemas.
    case schemaOrList
    case other
  }

  case id4 = "id"
  case id = "$id"
  case schema = "$schema"
  case ref = "$ref"
  case anchor = "$anchor"
  case dynamicRef = "$dynamicRef"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveRef = "$recursiveRef"
  case recursiveAnchor = "$recursiveAnchor"
  case vocabulary = "$vocabulary"
  case comment = "$comment"
  case defs = "$defs"
  case definitions
  case type, `enum`, const
  case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
  case maxLength, minLength, pattern, format
  case maxItems, minItems, uniqueItems, maxContains, minContains
  case maxProperties, minProperties, required, dependentRequired
  case allOf, anyOf, oneOf, not
  case `if`, then, `else`
  case dependentSchemas, dependencies
  case prefixItems, items, additionalItems, contains, unevaluatedItems
  case properties, patternProperties, additionalProperties, propertyNames, unevaluatedProperties
  case contentEncoding, contentMediaType, contentSchema
  case title, description, `default`, examples, deprecated, readOnly, writeOnly

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Creates the keyword with a name in a dialect, or returns `nil` if the dialect has no such keyword.
  init?(_ name: String, in dialect: Dialect) {
    guard let keyword = Self.named[name], keyword.drafts.contains(dialect.draft),
      !dialect.vocabularies.isDisjoint(with: keyword.vocabulary)
    else { return nil }
    self = keyword
  }

  /// The drafts that define the keyword. `definitions` and `dependencies` have been replaced but are still supported.
  private var drafts: ClosedRange<SchemaDraft> {
    switch self {
    case .id4: .draft4 ... .draft4
    case .id, .const, .contains, .propertyNames, .examples: .draft6 ... .draft2020
    case .comment, .if, .then, .else, .contentEncoding, .contentMediaType, .readOnly, .writeOnly:
      .draft7 ... .draft2020
    case .anchor, .vocabulary, .defs, .dependentRequired, .dependentSchemas, .maxContains, .minContains,
      .unevaluatedItems, .unevaluatedProperties, .contentSchema, .deprecated:
      .draft2019 ... .draft2020
    case .recursiveRef, .recursiveAnchor: .draft2019 ... .draft2019
    case .dynamicRef, .dynamicAnchor, .prefixItems: .draft2020 ... .draft2020
    case .additionalItems: .draft4 ... .draft2019
    default: .draft4 ... .draft2020
    }
  }

  private var vocabulary: Dialect.Vocabulary {
    switch self {
    case .type, .enum, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
      .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxContains, .minContains, .maxProperties,
      .minProperties, .required, .dependentRequired:
      .validation
    case .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .dependentSchemas, .dependencies, .prefixItems, .items,
      .additionalItems, .contains, .properties, .patternProperties, .additionalProperties, .propertyNames:
      .applicator
    case .unevaluatedItems, .unevaluatedProperties: .unevaluated
    case .format: .format
    case .contentEncoding, .contentMediaType, .contentSchema: .content
    case .title, .description, .default, .examples, .deprecated, .readOnly, .writeOnly: .metadata
    default: .core
    }
  }

  var shape: Shape {
    switch self {
    case .additionalProperties, .additionalItems, .contains, .not, .if, .then, .else, .propertyNames,
      .unevaluatedItems, .unevaluatedProperties, .contentSchema:
      .schema
    case .items: .schemaOrList
    case .allOf, .anyOf, .oneOf, .prefixItems: .list
    case .defs, .definitions, .properties, .patternProperties, .dependentSchemas, .dependencies: .map
    default: .other
    }
  }
}
