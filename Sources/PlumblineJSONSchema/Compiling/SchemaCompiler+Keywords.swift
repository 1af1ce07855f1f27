import PlumblineASCII
import PlumblineJSONTree

extension SchemaCompiler {
  /// Returns the rules of one schema object.
  mutating func keywords(of schema: JSON, resource: Int) -> [Rule] {
    let dialect = registry.resources[resource].dialect
    let members = SchemaMembers(schema, dialect)
    var made: [Rule] = []
    // Before 2019-09, a reference hides all sibling keywords.
    if dialect.draft < .draft2019, let reference = members[.ref] {
      if expect(.string, reference, "$ref") { self.reference(reference, "$ref", resource, &made) }
      return made
    }
    for (keyword, value) in members.known {
      assertion(keyword, value, members, dialect, &made)
      applicator(keyword, value, members, resource, &made)
    }
    for (name, value) in members.unknown where !name.hasPrefix("x-") && name != "discriminator" {
      note(.unknown, value, name, "'\(name)' isn't a keyword of JSON Schema \(dialect.draft.name) and has no effect.")
    }
    if view != .all { withhold(schema, members, resource, &made) }
    if let (table, place) = objectTable(schema, members, resource) { object(table, place, members, &made) }
    if let (table, place) = itemsTable(members, dialect, resource) {
      tables.itemShapes.append(
        ItemsShape(
          prefixStart: tables.list(table.prefix), prefixCount: Int32(clamping: table.prefix.count),
          rest: table.rest.map { Int32(clamping: $0) } ?? -1))
      made.append(rule(.items, tables.items.append(table), place))
    }
    return made
  }

  /// Compiles keywords that check a value without applying a schema.
  private mutating func assertion(
    _ keyword: SchemaKeyword, _ value: JSON, _ members: SchemaMembers, _ dialect: Dialect, _ made: inout [Rule]
  ) {
    let name = keyword.rawValue
    switch keyword {
    case .type: if let types = types(value, dialect) { self.types(types, value, &made) }
    case .const: values(.constant, [value], value, &made)
    case .enum: if expect(.array, value, name) { values(.enumeration, Array(value.elements), value, &made) }
    case .minimum, .maximum: bound(keyword, value, members, dialect, &made)
    case .exclusiveMinimum, .exclusiveMaximum:
      if dialect.draft == .draft4 {
        _ = expect(.bool, value, name)
      } else {
        number(keyword == .exclusiveMinimum ? .exclusiveMinimum : .exclusiveMaximum, value, name, &made)
      }
    case .multipleOf:
      guard let zero = JSONNumber(literal: "0"), value.number.map({ $0 > zero }) ?? true else {
        return report(value, name, "'multipleOf' must be a number above 0, not \(value.text.cut(40)).")
      }
      number(.multipleOf, value, name, &made)
    case .minLength: count(.minLength, value, name, &made)
    case .maxLength: count(.maxLength, value, name, &made)
    case .minItems: count(.minItems, value, name, &made)
    case .maxItems: count(.maxItems, value, name, &made)
    case .minProperties: count(.minProperties, value, name, &made)
    case .maxProperties: count(.maxProperties, value, name, &made)
    case .pattern:
      guard expect(.string, value, name), let index = pattern(value, value.string ?? "", name) else { return }
      made.append(rule(.pattern, index, value))
    case .format:
      guard expect(.string, value, name), sources.assertsFormats || dialect.assertsFormat,
        let format = Format(value.string ?? "", in: dialect.draft)
      else { return }
      made.append(rule(.format, tables.formats.append(format), value))
    case .uniqueItems:
      if expect(.bool, value, name), value.bool == true { made.append(rule(.uniqueItems, 0, value)) }
    case .required:
      if let names = names(value, name) { made.append(rule(.required, tables.names.append(names), value)) }
    case .dependentRequired: dependentRequired(value, &made)
    case .anchor, .dynamicAnchor: anchor(value, name)
    case .schema: self.dialect(value)
    case .vocabulary: _ = expect(.object, value, name)
    case .recursiveAnchor: _ = expect(.bool, value, name)
    default: break
    }
  }

