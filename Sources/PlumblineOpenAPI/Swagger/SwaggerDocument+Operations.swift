import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

extension SwaggerDocument {
  private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch"]

  /// Writes paths, and separates parameters from bodies, which Swagger 2.0 doesn't distinguish.
  func paths(_ paths: JSON, into json: inout JSONBuilder) {
    each(paths, into: &json) { written, json in
      let members = self.members(ofPathItem: written)
      json.object { json in
        let shared = parameters(members.first { $0.key == "parameters" }?.value)
        for (key, value) in members {
          switch key {
          case "parameters": parameters(shared, value, into: &json)
          case _ where Self.methods.contains(key):
            member(key, value, into: &json) { operation(resolved(value), shared, into: &$0) }
          default: copy(key, value, into: &json)
          }
        }
      }
    }
  }

  /// Returns the members of a path item, including those that it lacks and the target of its `$ref` has.
  private func members(ofPathItem written: JSON) -> [(key: String, value: JSON)] {
    let item = resolved(written)
    guard item.identity != written.identity, item.kind == .object else { return written.members.map { $0 } }
    let own = written.members.filter { $0.key != "$ref" }
    let names = Set(own.map(\.key))
    for name in item.members.keys where names.contains(name) {
      log.note(
        written.key(of: name) ?? written,
        "The path item that \"$ref\" leads to has \"\(name)\" as well; this one is read.", about: item[name])
    }
    return own + item.members.filter { !names.contains($0.key) }
  }

  /// Returns the target of a value's reference, or the value itself if it has none.
  private func resolved(_ value: JSON) -> JSON {
    guard value.kind == .object, let reference = value["$ref"], let text = reference.string,
      case .found(let target) = documents.resolve(text, from: reference)
    else { return value }
    return target
  }

  /// A parameter as written, and the parameter that it refers to.
  private struct SwaggerParameter {
    let written: JSON
    let value: JSON

    var place: String { value["in"]?.string ?? "" }
    var isOfBody: Bool { place == "body" || place == "formData" }
  }

  private func parameters(_ list: JSON?) -> [SwaggerParameter] {
    (list?.elements.map { $0 } ?? []).map { SwaggerParameter(written: $0, value: resolved($0)) }
  }

  private func operation(_ operation: JSON, _ shared: [SwaggerParameter], into json: inout JSONBuilder) {
    guard operation.kind == .object else { return copy(operation, into: &json) }
    let own = parameters(operation["parameters"])
    // A path's parameters apply to each of its operations, unless the operation has one with the same name and
    // location.
    let all =
      own
      + shared.filter { one in
        !own.contains { $0.place == one.place && (one.place == "body" || $0.value["name"] == one.value["name"]) }
      }
    checkBodies(all.filter { $0.place == "body" }.map(\.value))
    let hasBody = all.contains(where: \.isOfBody)
    if hasBody { leaveOut("requestBody", of: operation, beside: "a parameter of the body") }
    json.object { json in
      for (key, value) in operation.members {
        switch key {
        case "consumes", "produces", "schemes": break
        case "requestBody" where hasBody: break
        case "parameters": parameters(own, value, into: &json)
        case "responses":
          let types = mediaTypes("produces", of: operation)
          member(key, value, into: &json) { json in
            each(value, into: &json) { response($0, types, isOwn: operation["produces"] != nil, into: &$1) }
          }
        default: copy(key, value, into: &json)
        }
      }
      let body = all.first { $0.place == "body" }
      let fields = all.filter { $0.place == "formData" }
      if body != nil, let field = fields.first {
        log.note(
          field.value, "A request has one body: the fields of a form are left out, as there is an \"in: body\" as well."
        )
      }
      if let schemes = operation["schemes"] {
        log.note(schemes, "The schemes of a single operation are ignored; those of the document are used.")
      }
      if let body {
        requestBody(body.value, of: bodyTypes(of: operation, all.map(\.value)), into: &json)
      } else if !fields.isEmpty {
        form(fields.map(\.value), operation, into: &json)
      }
    }
  }

  private func parameters(_ all: [SwaggerParameter], _ list: JSON, into json: inout JSONBuilder) {
    guard list.kind == .array else { return copy("parameters", list, into: &json) }
    member("parameters", list, into: &json) { json in
      json.array { json in
        for one in all where !one.isOfBody {
          json.comes(from: one.value)
          if one.value["$ref"] == nil { parameter(one.value, into: &json) } else { schema(one.value, into: &json) }
        }
      }
    }
  }

  /// The keys that describe the parameter itself. All other keys describe its values.
  private static let ownKeys: Set<String> = ["name", "in", "description", "required", "allowEmptyValue"]

