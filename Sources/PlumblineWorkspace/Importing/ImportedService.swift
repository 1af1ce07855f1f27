import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblinePact
import PlumblinePostman
import PlumblineRecordings

/// A service's contract and recordings, translated from a document in a different format but not written yet.
package struct ImportedService: Sendable {
  /// A document format that can be translated to a contract.
  package enum Format: String, Sendable, CaseIterable {
    case openapi
    case postman
    case pact
  }

  package let home: ServiceHome
  let format: Format
  /// The path of the document, relative to the folder that contains the contracts.
  let document: String
  /// The contract, or `nil` if the document is rejected.
  package let contract: Contract?
  /// The files of the contract.
  package let files: [ContractLoader.File]
  package let recordings: [Recording]
  /// The errors in the document, sorted by location.
  package let errors: [Problem]
  /// The parts of the document that a contract can't express, sorted by location.
  package let notes: [Problem]
  /// The assumptions in the contract that aren't stated in the document, one sentence each.
  package let proposals: [String]
}

extension Workspace {
  /// Returns the default name for an imported service, derived from the path of its document.
  package static func serviceName(ofImported path: String, from base: String = WorkingFolder.path) -> String {
    let path = Path.absolute(path, in: base)
    let suffix = ".postman_collection.json"
    guard path.hasSuffix(suffix) else { return ServiceHome.name(ofDocument: path) }
    return ServiceHome.name(ofDocument: "\(path.dropLast(suffix.count)).json")
  }

  /// Translates a document in a different format to a contract. Nothing is written.
  ///
  /// - Parameters:
  ///   - path: The path of the document.
  ///   - others: The paths of additional pacts with the same provider.
  ///   - service: The name of the service.
  ///   - patterns: The operations of an OpenAPI document to import, or `nil` for all of them.
  package func `import`(
    _ format: ImportedService.Format, _ path: String, and others: [String] = [], as service: String,
    only patterns: [String]? = nil
  ) -> ImportedService {
    var reading = FileReading(workspace: self)
    let path = Path.absolute(path, in: base)
    let others = others.map { Path.absolute($0, in: base) }
    let translation: (files: [ContractLoader.File], errors: [Problem], notes: [Problem])
    var recordings: [Recording] = []
    var examples: [DocumentExample] = []
    var isExported = false
    let loaded: ContractLoader.Result
    switch format {
    case .openapi:
      let (made, result) = DocumentReading.translate(
        path, root: root ?? Path.parent(path), as: service, layout: .byResource, isLinting: true,
        only: patterns.map { OperationPatterns($0) }, &reading)
      loaded = result
      let kept = RecordingLoader.load(made.recordings)
      recordings = kept.recordings
      examples = made.examples
      isExported = made.isExported
      translation = (made.files, made.errors + kept.problems, made.notes)
    case .postman, .pact:
      let made = Self.made(format, [path] + others, as: service, &reading)
      recordings = made.recordings
      translation = (made.files, made.errors, made.notes)
      loaded = made.loaded ?? ContractLoader.load(translation.files)
    }
    // Don't report errors of a contract that doesn't exist.
    let mistakes = translation.files.isEmpty ? [] : loaded.problems.filter { $0.level == .error }
    let errors = (reading.problems + translation.errors + mistakes).sorted()
    guard let contract = loaded.contract, !translation.files.isEmpty else {
      return imported(format, [path] + others, as: service, nil, recordings, errors, translation.notes)
    }
    let found = ExampleRecordings(examples, of: contract, path: shown(path), today: FileSystem.dayOfChange(path))
    recordings += found.recordings
    // An exported contract states its own assumptions. A contract drafted from exchanges already has their envelope.
    let lifting =
      isExported ? nil : ImportAssumptions(translation.files, contract, recordings, liftsEnvelope: format != .pact)
    return imported(
      format, [path] + others, as: service, (lifting?.files ?? translation.files, lifting?.contract ?? contract),
      recordings,
      errors, translation.notes + found.notes, lifting?.proposals ?? [])
  }

