import PlumblineContractModel
import PlumblineOpenAPI
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The command that writes a contract, its recordings, or the requirements of its client in another format, for tools
/// that don't support Plumbline's.
struct ExportCommand: Command {
  static let name = "export"
  static let summary =
    "Exports a contract as an OpenAPI 3.1 document, its recordings as a HAR file, or what the Swift client "
    + "needs as a pact (file or broker)"
  static let choice: String? =
    "Use it to pass a contract, recordings or a client's needs to other tools. For the opposite direction, use import."
  static let operands = "openapi|har|pact SERVICE"
  static let options: [OptionSpecification] = ofFiles + PactPublication.specifications
  private static let ofFiles = [
    OptionSpecification(
      "--output", "FILE", "Write to this file instead of standard output. An existing file is overwritten."),
    OptionSpecification("--consumer", "NAME", "The name of the client in a pact."),
    OptionSpecification("--provider", "NAME", "The name of the service in a pact. Default: the contract's title."),
    OptionSpecification("--version", "NUMBER", "The version of a pact: 2, 3 (the default) or 4."),
    OptionSpecification(
      "--only", "PATTERN",
      "For a pact: include only calls whose endpoint or name matches, such as tickets.*. Repeatable."),
  ]
  static let common = CommonOptions.specifications(without: "--report", "--gate", "--source-url", "--root")
  static let examples = [
    "export openapi truelog", "export openapi truelog --output truelog.json",
    "export har truelog --output truelog.har",
    "export pact truelog --consumer TrueLogApp --output truelog-app.json",
    "export pact truelog --consumer App --broker https://broker.example.com --consumer-version 1.4.0",
  ]
  static let exits = [
    "0 written, 2 a usage error or an invalid file; then nothing is written;",
    "also 2 or 3 if a broker rejects the pact or can't be reached.",
  ]

  private enum Format: String, Sendable, CaseIterable {
    case openapi
    case har
    case pact
  }

  private let common: CommonOptions
  private let format: Format
  private let service: String
  private let output: String?
  /// The parties that a pact names, or `nil` for other formats.
  private let parties: PactRun.Parties?
  private let only: [Wildcard]
  /// The broker to publish a pact to, or `nil` if it isn't published.
  private let publication: PactPublication?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let operands = arguments.operands
    guard let word = operands.first else {
      throw UsageError("export needs a format and a service, as in: plumbline export openapi truelog.")
    }
    guard let format = Format(rawValue: word) else {
      throw UsageError(
        "export supports openapi, har and pact, not \"\(word)\". Usage: plumbline export openapi SERVICE")
    }
    self.format = format
    guard operands.count == 2 else {
      throw UsageError("export takes one service at a time. Usage: plumbline export \(word) SERVICE")
    }
    service = operands[1]
    output = arguments.value("--output")
    only = arguments.all("--only").map(Wildcard.init)
    for option in ["--consumer", "--provider", "--version", "--only"] where format != .pact && arguments.has(option) {
      throw UsageError("\(option) applies only to pacts, as in: plumbline export pact \(operands[1]) --consumer NAME")
    }
    publication = try PactPublication(arguments, isOfPact: format == .pact)
    parties = format == .pact ? try Self.parties(arguments, operands[1]) : nil
  }

  private static func parties(_ arguments: Arguments, _ service: String) throws(UsageError) -> PactRun.Parties {
    guard let consumer = arguments.value("--consumer"), !consumer.isEmpty else {
      throw UsageError("A pact names its consumer. Usage: plumbline export pact \(service) --consumer NAME")
    }
    if arguments.value("--provider") == "" {
      throw UsageError("--provider is the service's name in the pact; omit it to use the contract's title.")
    }
    let version = arguments.value("--version") ?? "3"
    guard let number = Int(version), (2...4).contains(number) else {
      throw UsageError("--version takes 2, 3 or 4, not \"\(version)\".")
    }
    return PactRun.Parties(consumer: consumer, provider: arguments.value("--provider"), version: number)
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    let workspace = try common.workspace(for: [service])
    let loaded = try LoadedServices([service], common: common)
    for problem in loaded.problems { surroundings.console.complain("\(problem)") }
    guard loaded.isUsable, let service = loaded.services.first else { return .wrong }
    if let parties { return try await writePact(of: service, parties, surroundings) }
    if format == .har {
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

  private func writePact(
    of service: LoadedServices.Service, _ parties: PactRun.Parties, _ surroundings: Surroundings
  ) async throws -> ExitCode {
    let name = service.contract.service
    guard let suite = surroundings.suites.first(where: { $0.service == name }) else {
      throw UsageError(
        "This \(surroundings.tool) has no call suite for \(name), so its client's needs can't be determined.")
    }
    LoopbackProxyExemption.apply()
    let watch = StopWatch(surroundings)
    var options = VerifierOptions(only: only, deadline: .seconds(5))
    options.player = surroundings.player()
    let run = PactRun(service: service, suite: suite, options: options)
    let pact = try await run.pact(of: parties, until: watch.interruption, console: surroundings.console)
    guard let pact else {
      surroundings.console.complain("plumbline: the run was interrupted, so no pact was written.")
      return watch.exitCode ?? .wrong
    }
    guard pact.count > 0 else { throw UsageError("No successful call matches --only, so the pact would be empty.") }
    // Don't also print a published pact, unless an output is named.
    if publication == nil || output != nil { try write(pact.text, as: "\(name)-pact.json", surroundings) }
    if !common.isQuiet {
      for remark in pact.remarks { surroundings.console.complain(remark) }
    }
    try await publication?.publish(
      pact.text, consumer: parties.consumer, provider: parties.provider ?? service.contract.title, in: surroundings)
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
