import PlumblineContractModel
import PlumblineJSONTree

extension ContractWriter {
  /// Writes the responses of an operation: its successes, and the names of its errors.
  func answers(_ operation: Operation, _ schemas: SchemaTranslator, into json: inout JSONBuilder) {
    var successes: [(status: String, response: JSON, source: JSON)] = []
    var refusals: [String] = []
    let responses = operation.value["responses"]
    for (key, source) in responses?.members.map({ $0 }) ?? [] where !key.hasPrefix("x-") {
      guard let response = following.object(source) else { continue }
      let status = key == "default" ? key : key.uppercased()
      switch status.first {
      case "2" where status.count == 3, "3" where status.count == 3: successes.append((status, response, source))
      case "4" where status.count == 3, "5" where status.count == 3, "d":
        refusals.append(failures.name(status: status, response: response, component: component(of: source)))
      case "1" where status.count == 3:
        log.note(
          responses?.key(of: key) ?? source, "An answer of status \(key) is ignored: it comes before the answer.",
          about: response)
      default:
        // An invalid status is reported with the document's other mistakes.
        log.leaveOut(responses?.key(of: key) ?? source)
      }
      collectExamples(operation, status, response)
      if let links = response.key(of: "links") {
        log.note(
          links, "Links between operations are ignored: nothing of an answer is checked by them.",
          about: response["links"])
      }
    }
    let otherwise = responses?["default"].flatMap(following.object)
    json.comes(from: operation.value.key(of: "responses") ?? operation.key)
    json.member("success") { json in
      json.object { json in
        for (status, response, source) in successes { answer(status, response, source, schemas, into: &json) }
        guard successes.isEmpty else { return }
        // If there is only `default`, it also describes successes.
        if let otherwise, let source = responses?["default"] {
          answer("2XX", otherwise, source, schemas, into: &json)
        } else {
          json.member("2XX") { $0.object { _ in } }
        }
      }
    }
    guard !refusals.isEmpty else { return }
    var names: [String] = []
    for name in refusals where !names.contains(name) { names.append(name) }
    json.comes(from: operation.value.key(of: "responses") ?? operation.key)
    json.member("errors", JSON.array(names.map { JSON($0) }))
  }

  /// Returns the name of a referenced component.
  private func component(of source: JSON) -> String? {
    guard let text = source["$ref"]?.string, let slash = text.lastIndex(of: "/") else { return nil }
    return String(text[text.index(after: slash)...])
  }

  private func answer(
    _ status: String, _ response: JSON, _ source: JSON, _ schemas: SchemaTranslator, into json: inout JSONBuilder
  ) {
    json.comes(from: JSON(source.document, max(source.node - 1, 0)))
    json.member(status) { json in
      json.object { json in
        if let text = response["description"], text.string?.isEmpty == false {
          member("description", text, into: &json)
        }
        guard Self.bodyless.contains(status) else { return body(response, schemas, into: &json) }
        leaveOutBody(of: response, status)
        headers(response["headers"], schemas, into: &json)
      }
    }
  }

  /// Statuses whose responses never have a body (RFC 9110 sections 15.3.5, 15.3.6, and 15.4.5).
  private static let bodyless: Set<String> = ["204", "205", "304"]

  private func leaveOutBody(of response: JSON, _ status: String) {
    guard let content = response["content"], content.count > 0 else { return }
    log.omission(
      response.key(of: "content") ?? content,
      "An answer with \(status) never has a body (RFC 9110), so the one that is described here is left out.",
      about: content)
  }

  private func body(
    _ response: JSON, _ schemas: SchemaTranslator, examples: ContentWriter.Shown = .none, into json: inout JSONBuilder
  ) {
    if response[DocumentTrim.unread] != nil {
      json.member("content") { json in json.object { json in json.member("*/*") { $0.object { _ in } } } }
    } else if let content = response["content"] {
      ContentWriter(writer: self, schemas: schemas).write(content, examples: examples, into: &json)
    }
    headers(response["headers"], schemas, into: &json)
  }

  private func headers(_ headers: JSON?, _ schemas: SchemaTranslator, into json: inout JSONBuilder) {
    let members = headers?.members.filter { $0.key.lowercased() != "content-type" } ?? []
    guard let headers, !members.isEmpty else { return }
    json.comes(from: headers)
    json.member("headers") { json in
      json.object { json in
        for (name, source) in members {
          guard let header = following.object(source) else { continue }
          json.comes(from: JSON(source.document, max(source.node - 1, 0)))
          json.member(name) { json in
            json.object { json in self.header(header, schemas, into: &json) }
          }
        }
      }
    }
  }

  private func header(_ header: JSON, _ schemas: SchemaTranslator, into json: inout JSONBuilder) {
    if let required = header["required"]?.bool { json.member("required", required) }
    if let text = header["description"], text.string?.isEmpty == false { member("description", text, into: &json) }
    guard let schema = self.schema(ofHeader: header) else { return text(ofHeader: header, into: &json) }
    let media = header["content"]?.members.first.flatMap { following.object($0.value) }
    var examples: [JSON] = []
    if let example = header["example"] ?? media?["example"] { examples = [example] }
    for (_, example) in (header["examples"] ?? media?["examples"])?.members.map({ $0 }) ?? [] {
      if let value = following.value(ofExample: example) { examples.append(value) }
    }
    json.comes(from: schema)
    json.member("schema") { json in schemas.write(schema, .init(examples: examples), into: &json) }
  }

