import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Everything that one run of a command found, in the form that all report formats render.
package struct Report: Sendable {
  /// The command that ran, such as `verify`.
  package var command: String
  /// The target of the run, which is `mock` or a server's base URL.
  package var target: String
  /// The inspected services, with their display names.
  package var services: [ServiceLine]
  /// The inspected endpoints, one line each, in the contracts' order.
  package var endpoints: [EndpointLine]
  package var calls: [CallLine]
  package var drift: [Drift]
  package var problems: [Problem]
  /// The documented parts, with the number of times that exchanges showed each.
  package var evidence: [Evidence] = []
  /// The number of responses whose documentation exceeds the parts that ``evidence`` counts.
  package var cutAnswers = 0
  /// The coverage of each endpoint. `coverage` sets it.
  package var coverage: [CoverageLine] = []
  /// The features that the documents describe, with the endpoints that serve them. `coverage --by feature` sets it.
  package var features: [FeatureLine] = []
  /// The probe's verdict on each endpoint, in the order in which the server was asked. `probe` sets it.
  package var verdicts: [Verdict] = []
  /// The exchanges that say nothing about the contract, because the server was unavailable. `check` sets it.
  package var outages: [OutageLine] = []
  /// The recordings that no longer conform to the changed contract. `diff` sets it.
  package var staleRecordings: [StaleRecording] = []
  /// The contracts' lines around the places of findings, if they were read. `diff` sets it.
  package var excerpts: [SourceLocation: Excerpt] = [:]
  /// The effect of the changes on the clients' calls, or `nil` if no client was checked. `diff --clients` sets it, and
  /// so does plain `diff` if a contract has maps of released versions.
  package var impacts: [ImpactLine]?
  /// The consumer whose pact a contract was compared with, or `nil` if two contracts were compared. `diff` sets it.
  package var consumer: String?
  /// The released versions whose maps were checked, in the order of their services and of the releases.
  package var releases: [Release] = []
  /// A Boolean value that indicates whether the clients themselves were run.
  package var askedClients = false
  /// The number of response changes, by cause, that couldn't be shown to the clients, because they concern the contents
  /// of rejections, or header fields.
  package var unplayed = 0
  /// The number of inspected exchanges.
  package var exchanges: Int
  /// The number of response variants that the clients were put through.
  package var variants = 0
  /// The variants that weren't played, one line for each endpoint or abandoned call, in the intended order.
  package var leftOutVariants: [LeftOutVariants] = []
  /// The values that calls used for their variables, in the order of their first use. `verify` sets it.
  package var usedValues: [UsedValue] = []
  /// The resulting exit status. It is 0, 1, 2 or 3, or 130 or 143 if a signal ended the run.
  package var exit: Int

  /// The number of ``endpoints`` that the exchanges called, or `nil` if they weren't counted. `check` sets it.
  package var called: Int?
  /// A Boolean value that indicates whether errors that don't prevent a mock from being served are findings instead of
  /// reasons to reject a file, as in `lint`.
  package var findsMistakes = false
  /// A Boolean value that indicates whether a run completed without anything to check. ``failure`` contains the reason.
  package var isEmptyHanded = false
  /// The reason why the run couldn't be completed, as one sentence, such as that the server was unavailable, or that
  /// the run was interrupted. ``exit`` reflects this, too.
  package var failure: String?

  package init(
    command: String, target: String, endpoints: [EndpointLine] = [], calls: [CallLine] = [], drift: [Drift] = [],
    problems: [Problem] = [], exchanges: Int = 0, exit: Int = 0, services: [ServiceLine] = []
  ) {
    self.command = command
    self.target = target
    self.endpoints = endpoints
    self.calls = calls
    self.drift = drift
    self.problems = problems
    self.exchanges = exchanges
    self.exit = exit
    self.services = services
  }

  /// An endpoint that a run covered, or a link of the service's `deep-links.json`.
  package struct EndpointLine: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
      case endpoint
      /// A link that the client opens or creates without a request to the service.
      case link
    }

    package var service: String
    package var id: String
    /// The request line, such as `PUT /api/v2/tickets/{ticket_id}`, or a link's form.
    package var request: String
    /// The condition that distinguishes the endpoint from others with the same request, such as `header.x-amz-target is
    /// "Shop.ListUsers"`, or `nil` if none is needed.
    package var when: String?
    package var standing: Standing
    package var kind: Kind
    /// The contract's confidence in what a mock remembers through the endpoint, or `nil` if it remembers nothing.
    package var stateStanding: Standing?
    /// The endpoint's place in the contract.
    package var contract: SourceLocation?
    /// A Boolean value that indicates whether an exchange called the endpoint, or `nil` if calls weren't counted.
    /// `check` sets it.
    package var isCalled: Bool?
    /// The number of a documented link's cases that a document states, and their total, or `nil` if it states all of
    /// them.
    package var documentedCases: DocumentedCases?

    /// Some of a link's cases.
    package struct DocumentedCases: Sendable, Hashable, CustomStringConvertible {
      package var count: Int
      package var all: Int

      package init(count: Int, of all: Int) {
        self.count = count
        self.all = all
      }

      package var description: String { "\(count) of \(all)" }
    }

    /// Both standings as a short phrase, such as `documented, state assumed`.
    package var standings: String {
      if let documentedCases { return "\(standing.rawValue), \(documentedCases) cases" }
      guard let stateStanding, stateStanding != .documented else { return standing.rawValue }
      return "\(standing.rawValue), state \(stateStanding.rawValue)"
    }

    package init(
      service: String, id: String, request: String, when: String? = nil, standing: Standing, kind: Kind = .endpoint,
      stateStanding: Standing? = nil, contract: SourceLocation? = nil
    ) {
      self.service = service
      self.id = id
      self.request = request
      self.when = when
      self.standing = standing
      self.kind = kind
      self.stateStanding = stateStanding
      self.contract = contract
    }
  }

  /// A run of one client method.
  package struct CallLine: Sendable, Hashable {
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
      /// The call did what was expected and nothing drifted.
      case passed
      /// Something drifted.
      case drifted
      /// The call didn't do what was expected, and no drift explains it.
      case failed
      /// The call wasn't run, for the given reason.
      case skipped
    }

    package var service: String
    package var endpoint: String
    package var name: String
    package var outcome: Outcome
    package var reason: String?
    package var milliseconds: Double
    /// A Boolean value that indicates whether passing proves that the call's endpoint works, which the rejection of a
    /// caller without credentials doesn't.
    package var isProof = true
    /// The fingerprint of the finding that explains why the call didn't pass, to which the gate and waivers apply. For
    /// a failed call, it is the failure. For a call with drift, it is the drift that prevented it from passing.
    package var finding: String?
    /// A Boolean value that indicates whether the call undoes a run's change on a server. If it fails, something is
    /// left behind, which can't be waived.
    package var isUndoing = false
    /// A Boolean value that indicates whether a skipped call was made anyway and sent a change, so that its result is
    /// inconclusive.
    package var isUndecided = false

    package init(
      service: String, endpoint: String, name: String, outcome: Outcome, reason: String? = nil, milliseconds: Double
    ) {
      self.service = service
      self.endpoint = endpoint
      self.name = name
      self.outcome = outcome
      self.reason = reason
      self.milliseconds = milliseconds
    }
  }
}