  private func parameter(_ parameter: JSON, into json: inout JSONBuilder) {
    guard parameter.kind == .object else { return copy(parameter, into: &json) }
    json.object { json in
      for (key, value) in parameter.members {
        switch key {
        case _ where Self.ownKeys.contains(key), "deprecated", "example", "examples", "schema":
          if key == "schema" {
            member(key, value, into: &json) { schema(value, into: &$0) }
          } else {
            copy(key, value, into: &json)
          }
        case "x-deprecated" where parameter["deprecated"] == nil: copy("deprecated", value, into: &json)
        case "x-example" where parameter["example"] == nil: copy("example", value, into: &json)
        case _ where key.hasPrefix("x-") && key != "x-nullable": copy(key, value, into: &json)
        default: break
        }
      }
      json.comes(from: parameter)
      style(of: parameter, into: &json)
      if parameter["schema"] == nil { json.member("schema") { values(of: parameter, into: &$0) } }
    }
  }

  /// Writes the style of a list that is serialized as one string.
  private func style(of parameter: JSON, into json: inout JSONBuilder) {
    guard parameter["type"]?.string == "array" else { return }
    checkFormat(of: parameter)
    let format = parameter["collectionFormat"]
    json.comes(from: format ?? parameter)
    let isNamed = ["query", "formData", "cookie"].contains(parameter["in"]?.string)
    switch format?.string {
    case "multi" where isNamed:
      json.member("style", "form")
      json.member("explode", true)
    case "ssv" where isNamed:
      json.member("style", "spaceDelimited")
      json.member("explode", false)
    case "pipes" where isNamed:
      json.member("style", "pipeDelimited")
      json.member("explode", false)
    default:
      json.member("style", isNamed ? "form" : "simple")
      json.member("explode", false)
    }
  }

  /// Writes the schema of the value of a parameter, a field, or a header. A list that no style can split is a string.
  private func values(of parameter: JSON, into json: inout JSONBuilder) {
    let isNamed = ["query", "formData"].contains(parameter["in"]?.string)
    let format = parameter["collectionFormat"]?.string
    let isText = format == "tsv" || !isNamed && (format == "ssv" || format == "pipes")
    json.object { json in
      if isText {
        log.note(
          parameter,
          "OpenAPI 3 has no style for this list's separator (collectionFormat \(format ?? "")), so the value is "
            + "treated as a string."
        )
        return json.member("type", "string")
      }
      for (key, value) in parameter.members where isOfValues(key) { keyword(key, value, of: parameter, into: &json) }
    }
  }

  /// Returns a Boolean value that indicates whether a key of a parameter or a header describes its values.
  private func isOfValues(_ key: String) -> Bool {
    switch key {
    case "collectionFormat", "schema", "deprecated", "example", "examples": false
    default: !Self.ownKeys.contains(key) && (!key.hasPrefix("x-") || key == "x-nullable")
    }
  }

  /// Returns the media types of a body: those of the parameter for the content type header, and those in `consumes`.
  /// Both describe the same body, but they differ in some documents.
  private func bodyTypes(of operation: JSON, _ parameters: [JSON]) -> [String] {
    let header = parameters.first { $0["in"]?.string == "header" && $0["name"]?.string?.lowercased() == "content-type" }
    let listed = header?["enum"]?.elements.compactMap(\.string).filter { $0.contains("/") } ?? []
    return Self.unique(listed + mediaTypes("consumes", of: operation))
  }

