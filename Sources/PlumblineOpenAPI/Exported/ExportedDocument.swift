import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A reader for a document that was exported from a contract. It returns the original contract, with each file in its
/// original form, and the recordings.
///
/// Any document may claim to be an export, so nothing in it is trusted. The result is validated against the format like
/// any contract's files.
struct ExportedDocument {
  let root: JSON
  /// The service's name.
  let service: String
  /// The path of the document, for display.
  let path: String
  private let names: ComponentNames
  private let common: Set<String>

  private static let mainKeys: Set<String> = [
    "title", "description", "personas", "commonErrors", "features", "resources", "authentication", "envelope",
    "idempotency",
  ]
  private static let fileKeys: Set<String> = ["description", "resources"]
  private static let serverKeys: Set<String> = ["url", "description", "writes"]
  private static let credentialKeys: Set<String> = [
    "in", "name", "at", "environment", "unknown", "holders", "lifetime", "description",
  ]
  static let failureKeys: Set<String> = [
    "status", "codes", "code", "body", "content", "headers", "examples", "for", "credential", "standing", "description",
  ]

  /// Returns a Boolean value that indicates whether a document was exported from a contract.
  static func isOne(_ root: JSON) -> Bool { root[ContractExtensions.mark]?["service"]?.string != nil }

  init(_ root: JSON, service: String, path: String) {
    self.root = root
    self.service = service
    self.path = path
    names = ComponentNames(ofComponents: root["components"]?["schemas"])
    common = Set(ContractExtensions.value("commonErrors", in: root)?.elements.compactMap(\.string) ?? [])
  }

  /// Returns the contract's files, `contract.json` first.
  func files() -> [ContractLoader.File] {
    var files = [file(ContractForm.main) { json in main(into: &json) }]
    for tag in root["tags"]?.elements.map({ $0 }) ?? [] {
      guard let name = tag["name"]?.string.map(Self.file(ofTag:)), name != ContractForm.main,
        !ContractForm.apart.contains(name), !files.contains(where: { $0.name == name })
      else { continue }
      files.append(file(name) { json in self.resource(tag, name, into: &json) })
    }
    if let links = root[ContractExtensions.word("links")] {
      files.append(
        file(ContractForm.links) { json in
          json.write(references(ContractForm.links).inContract(links), like: links)
        })
    }
    return files
  }

  /// Returns the name of the file for a tag's endpoints. A name that isn't allowed in a contract's folder is replaced.
  static func file(ofTag name: String) -> String {
    let file = name.replacing("/", with: "-") + ".json"
    return ContractFiles.reserved.contains(file) ? "endpoints.json" : file
  }

  private func file(_ name: String, _ write: (inout JSONBuilder) -> Void) -> ContractLoader.File {
    var json = JSONBuilder.tracing
    write(&json)
    let (bytes, provenance) = json.traced()
    return ContractLoader.File(name: name, path: path, bytes: bytes, provenance: provenance)
  }

  private func references(_ file: String) -> SchemaReferences { SchemaReferences(names: names, file: file) }

  /// Returns the reader for bodies in a file of the contract.
  func content(_ file: String) -> ExportedContent {
    let schemas = root["components"]?["schemas"]
    return ExportedContent(references: references(file), frame: Self.frame(schemas), components: schemas)
  }

  /// Returns the frames that an envelope's components declare.
  private static func frame(_ schemas: JSON?) -> EnvelopeFrame? {
    let frames = schemas?.members.filter { $0.value[ContractExtensions.word("frame")] != nil } ?? []
    func name(_ kind: String) -> String? {
      frames.first { $0.value[ContractExtensions.word("frame")]?.string == kind }?.key
    }
    guard let success = name("success"), let failure = name("failure"),
      let envelope = schemas?[success]?[ContractExtensions.word("envelope")]
    else { return Optional.none }
    return EnvelopeFrame(envelope: envelope, success: success, failure: failure)
  }
}

