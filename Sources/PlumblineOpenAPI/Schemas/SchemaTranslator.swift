import PlumblineContractModel
import PlumblineJSONTree

/// A translator from the schemas of a description to those of a contract: JSON Schema 2020-12, with references that use
/// the contract's names.
struct SchemaTranslator {
  let version: OpenAPIVersion
  let names: SchemaNames
  let log: NoteLog
  /// The file that contains the schemas, as used in references from the current file. It is empty if they are the same.
  var file = ""
  /// A Boolean value that indicates whether closing keywords of the schema and its own parts are left out
  /// (``ClosedParts``).
  private(set) var isOpening = false

  /// Annotations of a value that aren't part of its schema.
  struct Additions {
    var examples: [JSON] = []
    var description: JSON?
    var isDeprecated = false
    /// The sunset date, for `x-sunset`.
    var sunset: JSON?
    /// The value of a long poll's parameter that makes the server respond at once.
    var longPoll: JSON?

    var isEmpty: Bool {
      examples.isEmpty && description == nil && !isDeprecated && sunset == nil && longPoll == nil
    }
  }

  /// The maximum depth of nested schemas, to limit stack use.
  private static let deepest = 200

  /// Writes a schema for a value.
  func write(_ schema: JSON, _ additions: Additions = .init(), into json: inout JSONBuilder) {
    write(schema, additions, depth: 0, into: &json)
  }

  func write(_ schema: JSON, _ additions: Additions, depth: Int, into json: inout JSONBuilder) {
    json.comes(from: schema)
    guard schema.kind == .object else {
      if schema.kind == .bool, additions.isEmpty { return json.value(schema) }
      return json.object { json in add(additions, beside: nil, into: &json) }
    }
    guard depth < Self.deepest else {
      log.error(
        schema,
        "Schemas nest more than \(Self.deepest) levels deep here; name a part in \"components\" and refer to it.")
      return json.bool(true)
    }
    if version == .v30, schema["$ref"]?.string != nil {
      // In OpenAPI 3.0, a reference hides its sibling members, but authors who add `nullable` there expect it to apply.
      guard schema["nullable"]?.bool == true else { return reference(schema, additions, into: &json) }
      return orNull(additions, schema, into: &json) { json in reference(schema, .init(), into: &json) }
    }
    if !isOpening, let conflict = names.closedParts.conflict(in: schema) {
      return whole(schema, conflict, additions, depth, into: &json)
    }
    if isNullable(schema), schema["type"] == nil, schema["enum"] == nil, isComposed(schema) {
      return orNull(additions, schema, into: &json) { json in
        json.object { json in members(of: schema, .init(), depth, into: &json) }
      }
    }
    json.object { json in members(of: schema, additions, depth, into: &json) }
  }

  /// A translator like this one for parts of a schema whose own closing keywords don't apply.
  var opening: SchemaTranslator {
    var opening = self
    opening.isOpening = true
    return opening
  }

  /// Writes a schema whose parts forbid each other's members as a schema with exactly the members of all parts.
  ///
  /// - Parameter conflict: A member that one part describes and another part forbids.
  private func whole(
    _ schema: JSON, _ conflict: ClosedParts.Conflict, _ additions: Additions, _ depth: Int, into json: inout JSONBuilder
  ) {
    log.assumption(schema, ClosedParts.message(conflict, version))
    let write = { (json: inout JSONBuilder, additions: Additions) in
      json.object { json in
        opening.members(of: schema, additions, depth, into: &json)
        let own = schema["unevaluatedProperties"]
        if own == nil || own?.bool == false { json.member("unevaluatedProperties", false) }
      }
    }
    guard isNullable(schema), schema["type"] == nil, schema["enum"] == nil else { return write(&json, additions) }
    orNull(additions, schema, into: &json) { json in write(&json, .init()) }
  }

  private func reference(_ schema: JSON, _ additions: Additions, into json: inout JSONBuilder) {
    json.object { json in
      self.reference(of: schema, into: &json)
      add(additions, beside: nil, into: &json)
    }
  }

  func reference(of holder: JSON, into json: inout JSONBuilder) {
    guard let reference = holder["$ref"], let name = isOpening ? names.opened(by: holder) : names.meant(by: holder)
    else { return }
    json.comes(from: holder.key(of: "$ref") ?? reference)
    self.reference(to: name, from: reference, into: &json)
  }

  func reference(to name: String, from source: JSON, into json: inout JSONBuilder) {
    let token = JSONPointer(tokens: [name]).description
    json.member("$ref") { json in
      json.comes(from: source)
      json.string("\(file)#/schemas\(token)")
    }
  }

  /// Writes a schema that also accepts null.
  private func orNull(
    _ additions: Additions, _ schema: JSON, into json: inout JSONBuilder, _ inner: (inout JSONBuilder) -> Void
  ) {
    json.object { json in
      json.member("anyOf") { json in
        json.array { json in
          inner(&json)
          json.object { json in json.member("type", "null") }
        }
      }
      json.comes(from: schema)
      add(additions, beside: nil, into: &json)
    }
  }

