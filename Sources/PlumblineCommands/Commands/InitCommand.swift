import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification
import PlumblineWorkspace

/// The command that creates a package that verifies an API.
struct InitCommand: Command {
  static let name = "init"
  static let summary =
    "Creates a Swift package for an API (contract, client, calls, tests, CI): empty, or from a document, a capture or a server's OpenAPI document"
  static let choice: String? =
    "Use it once, to start. For the contract alone, use import or infer."
  static let operands = "[SERVICE]"
  static let options: [OptionSpecification] = [
    OptionSpecification(
      "--from", "openapi|har|postman|pact", "The format of the file that follows, from which the contract is created."
    ),
    OptionSpecification(
      "--url", "URL",
      "A server that publishes its OpenAPI document, or the document's URL. Only this URL and the paths that frameworks use are "
        + "requested, with GET and OPTIONS."
    ),
    AuthorityOption.specification,
    OptionSpecification(
      "--plumbline", "PATH|URL",
      "The package's dependency on Plumbline: a folder or a Git repository. Default: the sources of this build."),
  ]
  static let common = CommonOptions.ofPrinting
  static let examples = [
    "init shop", "init shop --from openapi openapi.yaml", "init shop --from har session.har",
    "init shop --url http://127.0.0.1:8000",
  ]
  static let exits = [
    "0 written, 2 a usage error, an invalid or existing file, or no document at --url (nothing is written),",
    "3 the server at --url can't be reached.",
  ]
  static let exitNote: String? =
    "The package goes into a new folder named like the service; without SERVICE, it goes into the current folder and "
    + "takes that folder's name. A contract and recordings that infer or import wrote there are kept, and the package "
    + "is created around them. Existing files are never overwritten, and there are no prompts."

  /// The source of the new package's contract.
  private enum Source: Sendable {
    case nothing
    case document(ImportedService.Format, String)
    case traffic(String)
    case server(BaseURL)

    /// A Boolean value that indicates whether the source provides a contract.
    var makesContract: Bool { if case .nothing = self { false } else { true } }
  }

  private let names: StarterNames
  private let place: StarterPlace
  private let source: Source
  private let toolkit: ToolkitPlace
  private let isQuiet: Bool
  private let authority: AuthorityOption

  init(_ arguments: Arguments) throws(UsageError) {
    authority = try AuthorityOption(arguments)
    var operands = arguments.operands[...]
    var path: String?
    if let word = arguments.value("--from") {
      guard word == "har" || ImportedService.Format(rawValue: word) != nil else { throw Self.unknownFormat(word) }
      guard let file = operands.popLast() else {
        throw UsageError("--from needs a file, as in: plumbline init shop --from openapi openapi.yaml.")
      }
      guard FileSystem.isFile(Path.absolute(file, in: WorkingFolder.path)) else {
        let service = operands.isEmpty ? "; --from \(word) is followed by the file to read" : ""
        throw UsageError("No such file: \"\(file)\"\(service).")
      }
      path = file
    }
    guard operands.count < 2 else {
      throw UsageError("init creates one service. Usage: plumbline init SERVICE [--from openapi FILE]")
    }
    source = try Self.source(arguments, path)
    place = try StarterPlace(operands.first, makesContract: source.makesContract)
    names = StarterNames(service: place.service)
    guard let toolkit = try arguments.value("--plumbline").map(ToolkitPlace.init) ?? ToolkitPlace.own else {
      throw UsageError(
        "The sources of this plumbline weren't found; name the package's dependency: --plumbline PATH or --plumbline URL."
      )
    }
    self.toolkit = toolkit
    isQuiet = arguments.has("--quiet")
  }

  private static func source(_ arguments: Arguments, _ path: String?) throws(UsageError) -> Source {
    if let text = arguments.value("--url") {
      guard path == nil else { throw UsageError("Use either --from or --url, not both.") }
      guard let base = try? BaseURL(parsing: text) else {
        throw UsageError("--url takes a URL such as http://127.0.0.1:8000, not \"\(text)\".")
      }
      return .server(base)
    }
    guard let word = arguments.value("--from"), let path else { return .nothing }
    if word == "har" { return .traffic(path) }
    guard let format = ImportedService.Format(rawValue: word) else { throw unknownFormat(word) }
    return .document(format, path)
  }

