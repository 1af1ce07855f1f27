import PlumblineContractModel
import PlumblineRecordings
import PlumblineReporting
import PlumblineWorkspace

/// The command that translates a document in another format into a service's contract and recordings.
struct ImportCommand: Command {
  static let name = "import"
  static let summary =
    "Creates or updates a contract from an OpenAPI document, a Postman collection or a pact, and keeps your "
    + "edits; recordings from HAR files"
  static let choice: String? =
    "Use it if the API has a document, and again when the document changes. Without one, draft the contract with infer."
  static let operands = "openapi|postman|pact FILE [SERVICE], pact|har FILE… SERVICE, or pact SERVICE"
  static let options: [OptionSpecification] = [
    OptionSpecification(
      "--only", "PATTERNS",
      "Import only the matching operations of the OpenAPI document (by id, tag, path, or method and path) and their schemas."
    ),
    OptionSpecification(
      "--conflicts", "SIDE",
      "What to do if your changes and the document's conflict: show (the default), keep (yours) or take (the document's)."
    ),
    PactSource.specifications[0], PactSource.specifications[1],
    RecordingOptions.onePerAnswer, RecordingOptions.refresh,
    OptionSpecification("--dry-run", nil, "Show what would be written, and write nothing."),
  ]
  static let common = CommonOptions.withoutReport
  static let examples = [
    "import openapi petstore.yaml petstore",
    "import openapi github.json github --only 'issues-*,GET /repos/{owner}/{repo}'",
    "import postman shop.postman_collection.json shop",
    "import pact web-shop.json shop", "import pact web-shop.json app-shop.json shop",
    "import pact shop --broker https://broker.example.com --provider Shop", "import har session.har truelog",
  ]
  static let exits = [
    "0 written, 1 written, but there are conflicts or existing seeds or recordings no longer match the contract,",
    "2 a usage error or an invalid file, 3 the broker can't be reached (nothing is written with 2 or 3).",
  ]

  private let common: CommonOptions
  private enum Kind: Sendable {
    case contract(ImportedService.Format)
    case pacts(PactSource)
    case recordings(HARImport)
  }

