import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting
import PlumblineVerification

/// An exchange with its drift from the contract.
struct JudgedExchange: Sendable {
  let exchange: Exchange
  let drift: [Drift]
  let outage: Outage?
  /// The time of the exchange, in the form of ``CapturedExchange/moment``, or `nil` if it is unknown.
  var moment: String?
  /// The response's body, if it was parsed as JSON and is still needed.
  var body: JSON?
}

/// A report on incidental traffic, which comes from a capture or from a session in front of a real server.
struct TrafficReport {
  private var report: Report
  private var drift = DriftMerge(choosing: .least)
  private var ledgers: [String: EvidenceLedger] = [:]
  private var called: Set<Report.EndpointName> = []

  init(command: String, target: String) {
    report = Report(command: command, target: target)
  }

  var problems: [Problem] {
    get { report.problems }
    set { report.problems = newValue }
  }

  /// Adds an exchange with a service to the report.
  ///
  /// - Parameters:
  ///   - secrets: The values that must not be shown, in addition to those of the exchange itself.
  ///   - location: The location at which an outage is reported, if the exchange is one.
  /// - Returns: The entry to add with ``repeatEntry(_:at:)`` for an exchange with the same contents, or `nil` for an
  ///   outage.
  @discardableResult mutating func note(
    _ judged: JudgedExchange, of contract: Contract, endpoint: Endpoint?, secrets: Secrets, at location: SourceLocation
  ) -> Entry? {
    let exchange = judged.exchange
    report.exchanges += 1
    if ledgers[contract.service] == nil { ledgers[contract.service] = EvidenceLedger(contract) }
    var entry = Entry(service: contract.service, sight: nil, drift: judged.drift)
    if let endpoint {
      entry.sight = ledgers[contract.service]?.note(exchange, at: endpoint, reading: judged.body)
      called.insert(Report.EndpointName(service: contract.service, id: endpoint.id))
    }
    let unseen = judged.drift.filter { !drift.counts($0, at: judged.moment) }
    if !unseen.isEmpty {
      let secrets = secrets.adding([exchange], of: contract)
      var view: ExchangeView?
      for found in unseen {
        var shown = secrets.redact(found)
        (shown.firstSeen, shown.lastSeen) = (judged.moment, judged.moment)
        if shown.recorded?.file == StandardInput.name { shown.recorded = nil }
        drift.add([shown]) { drift in
          let made = view ?? secrets.view(of: exchange, in: contract)
          view = made
          return made.shown(around: drift.pointer)
        }
        drift.remember(found, shownAs: shown)
      }
    }
    guard let outage = judged.outage else { return entry }
    let secrets = secrets.adding([exchange], of: contract)
    let path = Redactor(showing: exchange.request, of: contract).path(of: exchange.request)
    report.note(
      secrets.redact("\(outage)"), service: contract.service,
      endpoint: endpoint?.id ?? "\(exchange.request.method) \(secrets.redact(path).prefix(200))", at: location)
    return nil
  }

  /// An exchange's contribution to the report: its evidence and its drift.
  struct Entry {
    fileprivate let service: String
    fileprivate var sight: EvidenceLedger.Sight?
    fileprivate let drift: [Drift]
  }

  /// Adds an exchange that differs from an earlier one only in its time. If the exchange has to be checked so that its
  /// drift can be shown, adds nothing and returns `false`.
  mutating func repeatEntry(_ entry: Entry, at moment: @autoclosure () -> String?) -> Bool {
    guard entry.drift.isEmpty || drift.countsAll(entry.drift, at: moment()) else { return false }
    report.exchanges += 1
    if let sight = entry.sight { ledgers[entry.service]?.repeatSight(sight) }
    return true
  }

  /// Returns a Boolean value that indicates whether any exchange was with the service.
  func isAbout(_ service: LoadedServices.Service) -> Bool { ledgers[service.contract.service] != nil }

  /// Returns the complete report.
  ///
  /// A report without any checked exchange isn't a success; otherwise a capture of the wrong page would pass every
  /// gate. The status is 2 if there is no exchange, and 3 if the server was never available.
  ///
  /// - Parameter emptiness: A closure that returns the reason that nothing was checked, given the number of outages.
  func finished(
    about services: [LoadedServices.Service], today: String, emptiness: (_ outages: Int) -> String
  ) -> Report {
    var report = report
    for service in services {
      report.add(service.contract)
      let name = service.contract.service
      guard let ledger = ledgers[name] else { continue }
      report.evidence += ledger.evidence.filter { called.contains(Report.EndpointName(service: name, id: $0.endpoint)) }
      report.cutAnswers += ledger.cutAnswers { called.contains(Report.EndpointName(service: name, id: $0)) }
    }
    for index in report.endpoints.indices {
      report.endpoints[index].isCalled = called.contains(report.endpoints[index].name)
    }
    report.called = called.count
    report.drift = drift.drift
    report.settleAbsences()
    report.sortOutages()
    // The traffic is incidental and never covers everything that a waiver may concern, so none is reported as unused.
    report.applyWaivers(of: services, today: today) { _, _ in false }
    report.concludeTraffic(emptiness)
    return report
  }
}

extension Report {
  /// Fails the report if none of its exchanges could be checked.
  ///
  /// - Parameter emptiness: A closure that returns the reason, given the number of outages.
  mutating func concludeTraffic(_ emptiness: (_ outages: Int) -> String) {
    let outages = summary.outages
    guard !problems.contains(where: { $0.level == .error }), exchanges == outages else { return }
    failure = emptiness(outages)
    exit = Int((outages == 0 ? ExitCode.wrong : .unreachable).rawValue)
    isEmptyHanded = true
  }
}