  private static func unknownFormat(_ word: String) -> UsageError {
    UsageError(
      "--from supports openapi, har, postman and pact, not \"\(word)\": plumbline init shop --from openapi openapi.yaml."
    )
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    FileBatch.settle(batches)
    let adopts = !source.makesContract && place.hasContract
    if !adopts { try refuse(StarterPackage.folders(of: names.service)) }
    let draft: StarterDraft?
    switch source {
    case .nothing where adopts: draft = try await Blocking.run { [self] in adopted(surroundings) }
    case .nothing: draft = notes(surroundings)
    case .document(let format, let path): draft = try imported(format, path, surroundings)
    case .traffic(let path): draft = try await Blocking.run { [self] in try inferred(path, surroundings) }
    case .server(let base): return try await begin(from: base, surroundings)
    }
    guard let draft else { return .wrong }
    return try write(draft, surroundings)
  }

  /// Throws an error if the package's folder already contains a file at any of the given paths.
  private func refuse(_ paths: [String]) throws(UsageError) {
    let present = paths.filter { FileSystem.isThere("\(place.folder)/\($0)") }
    guard !present.isEmpty else { return }
    let folder = place.shown == "." ? "this folder" : place.shown
    throw UsageError(
      "init doesn't overwrite files, but \(folder) already contains \(present.joined(separator: ", ")). Nothing was "
        + "written.\(adviceOnService)")
  }

  /// The advice on turning the folder's existing contract or recordings into a package.
  private var adviceOnService: String {
    let begin = "plumbline init \(names.service)"
    if place.hasContract { return source.makesContract ? " To adopt the existing files: \(begin)." : "" }
    guard place.hasRecordings else { return "" }
    return " plumbline infer \(names.service) drafts a contract from the recordings; \(begin) then adopts both."
  }

  /// The location of the journal that lists the package's files while they are written.
  private var batches: FileBatch.Place {
    FileBatch.Place("init", noteFolders: [place.folder], roots: [place.folder])
  }

  private var workspace: Workspace {
    Workspace(contracts: "\(place.folder)/Contracts", base: place.folder)
  }

  private func notes(_ surroundings: Surroundings) -> StarterDraft {
    StarterDraft(sources: StarterNotes(names: names, today: surroundings.today).files)
  }

  /// Adopts the contract and the recordings in the folder without changing them.
  private func adopted(_ surroundings: Surroundings) -> StarterDraft? {
    let loaded = place.workspace.load(names.service)
    for problem in loaded.problems where problem.level == .error { surroundings.console.complain("\(problem)") }
    guard let contract = loaded.contract, !loaded.hasErrors else {
      surroundings.console.complain(
        "The files of \(names.service) have errors, so nothing was written; fix them first.")
      return nil
    }
    let client = StarterClient(names, contract, loaded.recordings)
    let counts = [
      String.count(contract.endpoints.count, "endpoint"), String.count(loaded.recordings.count, "recording"),
    ]
    let folders = zip(StarterPackage.folders(of: names.service), counts).map { "\(place.shown($0)): \($1)" }
    let adopted = Array(loaded.recordings.isEmpty ? folders.prefix(1) : folders[...])
    return StarterDraft(sources: client.files, adopted: adopted, isDirect: !client.hasCalls)
  }

  private func imported(
    _ format: ImportedService.Format, _ path: String, _ surroundings: Surroundings
  ) throws -> StarterDraft? {
    let file = Path.absolute(path, in: WorkingFolder.path)
    let imported = workspace.import(format, file, as: names.service)
    // The problem's paths are relative to the package, but the user typed paths relative to the current folder.
    let told = workspace.shown(file)
    func typed(_ problem: Problem) -> String {
      let text = "\(problem)"
      return text.hasPrefix(told + ":") ? path + text.dropFirst(told.count) : text
    }
    for problem in imported.errors { surroundings.console.complain(typed(problem)) }
    guard let contract = imported.contract else {
      surroundings.console.complain("\(path) was rejected, so nothing was written.")
      return nil
    }
    let plan: ImportPlan
    do throws(ImportRefusal) {
      plan = try imported.plan(in: workspace, .show)
    } catch {
      surroundings.console.complain(refusal: error)
      return nil
    }
    let client = StarterClient(names, contract, imported.recordings)
    return StarterDraft(
      sources: client.files, remarks: imported.notes.map(typed), endpoints: contract.endpoints.count,
      recordings: imported.recordings.count, assumed: imported.proposals, isDirect: !client.hasCalls,
      changes: plan.files)
  }

