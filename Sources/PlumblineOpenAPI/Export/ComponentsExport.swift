import PlumblineJSONTree

/// A writer for the components that operations share: schemas, envelope frames, errors, and credentials.
struct ComponentsExport {
  let sources: [DocumentExport.Source]
  let names: ComponentNames
  /// The status of each error and the standard members of its response.
  private(set) var failures: [String: (status: String, response: Members)] = [:]
  private let frame: EnvelopeFrame?
  /// The names of the components for the codes of enveloped errors, by error.
  private var codes: [String: String] = [:]

  init(sources: [DocumentExport.Source]) {
    self.sources = sources
    var names = ComponentNames()
    var identifiers = Identifiers()
    for source in sources where source.name != ContractForm.links {
      for name in source.root["schemas"]?.members.keys ?? [] {
        let wish = Self.isLegal(name) ? name : Identifiers.name(name, otherwise: "Schema")
        names.add(.init(file: source.name, schema: name), as: identifiers.unique(wish))
      }
    }
    self.names = names
    let main = sources.first { $0.name == ContractForm.main }?.root
    if let envelope = main?["envelope"], envelope.kind == .object {
      frame = EnvelopeFrame(
        envelope: SchemaReferences(names: names, file: ContractForm.main).inDocument(envelope),
        success: identifiers.unique("Envelope"), failure: identifiers.unique("ErrorEnvelope"))
    } else {
      frame = nil
    }
    for (_, name, value) in all("errors") where frame != nil && value["codes"] != nil {
      if value["body"] == nil, value["content"] == nil, frame?.envelope["errorCode"] != nil {
        codes[name] = identifiers.unique(name)
      }
    }
    for (source, name, value) in all("errors") {
      let status = value["status"].map { $0.string ?? $0.text } ?? ""
      failures[name] = (status, content(source).response(value, status: status, failure: name))
    }
  }

  /// Returns a Boolean value that indicates whether a string may be the name of a component (OpenAPI 3.1.1, section
  /// 4.8.7).
  private static func isLegal(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains($0))
    }
  }

  /// Returns the members of a section in all files, in order.
  private func all(_ section: String) -> [(file: String, name: String, value: JSON)] {
    sources.filter { $0.name != ContractForm.links }.flatMap { source in
      (source.root[section]?.members.map { $0 } ?? []).map { (source.name, $0.key, $0.value) }
    }
  }

  /// Returns the writer for a file's bodies.
  func content(_ file: String) -> ContentExport {
    let components = JSON.object(codeSchemas)
    return ContentExport(
      reader: ExportedContent(
        references: SchemaReferences(names: names, file: file), frame: frame, components: components),
      codes: codes)
  }

  /// The bodies of enveloped errors with their codes, written once for all endpoints that respond with them.
  private var codeSchemas: [(String, JSON)] {
    guard let frame else { return [] }
    return all("errors").compactMap { _, name, value in
      guard let component = codes[name] else { return nil }
      return (component, frame.composed(codes: value["codes"]).setting(ContractExtensions.word("frame"), to: "codes"))
    }
  }

  func json(_ main: JSON) -> JSON {
    var components = Members()
    let schemas = all("schemas").compactMap { file, name, value -> (String, JSON)? in
      names.component(.init(file: file, schema: name)).map { ($0, schema(value, file, name, $0)) }
    }
    let all = schemas + frames + codeSchemas
    if !all.isEmpty { components.set("schemas", JSON.object(all)) }
    let responses = self.all("errors").map { file, name, value in (name, failure(file, name, value)) }
    if !responses.isEmpty { components.set("responses", JSON.object(responses)) }
    let schemes = main["credentials"]?.members.map { ($0.key, scheme($0.value)) } ?? []
    if !schemes.isEmpty { components.set("securitySchemes", JSON.object(schemes)) }
    return components.json
  }

  private func schema(_ value: JSON, _ file: String, _ name: String, _ component: String) -> JSON {
    var members: Members
    if let isAny = value.bool {
      members = Members()
      members.set(ContractExtensions.word("schema"), value)
      if !isAny { members.set("not", .emptyObject) }
    } else {
      members = Members(of: SchemaReferences(names: names, file: file).inDocument(value))
    }
    if file != ContractForm.main { members.set(ContractExtensions.word("file"), JSON(file)) }
    if name != component { members.set(ContractExtensions.word("name"), JSON(name)) }
    return members.json
  }

  private var frames: [(String, JSON)] {
    guard let frame else { return [] }
    let word = ContractExtensions.word("frame")
    return [
      (
        frame.success,
        frame.successFrame.setting(word, to: "success").setting(ContractExtensions.word("envelope"), to: frame.envelope)
      ),
      (frame.failure, frame.failureFrame.setting(word, to: "failure")),
    ]
  }

  private func failure(_ file: String, _ name: String, _ value: JSON) -> JSON {
    let content = content(file)
    guard let (status, response) = failures[name] else { return .emptyObject }
    var members = response
    if file != ContractForm.main { members.set(ContractExtensions.word("file"), JSON(file)) }
    let standard = content.reader.response(response.json, status: status, .failure)
    ContractExtensions.complete(&members, telling: standard, of: value, content.reader.references)
    return members.json
  }

  private func scheme(_ value: JSON) -> JSON {
    var scheme = Members()
    switch value["in"]?.string {
    // OpenAPI has no security scheme for a member of the body, so use the least misleading type.
    case "bearer"?, "basic"?, "body"?:
      scheme.set("type", "http")
      scheme.set("scheme", ifThere: value["in"])
    default:
      scheme.set("type", "apiKey")
      for key in ["in", "name"] { scheme.set(key, ifThere: value[key]) }
    }
    scheme.set("description", ifThere: value["description"])
    let standard = ExportedDocument.credential(scheme.json)
    ContractExtensions.complete(&scheme, telling: standard, of: value, SchemaReferences(names: names, file: ""))
    return scheme.json
  }
}
