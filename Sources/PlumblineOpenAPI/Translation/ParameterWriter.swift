import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A writer for the parameters and the body of an operation's request.
struct ParameterWriter {
  let operation: Operation
  let writer: ContractWriter
  let schemas: SchemaTranslator

  private struct Parameter {
    let name: String
    /// The location in the contract's terms: `path`, `query`, `headers`, or `cookies`.
    let place: String
    let value: JSON
    let source: JSON
    var isRequired: Bool { value["required"]?.bool == true }
  }

  private static let places = ["path": "path", "query": "query", "header": "headers", "cookie": "cookies"]
  /// Headers that are described elsewhere in a document (OpenAPI 3.1.1, section 4.8.12.1).
  private static let ignored: Set<String> = ["accept", "content-type", "authorization"]

  func write(into json: inout JSONBuilder) {
    let parameters = self.parameters()
    for place in ["path", "query", "headers", "cookies"] {
      let members = parameters.filter { $0.place == place }
      let fixed =
        place == "query" ? operation.fixedQuery.filter { name, _ in !members.contains { $0.name == name } } : []
      let undeclared = place == "path" ? self.undeclared(members) : []
      guard !members.isEmpty || !undeclared.isEmpty || !fixed.isEmpty else { continue }
      json.comes(from: operation.value.key(of: "parameters") ?? operation.key)
      json.member(place) { json in
        json.object { json in
          for parameter in members {
            json.comes(from: parameter.source)
            json.member(parameter.name) { json in schema(of: parameter, into: &json) }
          }
          json.comes(from: operation.pathKey)
          for name in undeclared { json.member(name) { $0.object { $0.member("type", "string") } } }
          for (name, value) in fixed { json.member(name) { $0.object { $0.member("const", value) } } }
        }
      }
    }
    styles(parameters, into: &json)
    let body = body()
    required(parameters, body, into: &json)
    if let body, let content = body["content"] {
      ContentWriter(writer: writer, schemas: schemas).write(content, examples: .all, into: &json)
    }
  }

  /// Returns the operation's parameters and those of its path that it doesn't replace.
  private func parameters() -> [Parameter] {
    var found: [Parameter] = []
    // The names used in each location, in the form in which they are compared, and the parameter that accepts any name
    // as its member.
    var taken: [String: Set<String>] = [:]
    var open: [String: String] = [:]
    let template = Set((try? PathTemplate(parsing: operation.template))?.parameters ?? [])
    for list in [operation.value["parameters"]] + operation.items.map({ $0["parameters"] }) {
      var listed: [String: Set<String>] = [:]
      for source in list?.elements.map({ $0 }) ?? [] {
        guard let value = writer.following.object(source), let name = value["name"]?.string, !name.isEmpty,
          let word = value["in"]?.string
        else { continue }
        guard let place = Self.places[word] else {
          // An unknown location is reported with the document's other mistakes.
          if word == "querystring" {
            writer.log.note(source, "A parameter in \"\(word)\" is ignored: \(name).")
          }
          continue
        }
        if place == "headers", Self.ignored.contains(name.lowercased()) { continue }
        if place == "path", !template.contains(name) {
          writer.log.note(source, "\(operation.path) has no {\(name)}, so this parameter is left out.")
          continue
        }
        let members = members(of: value, in: place)
        if members == .nothing {
          writer.log.note(
            source, "The members of \(name) stand for themselves, and its schema allows none, so it is left out.")
          continue
        }
        if members == .any, let first = open[place] {
          writer.log.note(source, "Any name may be a member of \(first), and of \(name), so \(name) is left out.")
          continue
        }
        guard taken[place, default: []].insert(place == "headers" ? name.lowercased() : name).inserted else {
          if listed[place]?.contains(name) == true {
            writer.log.note(source, "The parameter \(name) appears twice; the first one counts.")
          }
          continue
        }
        listed[place, default: []].insert(name)
        if members == .any { open[place] = name }
        if place == "query", let reserved = value.key(of: "allowReserved"), value["allowReserved"]?.bool == true {
          writer.log.note(
            reserved, "\"allowReserved\" isn't read: \(name) is sent percent-encoded, and taken either way.")
        }
        found.append(Parameter(name: name, place: place, value: value, source: source))
      }
    }
    return found
  }