  /// Writes the example of a header whose schema a contract can't represent. The members of an object are written as
  /// `name=value`.
  private func text(ofHeader header: JSON, into json: inout JSONBuilder) {
    let named = header["examples"]?.members.first.flatMap { following.value(ofExample: $0.value) }
    guard let example = header["example"] ?? named, example.kind == .object, !example.members.isEmpty,
      example.members.allSatisfy({ ![.object, .array, .null].contains($0.value.kind) })
    else { return }
    let text = example.members.map { "\($0.key)=\($0.value.string ?? $0.value.text)" }.joined(separator: ",")
    json.comes(from: example)
    json.member("schema") { json in
      json.object { json in
        json.member("type", "string")
        json.member("examples", JSON.array([JSON(text)]))
      }
    }
  }

  /// Returns the schema of a header's value: its own, or that of its only media type. If the value's serialization
  /// isn't supported, reports this and returns `nil`.
  private func schema(ofHeader header: JSON) -> JSON? {
    let shape = SchemaShape(following: following)
    if let schema = header["schema"] {
      guard let explode = header["explode"], explode.bool == true, shape.container(of: schema) == "object" else {
        return schema
      }
      log.note(
        header.key(of: "explode") ?? explode,
        "The members of this header are written as name=value, which isn't read, so its schema is ignored.",
        about: header)
      return nil
    }
    guard let (type, written) = header["content"]?.members.first, let schema = following.object(written)?["schema"]
    else { return nil }
    let essence = MediaType.essence(of: type)
    // Numbers and Booleans look the same in JSON, but strings have quotation marks.
    let isRead =
      MediaType.isJSON(essence)
      ? ["integer", "number", "boolean"].contains(following.object(schema)?["type"]?.string)
      : BodyForm(essence) == .text && !shape.isContainer(schema)
    if isRead { return schema }
    log.note(schema, "Headers in \(type) aren't supported, so this schema is ignored.")
    return nil
  }

  /// Writes the errors that endpoints refer to.
  func failureDefinitions(into json: inout JSONBuilder) {
    guard !failures.all.isEmpty else { return }
    json.comes(from: root)
    json.member("errors") { json in
      json.object { json in
        for failure in failures.all {
          json.comes(from: failure.response)
          json.member(failure.name) { json in
            json.object { json in
              if let status = Int(failure.status) {
                json.member("status", status)
              } else {
                json.member("status", failure.status)
              }
              if let text = failure.response["description"], text.string?.isEmpty == false {
                member("description", text, into: &json)
              }
              if failure.response[DocumentTrim.unread] == nil,
                failure.response["content"].map({ $0.count == 0 }) ?? true
              {
                json.member("body", false)
              }
              body(failure.response, schemaTranslator(in: Self.main), examples: .texts, into: &json)
              examples(of: failure.response, into: &json)
            }
          }
        }
      }
    }
  }

  /// Writes the JSON bodies of an error's examples, each under its name.
  private func examples(of response: JSON, into json: inout JSONBuilder) {
    var named: [(name: String, value: JSON)] = []
    func add(_ name: String, _ value: JSON?) {
      guard let value, !name.isEmpty, !named.contains(where: { $0.name == name }) else { return }
      named.append((name, value))
    }
    for (type, written) in response["content"]?.members.map({ $0 }) ?? [] {
      guard let media = following.object(written), let content = response["content"],
        MediaType.isJSON(MediaType.essence(of: mediaType(type, media, in: content)))
      else { continue }
      add("example", media["example"].map(following.included))
      for (name, example) in media["examples"]?.members.map({ $0 }) ?? [] {
        add(name, following.value(ofExample: example))
      }
    }
    guard !named.isEmpty else { return }
    json.comes(from: response["content"] ?? response)
    json.member("examples") { json in
      json.object { json in
        for (name, value) in named {
          json.comes(from: value)
          json.member(name) { $0.value(value) }
        }
      }
    }
  }

  private func collectExamples(_ operation: Operation, _ status: String, _ response: JSON) {
    let keys = operation.value["responses"]?.members.map(\.key) ?? []
    guard let status = Self.exampleStatus(status, among: keys), !Self.bodyless.contains("\(status)") else { return }
    for (type, written) in response["content"]?.members.map({ $0 }) ?? [] {
      guard let media = following.object(written) else { continue }
      let type = response["content"].map { mediaType(type, media, in: $0) } ?? type
      if let example = media["example"] {
        examples.append(
          DocumentExample(
            endpoint: operation.id, name: "example", status: status, mediaType: type,
            value: following.included(example)))
      }
      for (name, example) in media["examples"]?.members.map({ $0 }) ?? [] {
        guard let value = following.value(ofExample: example) else { continue }
        examples.append(
          DocumentExample(
            endpoint: operation.id, name: name, status: status, mediaType: type, value: value))
      }
    }
  }

  /// Returns the status of a success for the examples of a response, or `nil` if they belong to an error.
  ///
  /// For a class of statuses, this is the usual status of the class that no other response covers. If no success is
  /// documented, `default` counts as one.
  private static func exampleStatus(_ status: String, among keys: [String]) -> Int? {
    if let exact = Int(status) { return (200...399).contains(exact) ? exact : nil }
    let isSuccess = ["2", "3"].contains { status.hasPrefix($0) }
    let hasSuccess = keys.contains { key in ["2", "3"].contains { key.hasPrefix($0) } && key.utf8.count == 3 }
    guard isSuccess || status == "default" && !hasSuccess else { return nil }
    let usual = status.hasPrefix("3") ? [302, 301, 303, 307, 308, 300] : [200, 201, 202, 203, 206, 207, 208, 226]
    return usual.first { !keys.contains("\($0)") }
  }
}
