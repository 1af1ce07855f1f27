import PlumblineJSONTree
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// Brings a report to where the user wants it: standard output, files, the exit status.
struct ReportDelivery {
  private let common: CommonOptions
  private let surroundings: Surroundings

  init(_ common: CommonOptions, _ surroundings: Surroundings) {
    self.common = common
    self.surroundings = surroundings
  }

  /// Finds out whether the files that were asked for can be written, before anything is done that they are to tell of.
  func check() throws(UsageError) {
    for path in common.reports.compactMap(\.path) {
      do throws(FileError) { try AtomicFile.check(path) } catch { throw UsageError("--report: \(error)") }
    }
  }

  /// Writes every form that was asked for, the console's if none goes to standard output, and gives the exit status.
  ///
  /// Standard output comes first: what a run has found isn't lost because a file can't be written. Such a file is
  /// complained of, and makes the status 2.
  func deliver(_ finished: Report, showingConsole: Bool = true) throws -> ExitCode {
    var report = finished
    if report.failure == nil { report.exit = report.exitStatus(gate: common.gate) }
    let isSilent = common.isQuiet && report.exit == 0
    if let standard = common.reports.first(where: { $0.path == nil }) {
      write(rendering(report, standard.format, terminalOptions), of: standard.format)
    } else if showingConsole, !isSilent {
      surroundings.console.write(ReportFormat.console.render(report, terminalOptions))
    }
    if let failure = report.failure, showingConsole {
      surroundings.console.complain(lines: "plumbline: \(failure.printableLines)")
    }
    let isWritten = writeFiles(report)
    return isWritten ? ExitCode(rawValue: Int32(report.exit)) ?? .wrong : .wrong
  }

  /// Writes the files of a report on what isn't at its end yet. One that can't be written is complained of.
  func deliverFiles(_ unfinished: Report) {
    var report = unfinished
    if report.failure == nil { report.exit = report.exitStatus(gate: common.gate) }
    _ = writeFiles(report)
  }

  /// Writes the forms that go into files. A file never has colours, wherever standard output goes.
  private func writeFiles(_ report: Report) -> Bool {
    var isWritten = true
    for output in common.reports {
      guard let path = output.path else { continue }
      let rendering = rendering(report, output.format, options(for: ConsoleStyle(detail: detail)))
      do throws(FileError) {
        try AtomicFile.write(surroundings.console.secrets.document(rendering.text), to: path)
        if let omission = rendering.omission { surroundings.console.complain("plumbline: \(path): \(omission)") }
      } catch {
        surroundings.console.complain("plumbline: The report wasn't written. \(error)")
        isWritten = false
      }
    }
    return isWritten
  }

  private func rendering(_ report: Report, _ format: ReportFormat, _ options: ReportOptions) -> Rendering {
    let files = RepositoryFiles(surroundings.environment)
    var options = options
    let places = report.drift.flatMap { [$0.contract, $0.old, $0.recorded] }.compactMap { $0?.file }
    options.source?.learn(places, as: files.name)
    return format.rendering(format.isOfRepository ? report.naming(files: files.name) : report, options)
  }

  private func write(_ rendering: Rendering, of format: ReportFormat) {
    surroundings.console.write(rendering.text)
    if let omission = rendering.omission { surroundings.console.complain("plumbline: \(format.rawValue): \(omission)") }
  }

  private var detail: ConsoleStyle.Detail { common.isQuiet ? .quiet : .normal }

  private var terminalOptions: ReportOptions {
    let console = surroundings.console
    return options(for: ConsoleStyle(colour: console.hasColour, width: console.width, detail: detail))
  }

  private func options(for style: ConsoleStyle) -> ReportOptions {
    ReportOptions(
      version: Toolkit.version, gate: common.gate, began: surroundings.began, console: style,
      source: common.source)
  }
}

extension Report {
  /// Adds a service and its endpoints to what the report is about.
  ///
  /// - Parameters:
  ///   - links: Whether the report is about the service's links as well.
  ///   - isIncluded: Chooses by id.
  mutating func add(_ contract: Contract, links: Bool = false, where isIncluded: (String) -> Bool = { _ in true }) {
    services.append(ServiceLine(name: contract.service, title: contract.title))
    for endpoint in contract.endpoints where isIncluded(endpoint.id) {
      endpoints.append(
        EndpointLine(
          service: contract.service, id: endpoint.id, request: "\(endpoint.request)", when: endpoint.condition.words,
          standing: endpoint.standing, stateStanding: endpoint.stateStanding, contract: endpoint.location))
    }
    for link in contract.links where links && isIncluded(link.id) {
      var line = EndpointLine(
        service: contract.service, id: link.id, request: link.form, standing: link.standing, kind: .link)
      let stated = link.cases.count { $0.standing == .documented }
      if link.standing == .documented, stated < link.cases.count {
        line.documentedCases = .init(count: stated, of: link.cases.count)
      }
      endpoints.append(line)
    }
  }
}

extension Report {
  /// Adds what the exchanges of a run have shown of the endpoints that the report is about.
  mutating func addEvidence(of outcomes: [CallOutcome], for services: [LoadedServices.Service]) {
    let known = Set(endpoints.map(\.name))
    for service in services {
      var ledger = EvidenceLedger(service.contract)
      for outcome in outcomes where outcome.line.service == service.contract.service {
        for exchange in outcome.exchanges { ledger.note(exchange) }
      }
      evidence += ledger.evidence.filter { known.contains(EndpointName(service: $0.service, id: $0.endpoint)) }
      cutAnswers += ledger.cutAnswers { known.contains(EndpointName(service: service.contract.service, id: $0)) }
    }
  }
}

extension Report {
  /// Gives drift the severities of the services' policies, excuses what their waivers excuse, and adds what is to be said
  /// of the waivers.
  ///
  /// - Parameters:
  ///   - noted: Drift that isn't in the report, but for which a waiver may be.
  ///   - sawAll: Whether the run looked at all that a waiver of a service may excuse.
  mutating func applyWaivers(
    of services: [LoadedServices.Service], today: String, noted: [Drift] = [],
    sawAll: (_ service: LoadedServices.Service, _ waiver: Waiver) -> Bool
  ) {
    drift.lowerWhatExamplesShow(of: services)
    var ledger = WaiverLedger(services.compactMap(\.waivers), today: today)
    ledger.apply(to: &drift)
    ledger.note(noted)
    drift += ledger.findings { name, waiver in
      services.first { $0.contract.service == name }.map { sawAll($0, waiver) } ?? false
    }
  }
}

extension LoadedServices.Service {
  /// What the recordings show that their contract doesn't have.
  func recordingDrift(today: String) -> [Drift] {
    let inspector = Inspector(contract, options: Inspector.Options(today: today))
    return recordings.flatMap { inspector.inspect($0) }
  }
}