extension ExportedDocument {
  private func main(into json: inout JSONBuilder) {
    let references = references(ContractForm.main)
    json.comes(from: root)
    json.object { json in
      json.member("plumbline", root[ContractExtensions.mark]?["plumbline"] ?? 1)
      json.member("service", service)
      var standard = Members()
      standard.set("title", ifThere: root["info"]?["title"])
      standard.set("description", ifThere: root["info"]?["description"])
      standard.set("authentication", ifThere: root["security"].map(ExportedEndpoint.authentication))
      let envelope = content(ContractForm.main).frame?.envelope
      standard.set("envelope", envelope.map(references.inContract) ?? .null)
      for (name, value) in ContractExtensions.said(in: root, standard, Self.mainKeys, references).list {
        json.member(name, value, of: root)
      }
      servers(references, into: &json)
      credentials(references, into: &json)
      sections(of: ContractForm.main, references, into: &json)
    }
  }

  private func resource(_ tag: JSON, _ name: String, into json: inout JSONBuilder) {
    let references = references(name)
    json.comes(from: tag)
    json.object { json in
      var standard = Members()
      standard.set("description", ifThere: tag["description"])
      for (name, value) in ContractExtensions.said(in: tag, standard, Self.fileKeys, references).list {
        json.member(name, value, of: tag)
      }
      sections(of: name, references, into: &json)
    }
  }

  private func servers(_ references: SchemaReferences, into json: inout JSONBuilder) {
    let servers = root["servers"]?.elements.filter { $0[ContractExtensions.word("name")]?.string != nil } ?? []
    section("servers", servers, into: &json) { server in
      var standard = Members()
      for key in ["url", "description"] { standard.set(key, ifThere: server[key]) }
      let said = ContractExtensions.said(in: server, standard, Self.serverKeys, references)
      return (server[ContractExtensions.word("name")]?.string ?? "", said.json)
    }
  }

  private func credentials(_ references: SchemaReferences, into json: inout JSONBuilder) {
    let schemes = root["components"]?["securitySchemes"]?.members.map { $0 } ?? []
    section("credentials", schemes.map(\.value), into: &json) { scheme in
      let standard = Self.credential(scheme)
      let said = ContractExtensions.said(in: scheme, standard, Self.credentialKeys, references)
      return (schemes.first { $0.value.identity == scheme.identity }?.key ?? "", said.json)
    }
  }

  /// Returns the contract's members that correspond to the standard members of a Security Scheme Object.
  static func credential(_ scheme: JSON) -> Members {
    var standard = Members()
    if scheme["type"]?.string == "http" {
      standard.set("in", ifThere: scheme["scheme"])
    } else {
      standard.set("in", ifThere: scheme["in"])
      standard.set("name", ifThere: scheme["name"])
    }
    standard.set("description", ifThere: scheme["description"])
    return standard
  }

  /// Writes a section of named members unless it is empty.
  private func section(
    _ name: String, _ sources: [JSON], into json: inout JSONBuilder, _ member: (JSON) -> (String, JSON)
  ) {
    guard let first = sources.first else { return }
    json.comes(from: first)
    json.member(name) { json in
      json.object { json in
        for source in sources {
          let (name, value) = member(source)
          json.comes(from: source)
          json.member(name) { json in
            json.object { json in
              for (key, value) in value.members { json.member(key, value, of: source) }
            }
          }
        }
      }
    }
  }

  /// Writes the errors, schemas, and endpoints of a file.
  private func sections(of file: String, _ references: SchemaReferences, into json: inout JSONBuilder) {
    let responses = (root["components"]?["responses"]?.members.map { $0 } ?? []).filter {
      ($0.value[ContractExtensions.word("file")]?.string ?? ContractForm.main) == file
    }
    let content = content(file)
    section("errors", responses.map(\.value), into: &json) { response in
      let name = responses.first { $0.value.identity == response.identity }?.key ?? ""
      return (name, Self.failure(response, content).json)
    }
    schemas(of: file, references, into: &json)
    let operations = operations(of: file)
    section("endpoints", operations.map(\.value), into: &json) { value in
      let operation = operations.first { $0.value.identity == value.identity }
      let reader = ExportedEndpoint(content: content, common: common)
      let members = reader.members(of: value, method: operation?.method ?? "", path: operation?.path ?? "")
      return (operation?.id ?? "", members.json)
    }
  }