  /// Returns and reports the path variables that no parameter describes. They accept any text.
  private func undeclared(_ members: [Parameter]) -> [String] {
    let template = (try? PathTemplate(parsing: operation.template))?.parameters ?? []
    return template.filter { name in
      guard !members.contains(where: { $0.name == name }) else { return false }
      writer.log.note(
        operation.pathKey, "No parameter of \(operation.method) describes {\(name)}, so it accepts any text.")
      return true
    }
  }

  /// Writes the schema of a parameter: its own, or that of its only media type.
  private func schema(of parameter: Parameter, into json: inout JSONBuilder) {
    let value = parameter.value
    let media = value["content"]?.members.first.flatMap { writer.following.object($0.value) }
    var additions = SchemaTranslator.Additions(
      examples: examples(of: value) + (media.map(examples) ?? []), description: value["description"],
      isDeprecated: value["deprecated"]?.bool == true, sunset: value["x-sunset"])
    if additions.description?.string?.isEmpty ?? true { additions.description = nil }
    guard let schema = value["schema"] ?? contentSchema(of: value) else {
      json.object { json in
        if value["content"] != nil { return }
        json.member("type", "string")
      }
      return
    }
    if parameter.place == "query" { additions.longPoll = longPoll(parameter, schema) }
    guard parameter.place == "query", let isEmptyAllowed = value["allowEmptyValue"], isEmptyAllowed.bool == true,
      SchemaShape(following: writer.following).container(of: schema) == nil
    else { return schemas.write(schema, additions, into: &json) }
    schemas.write(schema, additions, orEmpty: isEmptyAllowed, into: &json)
  }

  /// Returns the value that makes a long poll's server respond at once. Either the document declares it, or it is
  /// assumed from the parameter's description, which is reported.
  private func longPoll(_ parameter: Parameter, _ schema: JSON) -> JSON? {
    let own = writer.following.object(schema) ?? schema
    if let said = parameter.value["x-long-poll"] ?? own["x-long-poll"] { return said }
    let description = parameter.value["description"]?.string ?? own["description"]?.string ?? ""
    guard operation.method.uppercased() == "GET",
      let value = LongPoll.value(of: parameter.name, description: description, schema: own)
    else { return Optional.none }
    writer.log.remark(
      parameter.source,
      "\(parameter.name) is how long the server waits for news (a long poll), by its description; verify and probe send "
        + "\(value.text). \"x-long-poll\" says it for sure.")
    return value
  }

  /// Returns the schema of a parameter's only media type. If its values aren't supported, reports this and returns
  /// `nil`.
  private func contentSchema(of value: JSON) -> JSON? {
    guard let (type, written) = value["content"]?.members.first,
      let schema = writer.following.object(written)?["schema"]
    else { return nil }
    let essence = MediaType.essence(of: type)
    let isText = BodyForm(essence) == .text && !SchemaShape(following: writer.following).isContainer(schema)
    if isText || MediaType.isJSON(essence) { return schema }
    writer.log.note(schema, "Parameters in \(type) aren't supported, so this schema is ignored.")
    return nil
  }

  private func examples(of value: JSON) -> [JSON] {
    if let example = value["example"] { return [example] }
    return value["examples"]?.members.compactMap { writer.following.value(ofExample: $0.value) } ?? []
  }

  private func styles(_ parameters: [Parameter], into json: inout JSONBuilder) {
    let styled = parameters.filter { style(of: $0) != nil }
    guard !styled.isEmpty else { return }
    json.member("styles") { json in
      json.object { json in
        for place in ["path", "query", "headers", "cookies"] {
          let members = styled.filter { $0.place == place }
          guard !members.isEmpty else { continue }
          json.comes(from: members[0].source)
          json.member(place) { json in
            json.object { json in
              for parameter in members {
                guard let style = style(of: parameter) else { continue }
                json.comes(from: parameter.source)
                json.member(parameter.name, style)
              }
            }
          }
        }
      }
    }
  }