  /// Compiles keywords that apply schemas.
  private mutating func applicator(
    _ keyword: SchemaKeyword, _ value: JSON, _ members: SchemaMembers, _ resource: Int, _ made: inout [Rule]
  ) {
    let name = keyword.rawValue
    switch keyword {
    case .ref, .dynamicRef, .recursiveRef: if expect(.string, value, name) { reference(value, name, resource, &made) }
    case .allOf: branches(.allOf, value, name, resource, &made)
    case .anyOf: branches(.anyOf, value, name, resource, &made)
    case .oneOf: branches(.oneOf, value, name, resource, &made)
    case .not: made.append(rule(.not, subschema(value, name, resource: resource), value))
    case .propertyNames: made.append(rule(.propertyNames, subschema(value, name, resource: resource), value))
    case .unevaluatedProperties:
      made.append(rule(.unevaluatedProperties, subschema(value, name, resource: resource), value))
    case .unevaluatedItems: made.append(rule(.unevaluatedItems, subschema(value, name, resource: resource), value))
    case .if: conditional(value, members, resource, &made)
    case .contains: contains(value, members, resource, &made)
    case .dependentSchemas:
      guard expect(.object, value, name) else { return }
      let needs = value.members.map { (MemberName($0.key), subschema($0.value, name, resource: resource)) }
      made.append(rule(.dependentSchemas, tables.dependentSchemas.append(needs), value))
    case .dependencies: dependencies(value, resource, &made)
    case .contentSchema: content(value, members, resource)
    default: break
    }
  }

  /// Records a schema for JSON in a string, ignoring other media types and encoded strings. Such a schema never makes a
  /// value invalid, so there is no rule for it.
  private mutating func content(_ value: JSON, _ members: SchemaMembers, _ resource: Int) {
    guard members[.contentEncoding] == nil, let type = members[.contentMediaType]?.string, type.isJSONMediaType else {
      return
    }
    guard value.kind == .object || value.kind == .bool else {
      return note(
        .undecided, value, "contentSchema",
        "The JSON in a text isn't judged by its 'contentSchema', which is \(value.kind.phrase) and no schema.")
    }
    contents[current] = node(for: value, resource: resource)
  }

  private mutating func anchor(_ value: JSON, _ keyword: String) {
    guard expect(.string, value, keyword) else { return }
    let name = Array((value.string ?? "").utf8)
    let isName =
      name.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } ?? false
      && name.allSatisfy { $0.isLetter || $0.isDigit || $0.isOne(of: "-_.") }
    if !isName {
      report(
        value, keyword,
        "'\(keyword)' must be a letter or '_', then letters, digits, '-', '_' and '.', not '\((value.string ?? "").cut(40))'."
      )
    }
  }

  private mutating func dialect(_ value: JSON) {
    guard expect(.string, value, "$schema") else { return }
    let uri = value.string ?? ""
    guard case .unknown(let missing) = registry.dialect(of: uri) else { return }
    let reason =
      missing == uri
      ? "The dialect '\(uri)' is not supported" : "The dialect '\(uri)' requires '\(missing)', which is not supported"
    report(value, "$schema", "\(reason); write 'https://json-schema.org/draft/2020-12/schema'.")
  }

  private mutating func reference(_ value: JSON, _ keyword: String, _ resource: Int, _ made: inout [Rule]) {
    let text = value.string ?? ""
    if keyword == "$recursiveRef", text != "#" {
      return report(value, keyword, "'$recursiveRef' must be '#', not '\(text.cut(40))'.")
    }
    switch registry.resolve(text, from: resource) {
    case .missing(let what, let document):
      report(value, keyword, "'\(keyword)' to '\(text)' leads nowhere: \(what).", absentDocument: document)
    case .found(let target, let owner):
      guard target.kind == .object || target.kind == .bool else {
        return report(value, keyword, "'\(keyword)' to '\(text)' leads to \(target.kind.phrase), which isn't a schema.")
      }
      let node = node(for: target, resource: owner)
      let name: String? =
        switch keyword {
        case "$dynamicRef": URIReference(text).fragment
        case "$recursiveRef": ""
        default: nil
        }
      if let name, let anchor = registry.resources[owner].dynamicAnchors[name], Place(anchor) == Place(target) {
        let table = DynamicTable(anchor: anchorNumber(name), node: node)
        made.append(rule(.dynamicReference, tables.dynamics.append(table), value))
      } else {
        made.append(rule(.reference, node, value))
      }
    }
  }
}

extension String {
  /// A Boolean value that indicates whether a media type is JSON: `application/json`, or any type that ends in `+json`
  /// (RFC 6839).
  fileprivate var isJSONMediaType: Bool {
    let essence = prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    return essence == "application/json" || essence.hasSuffix("+json")
  }
}