  /// Translates pacts that have already been read, such as those from a broker, and have the same provider. Nothing is
  /// written.
  ///
  /// - Parameters:
  ///   - service: The name of the service.
  ///   - today: The date for the recordings, as `YYYY-MM-DD`.
  package func `import`(
    pacts documents: [PactTranslator.Document], as service: String, today: String
  ) -> ImportedService {
    let made = PactTranslator(service: service).translate(documents, today: today)
    let paths = documents.map(\.path)
    let loaded = ContractLoader.load(made.files)
    guard let contract = loaded.contract, !made.files.isEmpty else {
      return imported(.pact, paths, as: service, nil, made.recordings, made.errors, made.notes)
    }
    let errors = (made.errors + loaded.problems.filter { $0.level == .error }).sorted()
    let lifting = ImportAssumptions(made.files, contract, made.recordings, liftsEnvelope: false)
    return imported(
      .pact, paths, as: service, (lifting.files, lifting.contract), made.recordings, errors, made.notes,
      lifting.proposals)
  }

  private func imported(
    _ format: ImportedService.Format, _ paths: [String], as service: String,
    _ made: (files: [ContractLoader.File], contract: Contract)?, _ recordings: [Recording], _ errors: [Problem],
    _ notes: [Problem], _ proposals: [String] = []
  ) -> ImportedService {
    ImportedService(
      home: home(of: service), format: format,
      document: paths.map { Path.told($0, from: Path.parent(contracts)) }.joined(separator: ", "),
      contract: made?.contract, files: made?.files ?? [], recordings: recordings, errors: errors, notes: notes.sorted(),
      proposals: proposals)
  }

  private typealias Made = (
    files: [ContractLoader.File], loaded: ContractLoader.Result?, recordings: [Recording], errors: [Problem],
    notes: [Problem]
  )

  /// Translates JSON files that describe requests and their responses to a contract.
  private static func made(
    _ format: ImportedService.Format, _ paths: [String], as service: String, _ reading: inout FileReading
  ) -> Made {
    if format == .pact { return made(pacts: paths, as: service, &reading) }
    let path = paths[0]
    guard let bytes = reading.bytes(of: path) else { return ([], nil, [], [], []) }
    do throws(JSONSyntaxError) {
      let translator = PostmanTranslator(service: service, path: reading.shown(path))
      let made = translator.translate(try translator.document(bytes), today: FileSystem.dayOfChange(path))
      return (made.files, made.loaded, made.recordings, made.errors, made.notes)
    } catch {
      return ([], nil, [], [unreadable(bytes, path, error, reading)], [])
    }
  }

  private static func made(pacts paths: [String], as service: String, _ reading: inout FileReading) -> Made {
    var documents: [PactTranslator.Document] = []
    var problems: [Problem] = []
    var last: [UInt8] = []
    for path in paths {
      guard let bytes = reading.bytes(of: path) else { continue }
      last = bytes
      do throws(JSONSyntaxError) {
        documents.append(try PactTranslator.Document(bytes, path: reading.shown(path)))
      } catch {
        problems.append(unreadable(bytes, path, error, reading))
      }
    }
    guard documents.count == paths.count else { return ([], nil, [], problems, []) }
    let today = paths.map { FileSystem.dayOfChange($0) }.max() ?? ""
    let made = PactTranslator(service: service).translate(documents, today: today)
    if paths.count == 1, made.files.isEmpty, made.errors.count == 1, !ForeignFormat.isPact(documents[0].document.root),
      let sentence = ForeignFile.sentence(on: last, named: paths[0])
    {
      return ([], nil, [], [Problem(reading.place(paths[0]), sentence)], [])
    }
    return (made.files, nil, made.recordings, made.errors, made.notes)
  }

  /// Returns the problem to report for a file that isn't JSON.
  private static func unreadable(
    _ bytes: [UInt8], _ path: String, _ error: JSONSyntaxError, _ reading: FileReading
  ) -> Problem {
    let known = ForeignFile.sentence(on: bytes, named: path).map { Problem(reading.place(path), $0) }
    return known ?? Problem(error.location, error.message)
  }
}
