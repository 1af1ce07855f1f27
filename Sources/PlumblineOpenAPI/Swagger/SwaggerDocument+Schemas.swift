import PlumblineJSONTree

extension SwaggerDocument {
  /// Writes a schema with its references in 3.0 form.
  func schema(_ schema: JSON, into json: inout JSONBuilder) {
    json.comes(from: schema)
    guard schema.kind == .object else { return copy(schema, into: &json) }
    json.object { json in
      for (key, value) in schema.members { keyword(key, value, of: schema, into: &json) }
    }
  }

  /// Writes a keyword of a schema, or of a typed parameter, field, or header.
  func keyword(_ key: String, _ value: JSON, of schema: JSON, into json: inout JSONBuilder) {
    switch (key, value.kind) {
    case ("$ref", .string): member(key, value, into: &json) { $0.string(reference(value)) }
    case ("x-nullable", .bool) where schema["nullable"] == nil:
      member("nullable", value, into: &json) { $0.value(value) }
    case ("discriminator", .string):
      member(key, value, into: &json) { json in
        json.object { json in
          json.member("propertyName", value)
          mapping(of: schema, into: &json)
        }
      }
    case ("type", .string) where value.string == "file":
      member(key, value, into: &json) { $0.string("string") }
      if schema["format"] == nil { json.member("format", "binary") }
    case ("items", .object), ("additionalProperties", .object), ("not", .object):
      member(key, value, into: &json) { self.schema(value, into: &$0) }
    case ("allOf", .array), ("anyOf", .array), ("oneOf", .array):
      member(key, value, into: &json) { json in
        json.array { json in for part in value.elements { self.schema(part, into: &json) } }
      }
    case ("properties", .object), ("definitions", .object), ("patternProperties", .object):
      member(key, value, into: &json) { json in each(value, into: &json) { self.schema($0, into: &$1) } }
    default: copy(key, value, into: &json)
    }
  }

  /// Writes the values that identify the extensions of a schema, if a vendor extension lists them.
  private func mapping(of base: JSON, into json: inout JSONBuilder) {
    var named: [(value: JSON, name: String)] = []
    for (name, definition) in root["definitions"]?.members.map({ $0 }) ?? [] {
      guard let value = definition["x-discriminator-value"] ?? definition["x-ms-discriminator-value"],
        value.kind == .string,
        definition["allOf"]?.elements.contains(where: { extends($0, base) }) == true
      else { continue }
      named.append((value, name))
    }
    guard !named.isEmpty else { return }
    json.member("mapping") { json in
      json.object { json in
        for (value, name) in named {
          json.comes(from: value)
          json.member(value.string ?? "", "#/components/schemas/\(self.name(ofDefinition: name))")
        }
      }
    }
  }

  private func extends(_ part: JSON, _ base: JSON) -> Bool {
    guard let reference = part["$ref"], let text = reference.string,
      case .found(let target) = documents.resolve(text, from: reference)
    else { return false }
    return target.identity == base.identity
  }

  /// Returns the 3.0 form of a reference, relative to the document being written. Parts included from other documents
  /// contain references relative to those documents.
  func reference(_ value: JSON) -> String {
    let text = value.string ?? ""
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let fragment = parts.count == 2 ? "#\(parts[1])" : ""
    let isForeign = value.document !== root.document
    let isMain = isOfMain(value, parts.first ?? "")
    guard isMain else {
      guard isForeign, !text.contains("://") else { return text }
      return path(of: parts.first ?? "", from: value) + fragment
    }
    let file = root.document === documents.main ? "" : isForeign ? documents.path(of: documents.main.root) : parts[0]
    guard parts.count == 2, let pointer = JSONPointer(fragment: parts[1]), let place = pointer.tokens.first else {
      return file + fragment
    }
    var tokens = pointer.tokens
    switch place {
    case "definitions":
      if tokens.count > 1 { tokens[1] = name(ofDefinition: tokens[1]) }
      tokens.replaceSubrange(0...0, with: ["components", "schemas"])
    case "parameters", "responses": tokens.replaceSubrange(0...0, with: ["components", place])
    default: return file + fragment
    }
    return "\(file)#\(JSONPointer(tokens: tokens))"
  }

  /// Returns a Boolean value that indicates whether the file that a value refers to is the main document.
  private func isOfMain(_ value: JSON, _ file: String) -> Bool {
    if file.isEmpty { return value.document === documents.main }
    guard case .found(let target) = documents.resolve(file, from: value) else { return false }
    return target.document === documents.main
  }

  /// Returns the path of a file that a value in another document refers to, relative to the folder of the document
  /// being written.
  private func path(of file: String, from value: JSON) -> String {
    let own = documents.path(of: root).split(separator: "/").dropLast().map(String.init)
    var segments = documents.path(of: value).split(separator: "/").map(String.init)
    if !file.isEmpty {
      segments.removeLast()
      for segment in file.split(separator: "/").map(String.init) where segment != "." {
        if segment == "..", !segments.isEmpty { segments.removeLast() } else { segments.append(segment) }
      }
    }
    let shared = zip(own, segments).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: own.count - shared) + segments.dropFirst(shared)).joined(separator: "/")
  }
}