  private func inferred(_ path: String, _ surroundings: Surroundings) throws -> StarterDraft? {
    let traffic = ReadTraffic([path], today: surroundings.today) { $0 }
    for problem in traffic.problems { surroundings.console.complain("\(problem)") }
    if traffic.isWrong { return nil }
    let inferred = workspace.infer(
      names.service, from: traffic.captures, source: path, origin: nil, hiding: { surroundings.credentials(of: $0) })
    for problem in inferred.errors { surroundings.console.complain("\(problem)") }
    guard let contract = inferred.contract else {
      let reason = InferCommand.emptiness(of: inferred, traffic.count)
      surroundings.console.complain("plumbline: \(reason) Nothing was written.")
      return nil
    }
    let client = StarterClient(names, contract, inferred.recordings.map(\.recording))
    return StarterDraft(
      sources: client.files, remarks: inferred.draft.notes.map { "skipped: \($0)" },
      endpoints: contract.endpoints.count, recordings: inferred.recordings.count, assumed: inferred.proposals,
      isDirect: !client.hasCalls, changes: inferred.changes)
  }

  /// Starts from the OpenAPI document that a server publishes. The document becomes a file of the package.
  private func begin(from base: BaseURL, _ surroundings: Surroundings) async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    let search = try DocumentSearch(base, trusting: try authority.authorities(in: surroundings))
    let found = try await search.run { finding in
      if !isQuiet { surroundings.console.print(finding.line) }
    }
    guard let found, let bytes = found.document else {
      throw UsageError(
        "There is no OpenAPI document, so nothing was written. Draft a contract from the server's responses: "
          + "plumbline record \(names.service) --upstream \(base), plumbline infer \(names.service), plumbline init "
          + "\(names.service). Or start from an example: plumbline init \(names.service).")
    }
    let name = "\(names.service).openapi.\(found.isYAML ? "yaml" : "json")"
    let file = "\(place.folder)/\(name)"
    // An identical file was downloaded earlier, or belongs to a package whose creation was interrupted.
    let isKnown = (try? FileSystem.read(file)) == bytes
    if !isKnown { try refuse([name]) }
    let isNew = !FileSystem.isThere(place.folder)
    try FileSystem.makeFolder(place.folder)
    do {
      // Read the document at its final location, because later imports look for it there.
      if !isKnown { try AtomicFile.write(bytes, to: file) }
      if let draft = try imported(.openapi, file, surroundings) { return try write(draft, surroundings) }
    } catch {
      if !isKnown { try takeBack(file, isNew) }
      throw error
    }
    if !isKnown { try takeBack(file, isNew) }
    return .wrong
  }

  /// Removes a downloaded document that didn't become part of a package.
  private func takeBack(_ document: String, _ isNew: Bool) throws(FileError) {
    try FileSystem.remove(document)
    if isNew { FileSystem.removeEmptyFolder(place.folder) }
  }

  /// Writes all files, unless any of them already exists.
  private func write(_ draft: StarterDraft, _ surroundings: Surroundings) throws -> ExitCode {
    let console = surroundings.console
    let files = StarterPackage(names, toolkit, sources: draft.sources).files
    try refuse(files.map(\.path))
    for file in files { try AtomicFile.check("\(place.folder)/\(file.path)") }
    // Write the manifest last, because it is what makes a folder a package.
    let manifest = files.filter { $0.path == StarterPackage.manifestName }
    let rest = files.filter { $0.path != StarterPackage.manifestName }
    let changes = (rest + manifest).map { file in
      FileBatch.Change.write(path: "\(place.folder)/\(file.path)", bytes: Array(file.text.utf8))
    }
    try FileBatch(draft.changes + changes, at: batches).commit()
    guard !isQuiet else { return .clean }
    for remark in draft.remarks { console.complain(remark) }
    if let endpoints = draft.endpoints {
      console.print(
        "\(place.shown)/Contracts/\(names.service): \(String.count(endpoints, "endpoint")), "
          + String.count(draft.recordings, "recording"))
      if !draft.assumed.isEmpty { console.print("Assumed, because nothing states it:") }
      for sentence in draft.assumed { console.print("  \(sentence)") }
    }
    for line in draft.adopted { console.print("adopted  \(line)") }
    for file in files { console.print("wrote  \(place.shown(file.path))") }
    for sentence in StarterNamesakes(place, names).sentences { console.complain("warning: \(sentence)") }
    let move = place.shown == "." ? "" : "cd \(place.shown) && "
    console.print("Next: \(move)swift run \(names.tool) verify\(draft.isDirect ? " --direct" : "")")
    return .clean
  }
}
