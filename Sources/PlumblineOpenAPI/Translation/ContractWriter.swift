import PlumblineContractModel
import PlumblineJSONTree

/// A writer that creates a contract's files from a description. Each value keeps its original location.
final class ContractWriter {
  let translator: OpenAPITranslator
  let root: JSON
  let version: OpenAPIVersion
  let log: NoteLog
  let following: Following
  let names: SchemaNames
  /// The security schemes among the components, by their names in the contract.
  let schemes: SecuritySchemes
  let failures: FailureNames
  let bytes: BytesInJSON
  var askedScopes = AskedScopes()
  /// The examples of responses, in the order they were found.
  var examples: [DocumentExample] = []

  init(translator: OpenAPITranslator, documents: DocumentSet, version: OpenAPIVersion, log: NoteLog) {
    self.translator = translator
    self.version = version
    self.log = log
    root = documents.main.root
    following = Following(documents: documents, log: log)
    names = SchemaNames(root, version: version, following: following)
    schemes = SecuritySchemes(root, service: translator.service, following: following)
    failures = FailureNames()
    bytes = BytesInJSON(following: following, log: log)
  }

  func files() -> [ContractLoader.File] {
    noteUnserved()
    let operations = self.operations()
    addScopes(ofAll: operations)
    let groups = grouped(operations)
    var files: [ContractLoader.File] = []
    for (name, members) in groups where name != Self.main {
      var json = JSONBuilder.tracing
      json.comes(from: root)
      json.object { json in endpoints(members, file: name, into: &json) }
      files.append(file(name, json))
    }
    var json = JSONBuilder.tracing
    json.comes(from: root)
    json.object { json in
      shared(into: &json)
      endpoints(groups.first { $0.name == Self.main }?.members ?? [], file: Self.main, into: &json)
      failureDefinitions(into: &json)
      // Write schemas last, because everything before may reference schemas that must be lifted.
      schemas(into: &json)
    }
    askedScopes.note(in: log)
    return [file(Self.main, json)] + files
  }

  static let main = "contract.json"

  /// Returns the endpoints, grouped into files by topic. Endpoints with the same method and path share a file, because
  /// their order determines which of them handles a request.
  private func grouped(_ operations: [Operation]) -> [(name: String, members: [Operation])] {
    guard translator.layout == .byResource else { return [(Self.main, operations)] }
    var groups: [(name: String, members: [Operation])] = []
    var files: [String: String] = [:]
    for operation in operations {
      let tag = operation.value["tags"]?[0]?.string
      let segment = operation.template.split(separator: "/").first { !$0.contains("{") }.map(String.init)
      let word = Identifiers.words(tag ?? segment ?? "endpoints").lowercased()
      let name = files[operation.shape] ?? ContractFiles.name(ofTopic: word)
      files[operation.shape] = name
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].members.append(operation)
      } else {
        groups.append((name, [operation]))
      }
    }
    return groups
  }

  private func file(_ name: String, _ json: consuming JSONBuilder) -> ContractLoader.File {
    let (bytes, provenance) = json.traced()
    return ContractLoader.File(name: name, path: translator.path, bytes: bytes, provenance: provenance)
  }

  /// Returns the schema translator for a file of the contract.
  func schemaTranslator(in file: String) -> SchemaTranslator {
    SchemaTranslator(version: version, names: names, log: log, file: file == Self.main ? "" : Self.main)
  }

  private func schemas(into json: inout JSONBuilder) {
    let schemas = schemaTranslator(in: Self.main)
    let components = root["components"]?["schemas"]?.members.map { $0 } ?? []
    guard !components.isEmpty || !names.lifted.isEmpty else { return }
    json.comes(from: root)
    json.member("schemas") { json in
      json.object { json in
        for (name, schema) in components {
          json.comes(from: JSON(schema.document, schema.node - 1))
          json.member(name.isEmpty ? "Schema" : name) { json in schemas.write(schema, into: &json) }
        }
        // These schemas may reference others.
        var index = 0
        while index < names.lifted.count {
          let (name, content) = names.lifted[index]
          switch content {
          case .schema(let schema):
            json.comes(from: schema)
            json.member(name) { json in schemas.write(schema, into: &json) }
          case .kinds(let base):
            json.comes(from: base.schema)
            json.member(name) { json in schemas.write(kindsOf: base, into: &json) }
          case .opened(let schema):
            json.comes(from: schema)
            json.member(name) { json in schemas.opening.write(schema, into: &json) }
          }
          index += 1
        }
      }
    }
  }

  /// Returns the operations with IDs and conditions. Those that can't be served are reported.
  private func operations() -> [Operation] {
    let found = OperationFinder(version: version, following: following).operations(of: root)
    var identifiers = Identifiers()
    return SharedPathOperations(following: following).resolved(found.filter(hasTemplate)).map { operation in
      var operation = operation
      operation.id = identifiers.unique(Identifiers.endpoint(operation))
      return operation
    }
  }
}
