import PlumblineJSONTree
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The delivery of a report to the requested outputs: standard output, files, and the exit status.
struct ReportDelivery {
  private let common: CommonOptions
  private let surroundings: Surroundings

  init(_ common: CommonOptions, _ surroundings: Surroundings) {
    self.common = common
    self.surroundings = surroundings
  }

  /// Checks that the requested files can be written. Call this before the work to report on begins.
  func check() throws(UsageError) {
    for path in common.reports.compactMap(\.path) {
      do throws(FileError) { try AtomicFile.check(path) } catch { throw UsageError("--report: \(error)") }
    }
  }

  /// Writes every requested format and returns the exit status. If no format goes to standard output, the console
  /// format does.
  ///
  /// Standard output comes first, so that the findings aren't lost if a file can't be written. In that case, the file
  /// is reported and the status is 2.
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

  /// Writes the files of an unfinished report, and reports the files that can't be written.
  func deliverFiles(_ unfinished: Report) {
    var report = unfinished
    if report.failure == nil { report.exit = report.exitStatus(gate: common.gate) }
    _ = writeFiles(report)
  }

  /// Writes the formats that go to files. Files never contain colors, even if standard output shows them.
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
  /// Adds a service and its endpoints to the scope of the report.
  ///
  /// - Parameters:
  ///   - links: A Boolean value that indicates whether the report covers the service's deep links as well.
  ///   - isIncluded: A closure that selects endpoints by ID.
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
  /// Adds the coverage that the exchanges of a run provide for the endpoints of the report.
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
  /// Applies the services' severity policies and waivers to the drift, and adds problems about the waivers.
  ///
  /// - Parameters:
  ///   - noted: Drift that isn't in the report but may have a waiver.
  ///   - sawAll: A closure that returns a Boolean value that indicates whether the run checked everything that one of a
  ///     service's waivers may excuse.
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
  /// Returns the drift of the recordings from their contract.
  func recordingDrift(today: String) -> [Drift] {
    let inspector = Inspector(contract, options: Inspector.Options(today: today))
    return recordings.flatMap { inspector.inspect($0) }
  }
}
