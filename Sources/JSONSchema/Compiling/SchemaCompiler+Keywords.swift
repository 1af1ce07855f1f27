import JSONTree

extension SchemaCompiler {
  /// The rules of one schema object.
  mutating func keywords(of schema: JSON, base: String) -> [Rule] {
    var made: [Rule] = []
    let document = schema.document
    var key = schema.node + 1
    let end = document.next(schema.node)
    while key < end {
      if !document.tape[key].isShadowed {
        let keyword = document.string(key)
        keywordRules(keyword, JSON(document, key + 1), in: schema, base: base, &made)
      }
      key = document.next(key + 1)
    }
    if let table = objectTable(schema, base: base) {
      tables.objects.append(table.table)
      made.append(rule(.object, tables.objects.count - 1, table.place))
    }
    if let table = itemsTable(schema, base: base) {
      tables.items.append(table.table)
      made.append(rule(.items, tables.items.count - 1, table.place))
    }
    return made
  }

  private mutating func keywordRules(
    _ keyword: String, _ value: JSON, in schema: JSON, base: String, _ made: inout [Rule]
  ) {
    switch keyword {
    case "type":
      if let types = types(value) { made.append(rule(.types, Int(types.rawValue), value)) }
    case "const":
      tables.values.append([value])
      made.append(rule(.constant, tables.values.count - 1, value))
    case "enum":
      guard expect(.array, value, keyword) else { return }
      tables.values.append(Array(value.elements))
      made.append(rule(.enumeration, tables.values.count - 1, value))
    case "minimum": number(.minimum, value, keyword, &made)
    case "exclusiveMinimum": number(.exclusiveMinimum, value, keyword, &made)
    case "maximum": number(.maximum, value, keyword, &made)
    case "exclusiveMaximum": number(.exclusiveMaximum, value, keyword, &made)
    case "multipleOf":
      guard let zero = JSONNumber(literal: "0"), value.number.map({ $0 > zero }) ?? true else {
        return report(value, keyword, "'multipleOf' must be a number above 0, not \(value.text).")
      }
      number(.multipleOf, value, keyword, &made)
    case "minLength": count(.minLength, value, keyword, &made)
    case "maxLength": count(.maxLength, value, keyword, &made)
    case "minItems": count(.minItems, value, keyword, &made)
    case "maxItems": count(.maxItems, value, keyword, &made)
    case "minProperties": count(.minProperties, value, keyword, &made)
    case "maxProperties": count(.maxProperties, value, keyword, &made)
    case "pattern":
      guard expect(.string, value, keyword), let index = pattern(value, value.string ?? "", keyword) else { return }
      made.append(rule(.pattern, index, value))
    case "format":
      guard expect(.string, value, keyword) else { return }
      guard library.formats == .assertion, let format = Format(rawValue: value.string ?? "") else { return }
      tables.formats.append(format)
      made.append(rule(.format, tables.formats.count - 1, value))
    case "uniqueItems":
      guard expect(.bool, value, keyword) else { return }
      if value.bool == true { made.append(rule(.uniqueItems, 0, value)) }
    case "required":
      guard let names = names(value, keyword) else { return }
      tables.names.append(names)
      made.append(rule(.required, tables.names.count - 1, value))
    case "$ref":
      guard expect(.string, value, keyword) else { return }
      reference(value, base: base, &made)
    default:
      applicatorRules(keyword, value, in: schema, base: base, &made)
    }
  }

  private mutating func applicatorRules(
    _ keyword: String, _ value: JSON, in schema: JSON, base: String, _ made: inout [Rule]
  ) {
    switch keyword {
    case "allOf": branches(.allOf, value, keyword, base: base, &made)
    case "anyOf": branches(.anyOf, value, keyword, base: base, &made)
    case "oneOf": branches(.oneOf, value, keyword, base: base, &made)
    case "not": made.append(rule(.not, subschema(value, keyword, base: base), value))
    case "propertyNames": made.append(rule(.propertyNames, subschema(value, keyword, base: base), value))
    case "unevaluatedProperties":
      made.append(rule(.unevaluatedProperties, subschema(value, keyword, base: base), value))
    case "unevaluatedItems": made.append(rule(.unevaluatedItems, subschema(value, keyword, base: base), value))
    case "if": conditional(value, in: schema, base: base, &made)
    case "contains": contains(value, in: schema, base: base, &made)
    case "dependentRequired": dependentRequired(value, &made)
    case "dependentSchemas":
      guard expect(.object, value, keyword) else { return }
      tables.dependentSchemas.append(
        value.members.map { (PropertyName($0.key), subschema($0.value, keyword, base: base)) })
      made.append(rule(.dependentSchemas, tables.dependentSchemas.count - 1, value))
    case "properties", "patternProperties", "additionalProperties", "prefixItems", "items", "then", "else",
      "minContains", "maxContains":
      break
    case "$schema": dialect(value)
    default:
      if SchemaKeyword.refused.contains(keyword) {
        report(value, keyword, "'\(keyword)' is not supported; use '$ref' with '$defs' instead.")
      } else if !SchemaKeyword.annotations.contains(keyword), !keyword.hasPrefix("x-") {
        unknownKeywords.append(
          Self.problem(value, keyword, "'\(keyword)' is no keyword of JSON Schema 2020-12 and has no effect."))
      }
    }
  }

  private mutating func dialect(_ value: JSON) {
    guard expect(.string, value, "$schema") else { return }
    let uri = URIReference(value.string ?? "").resource
    if uri != "https://json-schema.org/draft/2020-12/schema" {
      report(
        value, "$schema",
        "The dialect '\(uri)' is not supported; write 'https://json-schema.org/draft/2020-12/schema'.")
    }
  }

  private mutating func reference(_ value: JSON, base: String, _ made: inout [Rule]) {
    let text = value.string ?? ""
    switch resources.resolve(text, base: base) {
    case .missing(let what):
      report(
        value, "$ref",
        "'$ref' to '\(text)' leads nowhere: there is no \(what.hasPrefix("the ") ? String(what.dropFirst(4)) : what).")
    case .found(let target, let targetBase):
      guard target.kind == .object || target.kind == .bool else {
        return report(value, "$ref", "'$ref' to '\(text)' leads to \(target.kind.phrase), which is no schema.")
      }
      made.append(rule(.reference, node(for: target, base: targetBase), value))
    }
  }
}