  private let kind: Kind
  private let path: String
  /// The paths of additional pacts.
  private let others: [String]
  private let service: String
  private let decision: MergeDecision
  private let isDryRun: Bool
  /// Patterns of the operations to import, or `nil` for all of them.
  private let only: [String]?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let operands = arguments.operands
    guard let word = operands.first else {
      throw UsageError("import needs a format and a file, as in: plumbline import openapi petstore.yaml petstore.")
    }
    isDryRun = arguments.has("--dry-run")
    only = try arguments.operationPatterns()
    guard only == nil || word == ImportedService.Format.openapi.rawValue else {
      throw UsageError(
        "--only selects operations of an OpenAPI document, as in: plumbline import openapi shop.json --only 'items-*'.")
    }
    if let source = try PactSource(arguments) {
      (kind, path, others, decision) = (.pacts(source), operands[1], [], try Self.decision(arguments))
      service = operands[1]
      guard ServiceName.isOne(service) else { throw UsageError(ServiceName.refusal(of: service)) }
      return
    }
    if word == "har" {
      guard !arguments.has("--conflicts") else {
        throw UsageError("--conflicts applies only to contracts; import har makes recordings and keeps existing ones.")
      }
      kind = .recordings(
        try HARImport(
          operands.dropFirst(), common, isOnePerAnswer: arguments.has("--one-per-answer"),
          refreshes: arguments.has("--refresh"), isDry: isDryRun))
      (path, others, service, decision) = (operands[1], [], operands[operands.count - 1], .keep)
      return
    }
    for option in ["--one-per-answer", "--refresh"] where arguments.has(option) {
      throw UsageError(
        "\(option) applies only to recordings from captures, as in: plumbline import har session.har shop \(option)")
    }
    guard let format = ImportedService.Format(rawValue: word) else {
      throw UsageError(
        "import supports openapi, postman, pact and har, not \"\(word)\". Usage: plumbline import openapi FILE SERVICE")
    }
    guard (2...3).contains(operands.count) || format == .pact && operands.count > 3 else {
      throw UsageError("import takes one file. Usage: plumbline import \(word) FILE SERVICE")
    }
    kind = .contract(format)
    decision = try Self.decision(arguments)
    path = operands[1]
    others = Array(operands.dropFirst(2).dropLast())
    service = operands.count > 2 ? operands[operands.count - 1] : Workspace.serviceName(ofImported: operands[1])
    guard format != .pact || operands.count == 2 || !service.hasSuffix(".json") else {
      throw UsageError("import pact takes the files, then the service: plumbline import pact FILE… SERVICE.")
    }
    guard ServiceName.isOne(service) else { throw UsageError(ServiceName.refusal(of: service)) }
  }

  private static func decision(_ arguments: Arguments) throws(UsageError) -> MergeDecision {
    let word = arguments.value("--conflicts") ?? "show"
    guard let decision = MergeDecision(rawValue: word) else {
      throw UsageError("--conflicts takes show, keep or take, not \"\(word)\".")
    }
    return decision
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    switch kind {
    case .contract(let format): return try `import`(format, surroundings)
    case .pacts(let source): return try await `import`(source, surroundings)
    case .recordings(let har): return try await Blocking.run { try har.run(in: surroundings) }
    }
  }

  private func `import`(_ format: ImportedService.Format, _ surroundings: Surroundings) throws -> ExitCode {
    let workspace = try ServiceName.workspace(for: service, common, near: path)
    for path in [path] + others where !FileSystem.isFile(path) { throw UsageError("No such file: \"\(path)\".") }
    let imported = workspace.import(format, path, and: others, as: service, only: only)
    return try write(imported, format, from: ([path] + others).joined(separator: ", "), in: workspace, surroundings)
  }

  /// Imports a provider's latest pacts from a broker.
  private func `import`(_ source: PactSource, _ surroundings: Surroundings) async throws -> ExitCode {
    let documents = try await source.documents(in: surroundings)
    let workspace = try ServiceName.workspace(for: service, common, near: "\(service).json")
    let imported = workspace.import(pacts: documents, as: service, today: surroundings.today)
    return try write(
      imported, .pact, from: documents.map(\.path).joined(separator: ", "), in: workspace, surroundings)
  }

  /// Writes the imported contract and recordings.
  ///
  /// - Parameter files: The names of the imported files, for messages.
  private func write(
    _ imported: ImportedService, _ format: ImportedService.Format, from files: String, in workspace: Workspace,
    _ surroundings: Surroundings
  ) throws -> ExitCode {
    for problem in imported.errors.gathered() { surroundings.console.complain("\(problem)") }
    guard let contract = imported.contract else {
      // If a pact yields no endpoints, unsupported parts may be the reason.
      if format == .pact { for note in imported.notes.gathered() { surroundings.console.complain("\(note)") } }
      surroundings.console.complain("\(files) was rejected, so nothing was written.")
      return .wrong
    }
    if !isDryRun { imported.home.settle() }
    let plan: ImportPlan
    do throws(ImportRefusal) {
      plan = try imported.plan(in: workspace, decision)
    } catch {
      surroundings.console.complain(refusal: error)
      return .wrong
    }
    if !isDryRun { try plan.write() }
    if !common.isQuiet {
      for note in imported.notes.gathered() { surroundings.console.complain("\(note)") }
      for conflict in plan.conflicts { surroundings.console.complain("\(conflict)") }
      for line in summary(of: plan, imported, contract, from: files, in: workspace) { surroundings.console.print(line) }
    }
    let misfits = isDryRun || plan.isNew ? [] : try misfits(in: workspace)
    for problem in misfits { surroundings.console.complain("\(problem)") }
    if !misfits.isEmpty {
      surroundings.console.complain(
        "Hand-written seeds or recordings no longer match the contract; fix the problems listed above.")
    }
    return plan.conflicts.isEmpty && misfits.isEmpty ? .clean : .drift
  }

  /// Returns the problems of hand-written seeds and recordings that no longer match the contract.
  private func misfits(in workspace: Workspace) throws -> [Problem] {
    try workspace.load(named: [service]).flatMap { loaded -> [Problem] in
      guard loaded.recordings.isEmpty, let contract = loaded.contract else { return loaded.problems }
      return loaded.problems
        + RecordingLint.problems(withoutRecordingsOf: contract, refused: loaded.refusedRecordings)
    }.filter { $0.level == .error }
  }

  private func summary(
    of plan: ImportPlan, _ imported: ImportedService, _ contract: Contract, from files: String, in workspace: Workspace
  ) -> [String] {
    let folder = "\(workspace.shown(workspace.contracts))/\(service)"
    var lines: [String] = []
    if plan.isNew {
      lines.append(
        "\(folder): \(String.count(contract.endpoints.count, "endpoint")) in "
          + "\(String.count(imported.files.count, "file")), \(String.count(imported.recordings.count, "recording")).")
    } else if plan.changes.isEmpty {
      lines.append("\(folder) is up to date with \(files).")
    } else {
      lines.append("\(folder), from \(files):")
      for changes in plan.changes {
        let verbs = [
          ("added", changes.added), ("changed", changes.changed), ("dropped", changes.dropped),
          ("unchanged, from a different document", changes.moved),
        ]
        for (verb, names) in verbs where !names.isEmpty {
          let more = names.count > 10 ? " and \(names.count - 10) more" : ""
          lines.append(
            "  \(String.count(names.count, changes.title)) \(verb): \(names.prefix(10).joined(separator: ", "))\(more)")
        }
      }
    }
    if only != nil {
      lines.append(
        "This import was limited by --only. Pass it again next time, or the rest of the document will be imported too."
      )
    }
    if !imported.notes.isEmpty {
      lines.append(
        "\(String.count(imported.notes.count, "remark")) above, on parts of the document that a contract can't express."
      )
    }
    // Print proposals only once, because users may since have rejected them or added the missing parts.
    if !imported.proposals.isEmpty, plan.isNew || plan.addsEndpoints {
      lines.append("Assumed, because the document doesn't say. Remove anything that is wrong; it won't be added again:")
      lines += imported.proposals.map { "  \($0)" }
    }
    if !plan.conflicts.isEmpty {
      lines.append(
        "\(String.count(plan.conflicts.count, "conflict")) above: edit the files, or import again with --conflicts "
          + "keep or --conflicts take.")
    }
    lines.append(isDryRun ? "Nothing was written (--dry-run)." : "Next: plumbline verify --direct \(service)")
    return lines
  }
}
