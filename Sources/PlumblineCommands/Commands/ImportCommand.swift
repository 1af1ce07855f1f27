import PlumblineContractModel
import PlumblineReporting
import PlumblineWorkspace

/// Makes a service's contract and recordings of a document in another format.
struct ImportCommand: Command {
  static let name = "import"
  static let summary = "Makes a contract and recordings of an OpenAPI document or a Postman collection"
  static let operands = "openapi|postman FILE [SERVICE]"
  static let options: [OptionSpecification] = []
  static let common = CommonOptions.withoutReport
  static let examples = ["import openapi petstore.yaml petstore", "import postman shop.postman_collection.json shop"]
  static let exits = ["0 written, 2 wrong usage or a wrong file; then nothing is written."]

  private let common: CommonOptions
  private let format: ImportedService.Format
  private let path: String
  private let service: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let operands = arguments.operands
    guard let word = operands.first else {
      throw UsageError("import needs a format and a file, as in: plumbline import openapi petstore.yaml petstore.")
    }
    guard let format = ImportedService.Format(rawValue: word) else {
      throw UsageError(
        "import reads openapi and postman, not \"\(word)\"; write: plumbline import openapi FILE SERVICE.")
    }
    guard (2...3).contains(operands.count) else {
      throw UsageError("import reads one file; write: plumbline import \(word) FILE SERVICE.")
    }
    self.format = format
    path = operands[1]
    service = operands.count > 2 ? operands[2] : Workspace.serviceName(ofImported: operands[1])
    guard Self.isName(service) else {
      throw UsageError(
        "\"\(service)\" is no name of a service: it has letters, digits, - and _, and begins with a letter.")
    }
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let workspace = try workspace()
    guard FileSystem.isFile(path) else { throw UsageError("There is no file \"\(path)\".") }
    let imported = workspace.import(format, path, as: service)
    for problem in imported.errors { surroundings.console.complain("\(problem)") }
    guard let contract = imported.contract else {
      surroundings.console.complain("\(path) is refused, so nothing was written.")
      return .wrong
    }
    do {
      try imported.write(in: workspace)
    } catch let refusal as ImportRefusal {
      throw UsageError(refusal.description)
    }
    guard !common.isQuiet else { return .clean }
    for note in imported.notes { surroundings.console.complain("\(note)") }
    let folder = "\(workspace.shown(workspace.contracts))/\(service)"
    surroundings.console.print(
      "\(folder): \(String.count(contract.endpoints.count, "endpoint")) in "
        + "\(String.count(imported.files.count, "file")), \(String.count(imported.recordings.count, "recording")).")
    if !imported.notes.isEmpty {
      surroundings.console.print(
        "\(String.count(imported.notes.count, "remark")) above: what the document says and a contract doesn't hold.")
    }
    surroundings.console.print("Next: plumbline verify --direct \(service)")
    return .clean
  }

  /// The workspace that the service goes into; a new `Contracts` folder where there is none here or above.
  private func workspace() throws(WorkspaceError) -> Workspace {
    do throws(WorkspaceError) {
      return try common.workspace(for: [service], fillsRecordings: true)
    } catch {
      guard case .noContracts = error else { throw error }
      return try common.workspace(for: ["./\(path)"], fillsRecordings: true)
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isLetter } ?? false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }
}
