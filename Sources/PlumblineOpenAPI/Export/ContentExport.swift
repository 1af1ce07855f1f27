import PlumblineJSONTree

/// A writer for the bodies, headers, and responses of a contract in OpenAPI form.
struct ContentExport {
  let reader: ExportedContent
  /// The names of the components for the codes of errors, by error.
  let codes: [String: String]

  private var references: SchemaReferences { reader.references }

  /// Returns the content of one of the contract's objects in OpenAPI form, or `nil` if no body is described.
  ///
  /// - Parameter failure: The error's name, or `nil` if the object isn't an error.
  func content(of value: JSON, failure: String? = nil) -> JSON? {
    var content = Members()
    if let body = value["body"] {
      if failure != nil, body.bool == false { return Optional.none }
      content.set("application/json", JSON.object([("schema", references.inDocument(body))]))
    } else if let schema = enveloped(value, failure) {
      content.set("application/json", JSON.object([("schema", schema)]))
    }
    let isBody = !content.isEmpty
    for (name, media) in value["content"]?.members.map({ $0 }) ?? [] where content[name] == nil {
      content.set(name, self.media(media))
    }
    guard !content.isEmpty else { return Optional.none }
    if let media = content["application/json"], isBody != (content.list.count == 1) {
      content.set("application/json", media.setting(ContractExtensions.word("body"), to: JSON(isBody)))
    }
    return content.json
  }

  /// Returns the schema of the envelope with its content, or `nil` if the object isn't enveloped.
  private func enveloped(_ value: JSON, _ failure: String?) -> JSON? {
    guard let frame = reader.frame else { return Optional.none }
    if let failure {
      guard value["content"] == nil else { return Optional.none }
      if let component = codes[failure] { return Self.reference(component) }
      return frame.composed(codes: value["codes"])
    }
    guard value["payload"] != nil || value["others"] != nil else { return Optional.none }
    let others = value["others"]?.elements.compactMap(\.string) ?? []
    return frame.composed(payload: value["payload"].map(references.inDocument), others: others)
  }

  static func reference(_ component: String) -> JSON {
    JSON.object([("$ref", JSON("#/components/schemas/\(component)"))])
  }

  private func media(_ media: JSON) -> JSON {
    var members = Members()
    if let item = media["itemSchema"] {
      // OpenAPI 3.1 has no keyword for the parts of a stream.
      let items = references.inDocument(item)
      members.set("schema", JSON.object([("type", "array"), ("items", items)]))
      members.set(ContractExtensions.word("items"), JSON(true))
    } else {
      members.set("schema", ifThere: media["schema"].map(references.inDocument))
    }
    if let encoding = media["encoding"] {
      members.set("encoding", JSON.object(encoding.members.map { ($0.key, self.encoding($0.value)) }))
    }
    ContractExtensions.complete(&members, telling: Members(of: reader.media(members.json)), of: media, references)
    return members.json
  }

  private func encoding(_ value: JSON) -> JSON {
    JSON.object(
      value.members.map { name, value in
        guard name == "headers" else { return (name, value) }
        let headers = value.members.map { ($0.key, JSON.object([("schema", references.inDocument($0.value))])) }
        return (name, JSON.object(headers))
      })
  }

  func headers(_ headers: JSON) -> JSON {
    JSON.object(
      headers.members.map { name, header in
        var members = Members()
        for key in ["description", "required"] { members.set(key, ifThere: header[key]) }
        members.set("schema", references.inDocument(header["schema"] ?? .emptyObject))
        var standard = Members()
        for (key, value) in members.list { standard.set(key, key == "schema" ? references.inContract(value) : value) }
        ContractExtensions.complete(&members, telling: standard, of: header, references)
        return (name, members.json)
      })
  }

  /// Returns the standard members of a Response Object.
  ///
  /// - Parameter status: The object's key, or the error's status.
  func response(_ value: JSON, status: String, failure: String? = nil) -> Members {
    var members = Members()
    members.set("description", value["description"] ?? JSON(ContractForm.description(ofStatus: status)))
    members.set("headers", ifThere: value["headers"].map(headers))
    members.set("content", ifThere: content(of: value, failure: failure))
    return members
  }

  /// Returns a success, which is either one response or several that conditions on the request select. OpenAPI can't
  /// express such conditions.
  func success(_ value: JSON, status: String) -> Members {
    if value.kind == .array {
      var members = Self.merged(value.elements.map { response($0, status: status) })
      members.set(ContractExtensions.word("answers"), references.inDocument(value))
      return members
    }
    var members = response(value, status: status)
    ContractExtensions.complete(
      &members, telling: reader.response(members.json, status: status, .success), of: value, references)
    return members
  }

  /// Merges the responses with the same status. The result allows any of their bodies, and requires the headers that
  /// all of them require.
  static func merged(_ responses: [Members]) -> Members {
    guard responses.count != 1 else { return responses[0] }
    var texts: [String] = []
    for text in responses.compactMap({ $0["description"]?.string }) where !texts.contains(text) { texts.append(text) }
    var members = Members()
    members.set("description", JSON(texts.joined(separator: " Or: ")))
    let headers = mergedHeaders(responses.compactMap { $0["headers"] }, isEverywhere: responses.count)
    if !headers.isEmpty { members.set("headers", headers.json) }
    let content = mergedContent(responses.compactMap { $0["content"] })
    if !content.isEmpty { members.set("content", content.json) }
    return members
  }

  private static func mergedHeaders(_ all: [JSON], isEverywhere count: Int) -> Members {
    var headers = Members()
    for (name, header) in all.flatMap({ $0.members.map { $0 } }) where headers[name] == nil {
      var header = Members(of: header)
      if all.count < count || !all.allSatisfy({ $0[name]?["required"]?.bool == true }) { header.remove("required") }
      headers.set(name, header.json)
    }
    return headers
  }

  private static func mergedContent(_ all: [JSON]) -> Members {
    var content = Members()
    for name in all.flatMap(\.members.keys) where content[name] == nil {
      let media = all.compactMap { $0[name] }
      var schemas: [JSON] = []
      for schema in media.map({ $0["schema"] ?? .emptyObject }) where !schemas.contains(schema) {
        schemas.append(schema)
      }
      var members = Members(of: media[0])
      for word in ["body", "items"] { members.remove(ContractExtensions.word(word)) }
      members.remove("schema")
      if schemas.count == 1 {
        members.set("schema", schemas[0])
      } else {
        members.set("schema", JSON.object([("anyOf", JSON.array(schemas))]))
      }
      content.set(name, members.json)
    }
    return content
  }
}
