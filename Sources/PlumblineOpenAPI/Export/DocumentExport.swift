import PlumblineContractModel
import PlumblineJSONTree

/// A writer for a whole document.
struct DocumentExport {
  /// A file of the contract in ``ContractForm``.
  struct Source {
    let name: String
    let root: JSON

    var tag: String { String(name.dropLast(".json".count)) }
  }

  /// An endpoint and its location in the document.
  private struct Entry {
    let source: Source
    let id: String
    let value: JSON
    let method: String
    let path: String
  }

  let contract: Contract
  let sources: [Source]
  /// The recordings by endpoint.
  let recordings: [String: [ExportedRecording]]
  private let entries: [Entry]
  private let components: ComponentsExport
  private let main: JSON

  init(contract: Contract, sources: [Source], recordings: [String: [ExportedRecording]]) {
    self.contract = contract
    self.sources = sources
    self.recordings = recordings
    main = sources.first { $0.name == ContractForm.main }?.root ?? .emptyObject
    components = ComponentsExport(sources: sources)
    entries = Self.entries(of: sources)
  }

  private static func entries(of sources: [Source]) -> [Entry] {
    let endpoints = sources.filter { $0.name != ContractForm.links }.flatMap { source in
      (source.root["endpoints"]?.members.map { $0 } ?? []).map { (source: source, id: $0.key, value: $0.value) }
    }
    let requests = endpoints.map { endpoint in
      let line = endpoint.value["request"]?.string ?? ""
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      return PathKeys.Request(
        id: endpoint.id, method: parts.first ?? "", template: parts.last ?? "",
        isConditional: endpoint.value["when"] != nil)
    }
    let keys = PathKeys.keys(of: requests)
    return endpoints.indices.map { index in
      let (source, id, value) = endpoints[index]
      return Entry(source: source, id: id, value: value, method: requests[index].method, path: keys[index])
    }
  }

  /// Remarks on parts whose form OpenAPI users wouldn't expect.
  var remarks: [String] {
    let shared = entries.filter { $0.path.contains("#") }.map(\.id)
    let further = entries.filter { !PathKeys.has($0.method) }.map(\.id)
    var remarks: [String] = []
    if !shared.isEmpty {
      remarks.append(
        "OpenAPI allows only one operation for each method and path, so the path ends in # and the endpoint's id for "
          + "\(Spelling.list(shared)).")
    }
    if !further.isEmpty {
      remarks.append(
        "OpenAPI 3.1 doesn't support the methods of \(Spelling.list(further)); other tools ignore the operations under "
          + "\(ContractExtensions.word("operations")).")
    }
    return remarks
  }

  func document() -> JSON {
    let draft = document(orders: [:])
    let reader = ExportedDocument(draft, service: contract.service, path: "")
    var orders: [String: [String]] = [:]
    for source in sources {
      let own = entries.filter { $0.source.name == source.name }.map(\.id)
      if reader.operations(of: source.name).map(\.id) != own { orders[source.name] = own }
    }
    return orders.isEmpty ? draft : document(orders: orders)
  }

  private func document(orders: [String: [String]]) -> JSON {
    let references = SchemaReferences(names: components.names, file: ContractForm.main)
    var document = Members()
    document.set("openapi", "3.1.1")
    document.set("info", info)
    let servers = main["servers"]?.members.map { server($0.key, $0.value) } ?? []
    if !servers.isEmpty { document.set("servers", JSON.array(servers)) }
    let tags = self.tags(orders)
    if !tags.isEmpty { document.set("tags", JSON.array(tags)) }
    document.set("security", ifThere: main["authentication"].map(OperationExport.security))
    document.set("paths", paths)
    let components = self.components.json(main)
    if components.count > 0 { document.set("components", components) }
    document.set(
      ContractExtensions.mark,
      JSON.object([("plumbline", main["plumbline"] ?? 1), ("service", JSON(contract.service))]))
    complete(&document, references)
    if let links = sources.first(where: { $0.name == ContractForm.links }) {
      document.set(
        ContractExtensions.word("links"),
        SchemaReferences(names: self.components.names, file: ContractForm.links).inDocument(links.root))
    }
    return document.json
  }