  /// Returns the style of a value, or `nil` if it is the default for its location.
  private func style(of parameter: Parameter) -> JSON? {
    let value = parameter.value
    if let type = value["content"]?.members.first?.key {
      guard MediaType.isJSON(MediaType.essence(of: type)) else { return nil }
      return JSON.object([("contentType", "application/json")])
    }
    let usual = parameter.place == "query" || parameter.place == "cookies" ? "form" : "simple"
    let kind = value["style"]?.string ?? usual
    let explode = value["explode"]?.bool ?? (kind == "form")
    let shape = SchemaShape(following: writer.following)
    guard let schema = value["schema"] else { return nil }
    let container = shape.container(of: schema)
    if kind == "deepObject", shape.mayBeContainer(schema, named: true) {
      return JSON.object([("style", JSON(kind))])
    }
    if shape.isNested(schema) {
      writer.log.remark(
        parameter.source,
        "\(parameter.name) is a list of lists or objects, and no style says how these are written; taken as JSON.")
      return JSON.object([("contentType", "application/json")])
    }
    if kind == usual, explode == (usual == "form") { return nil }
    // A single value is written unchanged, apart from the prefixes of label and matrix.
    if container == nil, kind != "label", kind != "matrix" {
      if Self.stylesOfParts.contains(kind) { noteStyle(kind, of: parameter, schema) }
      return nil
    }
    guard explode, Self.delimited.contains(kind) else {
      return JSON.object([("style", JSON(kind)), ("explode", JSON(explode))])
    }
    writer.log.note(
      value.key(of: "explode") ?? parameter.source,
      "With \"explode\" the parts of \(parameter.name) have no separator, so \"\(kind)\" has no effect, and "
        + (container == "array" ? "each is a value of its own." : "\"explode\" is left out."))
    if container == "array" { return nil }
    return JSON.object([("style", JSON(kind)), ("explode", JSON(false))])
  }

  /// Styles with a delimiter between parts.
  private static let delimited: Set<String> = ["spaceDelimited", "pipeDelimited"]
  /// Styles that have no effect on a single value.
  private static let stylesOfParts = delimited.union(["deepObject"])

  /// Reports a style that applies only to lists and objects.
  private func noteStyle(_ kind: String, of parameter: Parameter, _ schema: JSON) {
    let mayHaveParts = SchemaShape(following: writer.following).mayBeContainer(schema)
    writer.log.note(
      parameter.value.key(of: "style") ?? parameter.source,
      "\"\(kind)\" is a style of lists and objects, and \(parameter.name) \(mayHaveParts ? "may be" : "is") one value, so "
        + "the style is left out.")
  }

  /// The members of an object that are sent under their own names in a query.
  private enum FreeMembers {
    case named, any, nothing
  }

  /// Returns the members of a parameter that are sent under their own names, or `nil` if the parameter is sent under
  /// its name.
  private func members(of value: JSON, in place: String) -> FreeMembers? {
    guard place == "query" || place == "cookies", let schema = value["schema"],
      value["style"]?.string ?? "form" == "form", value["explode"]?.bool ?? true
    else { return nil }
    let shape = SchemaShape(following: writer.following)
    guard shape.container(of: schema) == "object" else { return nil }
    if !shape.properties(of: schema).isEmpty { return .named }
    return (writer.following.object(schema) ?? schema)["additionalProperties"]?.bool == false ? .nothing : .any
  }

  private func body() -> JSON? {
    guard let written = operation.value["requestBody"] else { return nil }
    return writer.following.object(written)
  }

  private func required(_ parameters: [Parameter], _ body: JSON?, into json: inout JSONBuilder) {
    let fixed = operation.fixedQuery.map(\.name)
    let places = ["query", "headers", "cookies"].compactMap { place -> (String, [String])? in
      var names = parameters.filter { $0.place == place && $0.isRequired }.map(\.name)
      if place == "query" { names += fixed.filter { !names.contains($0) } }
      return names.isEmpty ? nil : (place, names)
    }
    let hasContent = body?["content"].map { $0.count > 0 } ?? false
    guard !places.isEmpty || hasContent else { return }
    json.comes(from: operation.value.key(of: "requestBody") ?? operation.key)
    json.member("required") { json in
      json.object { json in
        for (place, names) in places { json.member(place, JSON.array(names.map { JSON($0) })) }
        if hasContent { json.member("body", body?["required"]?.bool == true) }
      }
    }
  }
}