extension Report {
  /// Returns the exit status for the findings. It is 2 if a file is invalid, 1 if drift reaches the gate, something is
  /// left behind on a server, or a file is used without its invalid parts, otherwise 0.
  ///
  /// An invalid file takes precedence because its endpoints weren't inspected. A failed call is a finding like any
  /// other. One without a finding fails every run that has a gate. Waived drift doesn't count, and a run that left
  /// something behind never passes.
  package func exitStatus(gate: Gate) -> Int {
    let mistakes = problems.filter { $0.level == .error }
    if !mistakes.isEmpty { return findsMistakes && mistakes.allSatisfy(\.isServable) ? 1 : 2 }
    if gate == .clients { return breaksClients ? 1 : 0 }
    if drift.contains(where: { $0.waived == nil && gate.stops($0.severity) }) { return 1 }
    return calls.contains { $0.isTelling && ($0.isUndoing || gate != .none) } ? 1 : 0
  }
}

extension Report {
  /// The drift in its presented form, with one finding per fingerprint, with counts added up, in a fixed order.
  ///
  /// Services and endpoints come in the order of the contracts, with undocumented ones after them. Within an endpoint,
  /// the most severe findings come first.
  package var findings: [Drift] { folded(drift) }

  /// Returns part of the report's drift, folded and ordered like ``findings``.
  package func folded(_ drift: [Drift]) -> [Drift] {
    let findings = DriftMerge.merged(drift)
    var ranks: [EndpointName: Int] = [:]
    for (rank, line) in endpoints.enumerated() {
      ranks[EndpointName(service: line.service, id: line.id)] = rank
    }
    var serviceRanks: [String: Int] = [:]
    for (rank, name) in serviceNames.enumerated() { serviceRanks[name] = rank }
    let keyed = findings.map { finding in
      let name = EndpointName(service: finding.service, id: finding.endpoint)
      return (
        finding: finding, service: serviceRanks[finding.service] ?? .max, endpoint: ranks[name] ?? .max,
        tail: [
          finding.endpoint, finding.rule.id, finding.status.map(String.init) ?? "",
          finding.pointer?.description ?? "", finding.detail ?? "", finding.fingerprint,
        ]
      )
    }
    let sorted = keyed.sorted { left, right in
      if left.service != right.service { return left.service < right.service }
      if left.endpoint != right.endpoint { return left.endpoint < right.endpoint }
      if left.endpoint == .max, left.tail[0] != right.tail[0] { return left.tail[0] < right.tail[0] }
      if left.finding.severity != right.finding.severity { return left.finding.severity > right.finding.severity }
      return left.tail.lexicographicallyPrecedes(right.tail)
    }
    return sorted.map(\.finding)
  }

  /// Returns the drift that one call caused.
  package func drift(of call: CallLine) -> [Drift] {
    folded(drift.filter { $0.service == call.service && $0.call == call.label })
  }

  /// An endpoint's id within its service, as a key.
  package struct EndpointName: Sendable, Hashable {
    package let service: String
    package let id: String

    package init(service: String, id: String) {
      self.service = service
      self.id = id
    }
  }
}

extension Report.CallLine {
  /// The value of `Drift.call` for drift that this call caused, such as `tickets.update: edits a ticket`.
  package var label: String { "\(endpoint): \(name)" }

  /// The endpoint of the call.
  package var endpointName: Report.EndpointName { Report.EndpointName(service: service, id: endpoint) }
}

extension Report.EndpointLine {
  /// The endpoint's id within its service.
  package var name: Report.EndpointName { Report.EndpointName(service: service, id: id) }
}

extension Drift {
  /// The endpoint that drifted.
  package var endpointName: Report.EndpointName { Report.EndpointName(service: service, id: endpoint) }

  /// All endpoints that drifted, without duplicates.
  package var endpointNames: [Report.EndpointName] {
    var seen: Set<String> = []
    return ([endpoint] + others.map(\.endpoint) + elsewhere).filter { seen.insert($0).inserted }
      .map { Report.EndpointName(service: service, id: $0) }
  }

  /// The number of findings that this one represents.
  var findingCount: Int { 1 + others.count + elsewhere.count }
}