  private var info: JSON {
    var info = Members()
    info.set("title", main["title"] ?? JSON(contract.service))
    info.set("description", ifThere: main["description"])
    info.set("version", "unversioned")
    return info.json
  }

  /// The members of the contract that OpenAPI can't express.
  private static let ownSections: Set<String> = ["personas", "commonErrors", "features", "resources", "idempotency"]

  /// Adds everything that endpoints share but OpenAPI can't express.
  private func complete(_ document: inout Members, _ references: SchemaReferences) {
    for (name, value) in main.members {
      if ContractExtensions.isNote(name) || Self.ownSections.contains(name) {
        let isNote = ContractExtensions.isNote(name)
        document.set(
          isNote ? name : ContractExtensions.word(name), isNote ? references.note(value) : references.inDocument(value))
      } else if name == "authentication",
        !(document["security"].map { ContractForm.isSame(ExportedEndpoint.authentication($0), value) } ?? false)
      {
        document.set(ContractExtensions.word(name), value)
      }
    }
  }

  private func server(_ name: String, _ value: JSON) -> JSON {
    var server = Members()
    for key in ["url", "description"] { server.set(key, ifThere: value[key]) }
    let standard = server
    server.set(ContractExtensions.word("name"), JSON(name))
    ContractExtensions.complete(
      &server, telling: standard, of: value, SchemaReferences(names: components.names, file: ""))
    return server.json
  }

  /// Returns a tag for each file. There is one for `contract.json` only if that file contains endpoints.
  private func tags(_ orders: [String: [String]]) -> [JSON] {
    sources.compactMap { source in
      let isMain = source.name == ContractForm.main
      guard source.name != ContractForm.links, !isMain || source.root["endpoints"] != nil else {
        return Optional.none
      }
      var tag = Members()
      tag.set("name", JSON(source.tag))
      if !isMain {
        let references = SchemaReferences(names: components.names, file: source.name)
        tag.set("description", ifThere: source.root["description"])
        for (name, value) in source.root.members where name == "resources" || ContractExtensions.isNote(name) {
          let isNote = ContractExtensions.isNote(name)
          tag.set(
            isNote ? name : ContractExtensions.word(name),
            isNote ? references.note(value) : references.inDocument(value))
        }
      }
      if let order = orders[source.name] {
        tag.set(ContractExtensions.word("order"), JSON.array(order.map { JSON($0) }))
      }
      return tag.json
    }
  }

  private var paths: JSON {
    let common = Set(main["commonErrors"]?.elements.compactMap(\.string) ?? [])
    var paths: [(path: String, item: Members, further: Members)] = []
    for entry in entries {
      let content = components.content(entry.source.name)
      let export = OperationExport(
        content: content, reader: ExportedEndpoint(content: content.reader, common: common),
        failures: components.failures, tag: entry.source.tag)
      let operation = export.operation(
        entry.value, id: entry.id, method: entry.method, path: entry.path,
        refusals: contract.endpoint(entry.id)?.failures.map(\.name) ?? [], recordings[entry.id] ?? [])
      let index = paths.firstIndex { $0.path == entry.path } ?? paths.endIndex
      if index == paths.endIndex { paths.append((entry.path, Members(), Members())) }
      if PathKeys.has(entry.method) {
        paths[index].item.set(entry.method.lowercased(), operation)
      } else {
        paths[index].further.set(entry.method, operation)
      }
    }
    return JSON.object(
      paths.map { path, item, further in
        var item = item
        if !further.isEmpty { item.set(ContractExtensions.word("operations"), further.json) }
        return (path, item.json)
      })
  }
}