  /// Writes a schema that also accepts an empty string.
  ///
  /// - Parameter place: The location in the document that allows it.
  func write(_ schema: JSON, _ additions: Additions, orEmpty place: JSON, into json: inout JSONBuilder) {
    json.object { json in
      json.member("anyOf") { json in
        json.array { json in
          write(schema, into: &json)
          json.comes(from: place)
          json.object { $0.member("const", "") }
        }
      }
      json.comes(from: schema)
      add(additions, beside: nil, into: &json)
    }
  }

  /// Returns a Boolean value that indicates whether null is allowed in addition to the type. Since OpenAPI 3.1, a type
  /// includes null itself, but authors who still write `nullable` expect it to apply.
  private func isNullable(_ schema: JSON) -> Bool { schema["nullable"]?.bool == true }

  private func isComposed(_ schema: JSON) -> Bool {
    ["$ref", "allOf", "oneOf", "anyOf"].contains { schema[$0] != nil }
  }

  private func add(_ additions: Additions, beside schema: JSON?, into json: inout JSONBuilder) {
    if !additions.examples.isEmpty {
      json.member("examples") { json in
        json.array { json in
          for example in additions.examples {
            json.comes(from: example)
            json.value(example)
          }
        }
      }
    }
    if let description = additions.description, schema?["description"] == nil {
      json.comes(from: description)
      json.member("description", description)
    }
    if additions.isDeprecated, schema?["deprecated"] == nil { json.member("deprecated", true) }
    if let sunset = additions.sunset, schema?["x-sunset"] == nil {
      json.comes(from: sunset)
      json.member("x-sunset", sunset)
    }
    if let longPoll = additions.longPoll { json.member("x-long-poll", longPoll) }
  }

  private func members(of schema: JSON, _ additions: Additions, _ depth: Int, into json: inout JSONBuilder) {
    for (name, value) in schema.members {
      json.comes(from: JSON(value.document, value.node - 1))
      switch name {
      case "additionalProperties" where isOpening && value.bool == false: break
      case "unevaluatedProperties" where isOpening && value.bool == false: break
      case "$ref":
        if value.string != nil { reference(of: schema, into: &json) }
      case "nullable", "$anchor", "$id", "externalDocs", "discriminator": break
      case "xml":
        if value.kind == .object, value.count > 0 { json.member("x-xml") { $0.value(value) } }
      case "x-paging": paging(value, into: &json)
      case "x-extensible-enum", "x-sunset": json.member(name) { $0.value(value) }
      case _ where name.hasPrefix("x-"): break
      // Examples of a parameter or a media type replace those of its schema (OpenAPI 3.0.3, Parameter Object).
      case "example" where !additions.examples.isEmpty: break
      case "examples" where !additions.examples.isEmpty: break
      case "example":
        if schema["examples"] == nil { example(value, into: &json) }
      case "type" where isNullable(schema):
        json.member(name) { json in
          json.array { json in
            let types = value.kind == .array ? value.elements.map { $0 } : [value]
            for type in types { json.value(type) }
            if !types.contains("null") { json.string("null") }
          }
        }
      case "const" where isNullable(schema) && !value.isNull:
        json.member("enum") { json in
          json.array { json in
            json.value(value)
            json.null()
          }
        }
      case "enum", "oneOf", "anyOf", "allOf":
        guard value.kind != .array || value.count > 0 else {
          log.note(value, "An empty \"\(name)\" would let nothing be right; it is taken as not said.")
          break
        }
        if name == "oneOf", schema[WeakerSchemas.mark] != nil || isOpened(value) {
          loosened(value, schema, depth, into: &json)
        } else {
          choice(name, value, schema, depth, into: &json)
        }
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": bound(name, value, schema, into: &json)
      default: member(name, value, depth, into: &json)
      }
    }
    implied(by: schema, into: &json)
    json.comes(from: schema)
    add(additions, beside: schema, into: &json)
  }