  private func requestBody(_ parameter: JSON, of types: [String], into json: inout JSONBuilder) {
    json.comes(from: parameter)
    json.member("requestBody") { json in
      json.object { json in
        if let text = parameter["description"] { copy("description", text, into: &json) }
        if let required = parameter["required"] { copy("required", required, into: &json) }
        json.member("content") { json in
          json.object { json in
            for type in types {
              json.member(type) { json in
                json.object { json in
                  if let schema = parameter["schema"] {
                    member("schema", schema, into: &json) { self.schema(schema, into: &$0) }
                  }
                  if let example = parameter["x-examples"]?[type] ?? parameter["x-example"] {
                    copy("example", example, into: &json)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Writes a body with fields.
  private func form(_ fields: [JSON], _ operation: JSON, into json: inout JSONBuilder) {
    let hasFile = fields.contains { $0["type"]?.string == "file" }
    let said = mediaTypes("consumes", of: operation).filter { BodyTypes.isForm(MediaType.essence(of: $0)) }
    let types = said.isEmpty ? [hasFile ? BodyTypes.multipart : BodyTypes.form] : said
    let required = fields.filter { $0["required"]?.bool == true }
    json.comes(from: fields[0])
    json.member("requestBody") { json in
      json.object { json in
        if !required.isEmpty { json.member("required", true) }
        json.member("content") { json in
          json.object { json in
            for type in Self.unique(types) {
              json.member(type) { json in
                json.object { json in
                  json.member("schema") { fieldsSchema(fields, required, into: &$0) }
                  encodings(fields, into: &json)
                }
              }
            }
          }
        }
      }
    }
  }

  private func fieldsSchema(_ fields: [JSON], _ required: [JSON], into json: inout JSONBuilder) {
    json.object { json in
      json.member("type", "object")
      if !required.isEmpty {
        json.member("required") { json in
          json.array { json in for field in required { json.string(field["name"]?.string ?? "") } }
        }
      }
      json.member("properties") { json in
        json.object { json in
          for field in fields {
            guard let name = field["name"]?.string else { continue }
            json.comes(from: field)
            json.member(name) { json in values(of: field, into: &json) }
          }
        }
      }
    }
  }

  private func encodings(_ fields: [JSON], into json: inout JSONBuilder) {
    let lists = fields.filter { $0["type"]?.string == "array" }
    guard !lists.isEmpty else { return }
    json.member("encoding") { json in
      json.object { json in
        for field in lists {
          guard let name = field["name"]?.string else { continue }
          json.comes(from: field)
          json.member(name) { json in json.object { style(of: field, into: &$0) } }
        }
      }
    }
  }

  // MARK: - Responses

  /// Writes a response.
  ///
  /// - Parameter isOwn: A Boolean value that indicates whether the operation declares its own media types, in which
  ///   case a shared response is copied.
  func response(_ written: JSON, _ types: [String], isOwn: Bool = false, into json: inout JSONBuilder) {
    if let reference = written["$ref"]?.string, !isOwn, reference.hasPrefix("#/responses/") {
      return schema(written, into: &json)
    }
    let response = resolved(written)
    // An unresolved reference is reported where it occurs.
    if response["$ref"] != nil { return schema(response, into: &json) }
    let hasSchema = response["schema"] != nil
    if hasSchema { leaveOut("content", of: response, beside: "a \"schema\"") }
    json.object { json in
      for (key, value) in response.members {
        switch key {
        case "schema", "examples": break
        case "content" where hasSchema: break
        case "headers": member(key, value, into: &json) { json in each(value, into: &json, header) }
        default: copy(key, value, into: &json)
        }
      }
      content(of: response, types, into: &json)
    }
  }

  private func header(_ header: JSON, into json: inout JSONBuilder) {
    json.object { json in
      if let text = header["description"] { copy("description", text, into: &json) }
      if let example = header["x-example"] { copy("example", example, into: &json) }
      json.comes(from: header)
      json.member("schema") { values(of: header, into: &$0) }
    }
  }

  private func content(of response: JSON, _ types: [String], into json: inout JSONBuilder) {
    let examples = response["examples"]?.members.filter { $0.key.contains("/") } ?? []
    for (name, value) in response["examples"]?.members.map({ $0 }) ?? []
    where !name.contains("/") && !name.hasPrefix("x-") {
      log.note(value, "\"\(name)\" isn't a media type, so this example is left out.")
    }
    let schema = response["schema"]
    guard schema != nil || !examples.isEmpty else { return }
    var all = schema == nil ? [] : types
    if schema?["type"]?.string == "file", all.allSatisfy({ MediaType.isJSON(MediaType.essence(of: $0)) }) {
      all = ["application/octet-stream"]
    }
    json.comes(from: schema ?? response["examples"] ?? response)
    json.member("content") { json in
      json.object { json in
        for type in Self.unique(all + examples.map(\.key)) {
          json.comes(from: schema ?? response)
          json.member(type) { json in
            json.object { json in
              if let schema { member("schema", schema, into: &json) { self.schema(schema, into: &$0) } }
              if let example = examples.first(where: { MediaType.essence(of: $0.key) == MediaType.essence(of: type) }) {
                copy("example", example.value, into: &json)
              }
            }
          }
        }
      }
    }
  }

  /// Returns each media type once, ignoring parameters.
  private static func unique(_ types: [String]) -> [String] {
    var known: Set<String> = []
    return types.filter { known.insert(MediaType.essence(of: $0)).inserted }
  }
}

/// The media types of forms.
private enum BodyTypes {
  static let form = "application/x-www-form-urlencoded"
  static let multipart = "multipart/form-data"

  static func isForm(_ essence: String) -> Bool { essence == form || essence == multipart }
}
