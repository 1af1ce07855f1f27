import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblinePact
import PlumblineReporting
import PlumblineWorkspace

/// A consumer's pact as the second operand of a comparison.
struct PactOperand {
  let path: String
  private let document: PactTranslator.Document

  /// Reads the pact at a path, or returns `nil` if there is no pact at the path.
  static func read(_ word: String) -> PactOperand? {
    // Leave an unreadable file to the other kinds of operands, which report it.
    guard FileSystem.isFile(word), let bytes = try? FileSystem.read(word),
      let document = try? PactTranslator.Document(bytes, path: word)
    else { return nil }
    let root = document.document.root
    let isOther = ["openapi", "swagger", "plumbline"].contains { root[$0] != nil }
    guard !isOther, root["interactions"] != nil || root["messages"] != nil else { return nil }
    return PactOperand(path: word, document: document)
  }

  /// Compares a contract of the source with the pact.
  ///
  /// - Parameters:
  ///   - names: The named services: either only the one that the pact is about, or none.
  ///   - command: The name of the command that makes the comparison.
  func report(
    of source: ContractSource, named names: [String], today: String, command: String
  ) throws -> Report {
    let log = NoteLog()
    let pact = PactReader(path: path, log: log).read(document.document.root)
    var report = Report(command: command, target: "\(source.name) → \(path)")
    guard let pact else {
      report.problems = log.problems
      return report
    }
    report.consumer = pact.consumer
    guard let service = try service(of: source, named: names, pact) else {
      throw UsageError(
        "The pact's provider is \"\(pact.provider)\", but \(source.name) has no service of that name; name one after the pact, "
          + "as in: plumbline diff \(source.name) \(path) SERVICE.")
    }
    report.problems = source.errors(of: service)
    guard let contract = service.contract else { return report }
    report.add(contract)
    var comparison = PactComparison(contract, pact)
    report.drift = comparison.drift() + Self.leftOut(log.problems, contract)
    guard !report.drift.isEmpty || !pact.interactions.isEmpty else {
      throw UsageError("\(path) has no interactions, so there is nothing to compare.")
    }
    let judged = LoadedServices.Service(
      home: service.home, contract: contract, recordings: [], waivers: service.waivers, sensitivity: nil, releases: [])
    // Don't report unused waivers, because they may be meant for a server's drift or for a different comparison.
    report.applyWaivers(of: [judged], today: today) { _, _ in false }
    return report
  }

  /// Returns the parts of the pact that aren't supported.
  private static func leftOut(_ problems: [Problem], _ contract: Contract) -> [Drift] {
    problems.sorted().map { problem in
      var drift = Drift(
        rule: Rule.change.pact.notCompared, service: contract.service, endpoint: "pact", message: problem.message,
        detail: problem.message)
      drift.old = problem.location
      return drift
    }
  }

  /// Returns the service that the pact is about: the named one, the only one, or the one with the provider's name.
  private func service(of source: ContractSource, named names: [String], _ pact: Pact) throws -> LoadedService? {
    guard names.count <= 1 else { throw UsageError("A pact covers a single service, so name only one.") }
    if let name = names.first {
      guard let home = source.homes.first(where: { $0.name == name }) else {
        throw UsageError(
          "\(source.name) has no service \"\(name)\"" + Spelling.suggestion(for: name, among: source.homes.map(\.name)))
      }
      return source.load([home], withRecordings: false).first
    }
    let services = source.load(source.homes, withRecordings: false)
    if services.count == 1 { return services.first }
    return services.first { $0.name == pact.provider || $0.contract?.title == pact.provider }
  }
}