  /// Returns the error that a component among the responses represents.
  static func failure(_ response: JSON, _ content: ExportedContent) -> Members {
    let status = response[ContractExtensions.word("status")].map { $0.string ?? $0.text } ?? ""
    return ContractExtensions.said(
      in: response, content.response(response, status: status, .failure), failureKeys, content.references)
  }

  private func schemas(of file: String, _ references: SchemaReferences, into json: inout JSONBuilder) {
    let schemas = (root["components"]?["schemas"]?.members.map { $0 } ?? []).compactMap { component, schema in
      names.name(ofComponent: component).flatMap { $0.file == file ? ($0.schema, schema) : nil }
    }
    guard let first = schemas.first?.1 else { return }
    json.comes(from: first)
    json.member("schemas") { json in
      json.object { json in
        for (name, schema) in schemas {
          json.comes(from: schema)
          json.member(name) { json in json.write(Self.schema(schema, references), like: schema) }
        }
      }
    }
  }

  /// Returns a schema component in the contract's form.
  static func schema(_ schema: JSON, _ references: SchemaReferences) -> JSON {
    if let value = schema[ContractExtensions.word("schema")]?.bool { return JSON(value) }
    var members = Members(of: schema)
    for word in ["file", "name"] { members.remove(ContractExtensions.word(word)) }
    return references.inContract(members.json)
  }
}

extension ExportedDocument {
  /// An operation and its key.
  struct Operation {
    let id: String
    let method: String
    let path: String
    let value: JSON
  }

  /// All operations in the document's order.
  var operations: [Operation] {
    var found: [Operation] = []
    for (path, item) in root["paths"]?.members.map({ $0 }) ?? [] {
      let further = item[ContractExtensions.word("operations")]?.members.map { $0 } ?? []
      let standard = item.members.filter { PathKeys.methods.contains($0.key) }.map { ($0.key.uppercased(), $0.value) }
      for (method, value) in standard + further.map({ ($0.key, $0.value) }) where value.kind == .object {
        guard let id = value["operationId"]?.string else { continue }
        found.append(Operation(id: id, method: method, path: path, value: value))
      }
    }
    return found
  }

  /// Returns the operations of a file, in order.
  func operations(of file: String) -> [Operation] {
    let own = operations.filter { operation in
      operation.value["tags"]?[0]?.string.map(Self.file(ofTag:)) ?? ContractForm.main == file
    }
    let tag = root["tags"]?.elements.first { $0["name"]?.string.map(Self.file(ofTag:)) == file }
    let order = tag?[ContractExtensions.word("order")]?.elements.compactMap(\.string) ?? []
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return own.enumerated().sorted { one, other in
      (places[one.element.id] ?? .max, one.offset) < (places[other.element.id] ?? .max, other.offset)
    }.map(\.element)
  }

  /// Returns the recordings that the document contains as examples, each as a file.
  func recordings() -> [RecordingLoader.File] {
    var seen: Set<[String]> = []
    return operations.flatMap { operation in
      ExportedRecordings.recordings(of: operation.value).compactMap { recording in
        guard !recording.name.contains("/"), seen.insert([operation.id, recording.name]).inserted else { return nil }
        var json = JSONBuilder.tracing
        json.write(recording.file, like: recording.place)
        let (bytes, provenance) = json.traced()
        return RecordingLoader.File(
          endpoint: operation.id, name: recording.name, path: path, bytes: bytes, provenance: provenance)
      }
    }
  }
}