  /// Writes the keywords that a format implies in OpenAPI but not in JSON Schema.
  private func implied(by schema: JSON, into json: inout JSONBuilder) {
    guard let format = schema["format"] else { return }
    if let range = IntegerRange(format: format.string) {
      json.comes(from: format)
      range.write(beside: schema, into: &json)
    }
    // Base64 (RFC 4648, section 4), as defined in OpenAPI 3.0.3, Data Types.
    if version == .v30, format.string == "byte", schema["pattern"] == nil {
      json.comes(from: format)
      json.member("pattern", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$")
    }
  }

  /// Writes a member's role in a paged list, or reports an unknown role.
  private func paging(_ role: JSON, into json: inout JSONBuilder) {
    guard role.string.flatMap(Paging.Role.init(rawValue:)) == nil else { return json.member("x-paging", role) }
    let roles = Spelling.list(Paging.Role.allCases.map(\.rawValue), joining: "or")
    log.note(role, "\"x-paging\" is \(roles), so this is ignored.")
  }

  /// Returns a Boolean value that indicates whether the alternatives of a choice lose their closing keywords, so that
  /// several of them may match.
  private func isOpened(_ choice: JSON) -> Bool {
    isOpening && choice.elements.contains(where: names.closedParts.isClosed)
  }

  /// Writes a "oneOf" as "anyOf", because its branches aren't fully understood (``DocumentTrim``) or lose their closing
  /// keywords.
  private func loosened(_ value: JSON, _ schema: JSON, _ depth: Int, into json: inout JSONBuilder) {
    guard schema["anyOf"] != nil else { return choice("anyOf", value, schema, depth, into: &json) }
    guard schema["allOf"] == nil else { return }
    json.member("allOf") { json in
      json.array { json in json.object { json in choice("anyOf", value, schema, depth, into: &json) } }
    }
  }

  private func choice(_ name: String, _ value: JSON, _ schema: JSON, _ depth: Int, into json: inout JSONBuilder) {
    switch name {
    case "enum" where isNullable(schema): choices(value, into: &json)
    case "oneOf", "anyOf": branches(name, value, schema, depth, into: &json)
    case "allOf" where value.kind == .array && !isOpening && !names.discriminators.ownNames(of: schema).isEmpty:
      extended(value, schema, depth, into: &json)
    default: member(name, value, depth, into: &json)
    }
  }

  /// Writes the parts of a schema that extends others. The value that identifies the schema is added as an example.
  private func extended(_ parts: JSON, _ schema: JSON, _ depth: Int, into json: inout JSONBuilder) {
    json.member("allOf") { json in
      json.array { json in
        for part in parts.elements { write(part, .init(), depth: depth + 1, into: &json) }
        json.comes(from: schema)
        json.object { json in
          json.member("properties") { json in
            json.object { json in
              for (property, value) in names.discriminators.ownNames(of: schema) {
                json.member(property) { json in json.object { $0.member("examples", JSON.array([JSON(value)])) } }
              }
            }
          }
        }
      }
    }
  }

  func example(_ value: JSON, into json: inout JSONBuilder) {
    json.member("examples") { json in
      json.array { json in
        json.comes(from: value)
        json.value(value)
      }
    }
  }

  /// Writes the values of an enumeration, including null.
  private func choices(_ value: JSON, into json: inout JSONBuilder) {
    json.member("enum") { json in
      json.array { json in
        for element in value.elements {
          json.comes(from: element)
          json.value(element)
        }
        if !value.elements.contains(where: \.isNull) { json.null() }
      }
    }
  }

  /// Writes a bound. In OpenAPI 3.0, an exclusive bound is a bound with an additional flag.
  private func bound(_ name: String, _ value: JSON, _ schema: JSON, into json: inout JSONBuilder) {
    guard version == .v30, value.kind != .bool || name.hasPrefix("exclusive") else { return json.member(name, value) }
    switch name {
    case "minimum" where schema["exclusiveMinimum"]?.bool == true: json.member("exclusiveMinimum", value)
    case "maximum" where schema["exclusiveMaximum"]?.bool == true: json.member("exclusiveMaximum", value)
    case "exclusiveMinimum", "exclusiveMaximum":
      if value.kind != .bool { json.member(name, value) }
    default: json.member(name, value)
    }
  }

  func member(_ name: String, _ value: JSON, _ depth: Int, into json: inout JSONBuilder) {
    guard !isOpening || Self.choices.contains(name) else {
      var inner = self
      inner.isOpening = false
      return inner.member(name, value, depth, into: &json)
    }
    json.member(name) { json in
      switch (Self.shapes[name], value.kind) {
      case (.schema, .object), (.schema, .bool): write(value, .init(), depth: depth + 1, into: &json)
      case (.list, .array):
        json.array { json in
          for element in value.elements { write(element, .init(), depth: depth + 1, into: &json) }
        }
      case (.map, .object):
        json.object { json in
          for (key, schema) in value.members {
            json.comes(from: JSON(schema.document, schema.node - 1))
            json.member(key) { json in write(schema, .init(), depth: depth + 1, into: &json) }
          }
        }
      default:
        json.comes(from: value)
        json.value(value)
      }
    }
  }

  /// The keywords whose schemas apply to the same value as the enclosing schema.
  private static let choices: Set = ["allOf", "oneOf", "anyOf"]

  private enum Shape { case schema, list, map }

  /// The keywords that hold subschemas (JSON Schema 2020-12, section 10; OpenAPI 3.0 has a subset).
  private static let shapes: [String: Shape] = [
    "items": .schema, "additionalProperties": .schema, "not": .schema, "if": .schema, "then": .schema,
    "else": .schema, "contains": .schema, "propertyNames": .schema, "unevaluatedItems": .schema,
    "unevaluatedProperties": .schema, "contentSchema": .schema,
    "allOf": .list, "anyOf": .list, "oneOf": .list, "prefixItems": .list,
    "properties": .map, "patternProperties": .map, "dependentSchemas": .map, "$defs": .map, "definitions": .map,
  ]
}
