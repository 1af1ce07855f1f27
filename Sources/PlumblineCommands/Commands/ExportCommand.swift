import PlumblineContractModel
import PlumblineOpenAPI
import PlumblineRecordings
import PlumblineReporting
import PlumblineWorkspace

/// Writes a contract in another format, for tools that don't know ours.
struct ExportCommand: Command {
  static let name = "export"
  static let summary =
    "Exports a contract and its recordings as an OpenAPI 3.1 document, or the recordings as a HAR file"
  static let operands = "openapi|har SERVICE"
  static let options = [
    OptionSpecification(
      "--output", "FILE", "Write to this file instead of standard output. An existing file is overwritten.")
  ]
  static let common = CommonOptions.specifications(without: "--report", "--gate", "--source-url", "--root")
  static let examples = [
    "export openapi truelog", "export openapi truelog --output truelog.json",
    "export har truelog --output truelog.har",
  ]
  static let exits = ["0 written, 2 wrong usage or a wrong file; then nothing is written."]

  private let common: CommonOptions
  private let isHAR: Bool
  private let service: String
  private let output: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let operands = arguments.operands
    guard let format = operands.first else {
      throw UsageError("export needs a format and a service, as in: plumbline export openapi truelog.")
    }
    guard ["openapi", "har"].contains(format) else {
      throw UsageError("export writes openapi and har, not \"\(format)\"; write: plumbline export openapi SERVICE.")
    }
    isHAR = format == "har"
    guard operands.count == 2 else {
      throw UsageError("export writes one service at a time; write: plumbline export \(format) SERVICE.")
    }
    service = operands[1]
    output = arguments.value("--output")
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let workspace = try common.workspace(for: [service])
    let loaded = try LoadedServices([service], common: common)
    for problem in loaded.problems { surroundings.console.complain("\(problem)") }
    guard loaded.isUsable, let service = loaded.services.first else { return .wrong }
    if isHAR {
      let export = HARExport(service.recordings, of: service.contract)
      try write(export.text, as: "\(service.contract.service).har", surroundings)
      if !common.isQuiet, service.recordings.isEmpty {
        surroundings.console.complain("\(self.service) has no recordings, so the file has no entries.")
      }
      return .clean
    }
    guard service.home.document == nil else {
      throw UsageError("\(self.service) is an OpenAPI document already; export converts contracts.")
    }
    let sources = workspace.sources(of: service.home)
    let export = OpenAPIExport(service.contract, files: sources.contract, recordings: sources.recordings)
    try write(export.text, as: "\(service.contract.service).json", surroundings)
    if !common.isQuiet {
      for remark in export.remarks { surroundings.console.complain(remark) }
    }
    return .clean
  }

  private func write(_ text: [UInt8], as name: String, _ surroundings: Surroundings) throws {
    guard let output else { return surroundings.console.write(String(decoding: text, as: UTF8.self).printableJSON) }
    guard !FileSystem.isFolder(output) else {
      throw UsageError("--output: \(output) is a folder; name a file in it, such as \(output)/\(name).")
    }
    try AtomicFile.write(text, to: output)
  }
}
