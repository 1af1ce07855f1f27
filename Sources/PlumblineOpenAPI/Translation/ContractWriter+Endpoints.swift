import PlumblineContractModel
import PlumblineJSONTree
import PlumblineTime

extension ContractWriter {
  /// Writes the endpoints of one file.
  func endpoints(_ operations: [Operation], file: String, into json: inout JSONBuilder) {
    json.comes(from: root.key(of: "paths") ?? root)
    json.member("endpoints") { json in
      json.object { json in
        for operation in operations {
          json.comes(from: operation.key)
          json.member(operation.id) { json in
            json.object { json in endpoint(operation, schemaTranslator(in: file), into: &json) }
          }
        }
      }
    }
  }

  private func endpoint(_ operation: Operation, _ schemas: SchemaTranslator, into json: inout JSONBuilder) {
    let value = operation.value
    let line = "\(operation.method) \(operation.template)"
    if let summary = value["summary"], summary.string?.isEmpty == false {
      member("summary", summary, into: &json)
    } else {
      json.member("summary", value["operationId"]?.string ?? line)
    }
    json.comes(from: operation.pathKey)
    json.member("request", line)
    json.comes(from: operation.key)
    json.member("source", "\(translator.path), \(operation.method) \(operation.path)")
    if let text = value["description"], text.string?.isEmpty == false { member("description", text, into: &json) }
    json.comes(from: operation.key)
    condition(operation, into: &json)
    if value["deprecated"]?.bool == true {
      json.comes(from: value.key(of: "deprecated") ?? value)
      json.member("deprecated") { json in
        json.object { json in
          // OpenAPI has no keyword for a sunset date, but comparison tools read this member as the date after which the
          // operation may be removed.
          guard let sunset = value["x-sunset"], let text = sunset.string else { return }
          let day = String(text.prefix(10))
          if Timestamp("\(day)T00:00:00Z") != nil {
            json.comes(from: value.key(of: "x-sunset") ?? sunset)
            json.member("sunset", day)
          } else {
            log.note(sunset, "\"x-sunset\" isn't a date such as 2027-01-31, so it is ignored.")
          }
        }
      }
    }
    if let security = value["security"] {
      json.comes(from: value.key(of: "security") ?? value)
      authentication(security, into: &json)
      askedScopes.add(security, of: line, at: [line])
    }
    ParameterWriter(operation: operation, writer: self, schemas: schemas).write(into: &json)
    answers(operation, schemas, into: &json)
    if let callbacks = value["callbacks"], callbacks.count > 0 {
      log.note(
        value.key(of: "callbacks") ?? value, "Callbacks are requests that the server sends, so they aren't served.",
        about: callbacks, parts: log.parts(.callback, in: callbacks, of: line))
      keep(callbacks, as: "x-callbacks", into: &json)
    }
    links(operation, into: &json)
    for place in [value] + operation.items {
      if let servers = place.key(of: "servers") {
        log.note(
          servers, "A contract's servers are those of all its endpoints; these, of some alone, are ignored.",
          about: place["servers"])
      }
    }
  }

  /// Keeps the links in an operation's responses unchanged, by status.
  private func links(_ operation: Operation, into json: inout JSONBuilder) {
    let answers = operation.value["responses"]?.members.compactMap { key, source -> (String, JSON)? in
      guard !key.hasPrefix("x-"), let links = following.object(source)?["links"], links.count > 0 else { return nil }
      return (key, links)
    }
    guard let answers, !answers.isEmpty else { return }
    json.comes(from: operation.value.key(of: "responses") ?? operation.key)
    json.member("x-links") { json in
      json.object { json in
        for (status, links) in answers { keep(links, as: status, into: &json) }
      }
    }
  }

  /// Writes a member for objects that a contract keeps without interpreting them. References to components, which
  /// contracts don't have, are replaced with their targets.
  private func keep(_ objects: JSON, as name: String, into json: inout JSONBuilder) {
    guard objects.kind == .object else { return member(name, objects, into: &json) }
    // An unresolved reference stays unchanged and is reported with the document's other mistakes.
    let quiet = Following(documents: following.documents, log: NoteLog())
    json.comes(from: objects)
    json.member(name) { json in
      json.object { json in
        for (key, value) in objects.members { member(key, quiet.object(value) ?? value, into: &json) }
      }
    }
  }

  /// Writes the conditions that distinguish an operation from others with the same method and path.
  private func condition(_ operation: Operation, into json: inout JSONBuilder) {
    guard !operation.when.isEmpty else { return }
    json.member("when") { json in
      json.object { json in
        for condition in operation.when {
          json.member(condition.address) { json in
            if let value = condition.value {
              json.object { json in json.member("const", value) }
            } else {
              json.bool(true)
            }
          }
        }
      }
    }
  }
}

extension ContractWriter {
  /// Adds the scopes that apply to all operations without their own security.
  func addScopes(ofAll operations: [Operation]) {
    guard let security = root["security"] else { return }
    let lines = operations.filter { $0.value["security"] == nil }.map { "\($0.method) \($0.template)" }
    askedScopes.add(security, of: "The service", at: lines)
  }
}
