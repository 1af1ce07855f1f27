import PlumblineContractModel
import PlumblineOpenAPI
import PlumblineWorkspace

/// Writes a contract in another format, for tools that don't know ours.
struct ExportCommand: Command {
  static let name = "export"
  static let summary = "Writes a contract and its recordings as an OpenAPI 3.1 document"
  static let operands = "openapi SERVICE"
  static let options = [
    OptionSpecification(
      "--output", "FILE", "Writes the document there, in place of standard output. A file that is there is replaced.")
  ]
  static let common = CommonOptions.withoutReport.filter { $0.name != "--root" }
  static let examples = ["export openapi truelog", "export openapi truelog --output truelog.json"]
  static let exits = ["0 written, 2 wrong usage or a wrong file; then nothing is written."]

  private let common: CommonOptions
  private let service: String
  private let output: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let operands = arguments.operands
    guard let format = operands.first else {
      throw UsageError("export needs a format and a service, as in: plumbline export openapi truelog.")
    }
    guard format == "openapi" else {
      throw UsageError("export writes openapi, not \"\(format)\"; write: plumbline export openapi SERVICE.")
    }
    guard operands.count == 2 else {
      throw UsageError("export writes one service at a time; write: plumbline export openapi SERVICE.")
    }
    service = operands[1]
    output = arguments.value("--output")
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let workspace = try common.workspace(for: [service])
    let loaded = try LoadedServices([service], common: common)
    for problem in loaded.problems { surroundings.console.complain("\(problem)") }
    guard loaded.isUsable, let service = loaded.services.first else { return .wrong }
    guard service.home.document == nil else {
      throw UsageError("\(self.service) is an OpenAPI document already; export writes one of a contract's files.")
    }
    let sources = workspace.sources(of: service.home)
    let export = OpenAPIExport(service.contract, files: sources.contract, recordings: sources.recordings)
    if let output {
      guard !FileSystem.isFolder(output) else {
        throw UsageError(
          "--output: \(output) is a folder; name a file in it, such as \(output)/\(service.contract.service).json.")
      }
      try AtomicFile.write(export.text, to: output)
    } else {
      surroundings.console.write(String(decoding: export.text, as: UTF8.self))
    }
    if !common.isQuiet {
      for remark in export.remarks { surroundings.console.complain(remark) }
    }
    return .clean
  }
}
