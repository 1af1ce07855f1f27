import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import PlumblineVerification

/// The coverage of each endpoint, gathered from several runs.
struct CoverageGathering {
  private let services: [LoadedServices.Service]
  private(set) var evidence: [Evidence] = []
  /// The number of documented responses left out of the coverage.
  private(set) var cutAnswers = 0
  private var places: [Evidence: Int] = [:]
  private var mock: [Report.EndpointName: Report.CoverageLine.Verified] = [:]
  private var server: [Report.EndpointName: Report.CoverageLine.Verified] = [:]

  init(_ services: [LoadedServices.Service]) {
    self.services = services
    for service in services {
      let ledger = EvidenceLedger(service.contract)
      cutAnswers += ledger.cutAnswers()
      for one in ledger.evidence {
        places[one] = evidence.count
        evidence.append(one)
      }
    }
  }

  /// Adds a run against the mock.
  mutating func add(_ outcomes: [CallOutcome]) {
    for outcome in outcomes { Self.note(outcome.line, in: &mock) }
    for service in services {
      var ledger = EvidenceLedger(service.contract)
      for outcome in outcomes where outcome.line.service == service.contract.service {
        for exchange in outcome.exchanges { ledger.note(exchange) }
      }
      for one in ledger.evidence { add(one) }
    }
  }

  /// Adds the report of an earlier run, except for endpoints that no longer exist.
  mutating func add(_ report: ReportFile) throws(UsageError) {
    guard report.isVerification else {
      throw UsageError("\(report.path) isn't a verify report: only verify shows what a server conforms to.")
    }
    for call in report.root["calls"]?.elements.map({ $0 }) ?? [] {
      guard let service = call["service"]?.string, let endpoint = call["endpoint"]?.string,
        let outcome = call["outcome"]?.string.flatMap(Report.CallLine.Outcome.init(rawValue:))
      else { continue }
      let line = Report.CallLine(service: service, endpoint: endpoint, name: "", outcome: outcome, milliseconds: 0)
      if report.isMock { Self.note(line, in: &mock) } else { Self.note(line, in: &server) }
    }
    for one in report.root["evidence"]?.elements.map({ $0 }) ?? [] {
      guard let service = one["service"]?.string, let endpoint = one["endpoint"]?.string,
        let kind = one["kind"]?.string.flatMap(Evidence.Kind.init(rawValue:)), let status = one["status"]?.int
      else { continue }
      add(
        Evidence(
          service: service, endpoint: endpoint, kind: kind, status: status,
          pointer: one["pointer"]?.string.flatMap { JSONPointer($0) }, value: one["value"]?.string,
          seen: max(0, one["seen"]?.int ?? 0)))
    }
  }

  /// Returns one line per endpoint.
  func lines(for endpoints: [Report.EndpointLine], suites: [any CallSuite]) -> [Report.CoverageLine] {
    let own = Dictionary(grouping: evidence) { Report.EndpointName(service: $0.service, id: $0.endpoint) }
    return endpoints.map { endpoint in
      let service = services.first { $0.contract.service == endpoint.service }
      let suite = suites.first { $0.service == endpoint.service }
      // The cases of a deep link are its recordings, plus its calls if it was followed.
      let link = service?.contract.link(endpoint.id)
      let calls =
        link.map { link in suite?.checks.contains { $0.link == link.id } == true ? link.cases.count : 0 }
        ?? suite?.calls.count { $0.endpoint == endpoint.id }
      let recordings = link?.cases.count ?? service?.recordings.count { $0.endpoint == endpoint.id }
      let documented = own[endpoint.name] ?? []
      return Report.CoverageLine(
        endpoint: endpoint, recordings: recordings ?? 0,
        calls: calls ?? 0, mock: mock[endpoint.name] ?? .never, server: server[endpoint.name] ?? .never,
        seen: documented.count { $0.seen > 0 }, documented: documented.count)
    }
  }

  private mutating func add(_ one: Evidence) {
    var key = one
    key.seen = 0
    guard let place = places[key] else { return }
    let (sum, overflow) = evidence[place].seen.addingReportingOverflow(one.seen)
    evidence[place].seen = overflow ? .max : sum
  }

  /// Records the worst result of an endpoint's calls, ignoring skipped calls.
  private static func note(
    _ line: Report.CallLine, in results: inout [Report.EndpointName: Report.CoverageLine.Verified]
  ) {
    let result: Report.CoverageLine.Verified
    switch line.outcome {
    case .passed: result = .passed
    case .drifted: result = .drifted
    case .failed: result = .failed
    case .skipped: return
    }
    let ranks: [Report.CoverageLine.Verified] = [.never, .passed, .drifted, .failed]
    let known = results[line.endpointName] ?? .never
    if (ranks.firstIndex(of: result) ?? 0) > (ranks.firstIndex(of: known) ?? 0) { results[line.endpointName] = result }
  }
}
