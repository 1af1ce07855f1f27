import PlumblineJSONTree

/// A loader that creates contracts from files and reports all their problems at once.
package enum ContractLoader {
  /// One file of a contract.
  package struct File: Sendable {
    /// The name within the contract's folder, such as `tickets.json`. A `$ref` uses this name.
    package let name: String
    /// The path shown in problems, such as `Contracts/truelog/tickets.json`.
    package let path: String
    package let bytes: [UInt8]
    /// The origin of the file's values if it was converted from a different document. Problems are reported at that
    /// origin.
    package let provenance: (any Provenance)?
    /// The parsed tree of a generated file, shared by all readers, or `nil` if the file has to be parsed.
    package let document: JSONDocument?

    package init(name: String, path: String, bytes: [UInt8], provenance: (any Provenance)? = nil) {
      self.name = name
      self.path = path
      self.bytes = bytes
      self.provenance = provenance
      document = provenance.flatMap { try? JSONDocument.parse(bytes, file: path, provenance: $0) }
    }

    /// Creates a file from a parsed tree. The tree's document name is the file's path.
    package init(name: String, document: JSONDocument) {
      self.name = name
      self.document = document
      path = document.file
      bytes = document.bytes
      provenance = document.provenance
    }
  }

  /// The result of loading the files.
  package struct Result: Sendable {
    /// The contract, or `nil` if any problem is an error.
    package let contract: Contract?
    /// All problems, sorted by location.
    package let problems: [Problem]

    package init(contract: Contract?, problems: [Problem]) {
      self.contract = contract
      self.problems = problems
    }
  }
}

extension ContractLoader {
  /// Loads a contract from the files of one service's folder, and reports all their problems.
  ///
  /// The files are parsed, then read, then validated against the format's schema. Each step continues with the parts
  /// that the previous one could process. `deep-links.json` is read separately, and `waivers.json` and
  /// `field-usage.json` are skipped. Errors prevent a contract from loading; warnings don't.
  ///
  /// - Parameter isLinting: A Boolean value that indicates whether to search schemas for parts that no value satisfies
  ///   and for samples that don't fit. The search takes as long as everything else together, and never causes an error.
  package static func load(_ files: [File], isLinting: Bool = true) -> Result {
    let log = ProblemLog()
    let parsed = ContractFiles(files, log: log)
    let context = ReadingContext(
      names: ContractNames(parsed), schemas: SchemaCompiler(parsed, log: log), log: log)
    let links = RenamedFile.deepLinks.find(in: files).map { LinkReader(context: context).read($0) } ?? []
    if let conflict = RenamedFile.deepLinks.conflict(in: files) { log.add(conflict) }
    let contract = read(parsed, links, context)
    context.schemas.finish(isLinting: isLinting)
    for file in parsed.parsed { FileSchema.contract.check(file.written, log) }
    var problems = log.problems
    if problems.contains(where: { $0.level == .error }) {
      problems = KeyPaths.added(to: problems, in: parsed.parsed.map(\.written.document))
    }
    return Result(contract: log.hasErrors ? nil : contract, problems: problems.sorted())
  }

  /// Performs the one-time work that every contract needs. Calling this is optional. It allows the work to be done in
  /// advance on a different thread.
  package static func prepare() { FileSchema.contract.prepare() }

  private static func read(_ files: ContractFiles, _ links: [Link], _ context: ReadingContext) -> Contract? {
    for file in files.parsed {
      for (_, schema) in file.root["schemas"]?.members.map({ $0 }) ?? [] {
        context.schemas.check(schema, in: file.name)
      }
      if !file.isMain { reportMisplaced(file, context.log) }
    }
    let failures = FailureReader(context: context).read(files.parsed)
    let collections = CollectionReader(context: context).read(files.parsed)
    let main = files.main.map { SharedReader(root: $0.root, file: $0.name, context: context) }
    let shared = EndpointReader.Shared(
      authentication: main?.authentication() ?? .none, failures: failures,
      commonFailures: main?.commonFailures() ?? [], collections: collections,
      idempotency: files.main?.root["idempotency"]?.string)
    let endpoints = EndpointsReader(shared: shared, context: context).read(files.parsed)
    EntityTagLint(log: context.log).check(collections, endpoints)
    TombstoneLint(log: context.log).check(collections, endpoints)
    IdempotencyReader.check(files.main?.root["idempotency"], endpoints, context)
    guard let main else { return nil }
    let service = main.service()
    let envelope = main.envelope()
    let personas = main.personas()
    let features = FeatureReader(context: context).read(main.root)
    if context.names.knowsAll, !context.log.hasErrors {
      FeatureReader(context: context).reportUnserved(features, by: endpoints, links)
      RefusalLint(personas: personas, collections: collections, failures: failures, log: context.log).check(endpoints)
    }
    let credentials = main.credentials()
    if context.names.knowsAll { main.checkEnvironments(of: credentials, failures) }
    HolderReader(root: main.root, context: context).check(credentials, collections, personas)
    if let envelope { EnvelopeCodesCheck(envelope: envelope, log: context.log).check(failures) }
    return Contract(
      service: service, title: main.root["title"]?.string ?? service, servers: main.servers(),
      shared: Contract.Shared(
        credentials: credentials, envelope: envelope, personas: personas, failures: failures,
        commonFailures: shared.commonFailures, collections: collections),
      endpoints: endpoints, links: links, features: features, location: main.root.location,
      documents: Dictionary(files.parsed.map { ($0.name, $0.root.document) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Reports shared definitions outside `contract.json`.
  private static func reportMisplaced(_ file: ContractFiles.Parsed, _ log: ProblemLog) {
    for key in SharedReader.members {
      guard let place = file.root.keyLocation(of: key) else { continue }
      log.error(place, "\"\(key)\" belongs in contract.json; move it there.")
    }
  }
}
