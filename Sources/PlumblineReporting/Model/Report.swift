import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Everything that one run of a command found, independent of the format in which it is rendered.
package struct Report: Sendable {
  /// The command that ran, such as `verify`.
  package var command: String
  /// The target of the run: `mock` or the base URL of a server.
  package var target: String
  /// The services that were inspected.
  package var services: [ServiceLine]
  /// The endpoints that were inspected, in the contracts' order.
  package var endpoints: [EndpointLine]
  package var calls: [CallLine]
  package var drift: [Drift]
  package var problems: [Problem]
  /// The documented parts, along with the number of times that each occurred in exchanges.
  package var evidence: [Evidence] = []
  /// The number of responses that document more parts than ``evidence`` includes.
  package var cutAnswers = 0
  /// The coverage of each endpoint, set by `coverage`.
  package var coverage: [CoverageLine] = []
  /// The features in the documents, with the endpoints that serve them, set by `coverage --by feature`.
  package var features: [FeatureLine] = []
  /// The verdict on each endpoint, in the order in which they were probed, set by `probe`.
  package var verdicts: [Verdict] = []
  /// The exchanges that say nothing about the contract because the server was unavailable, set by `check`.
  package var outages: [OutageLine] = []
  /// The recordings that no longer conform to the changed contract, set by `diff`.
  package var staleRecordings: [StaleRecording] = []
  /// The lines of the contracts around the locations of findings, as far as they were read, set by `diff`.
  package var excerpts: [SourceLocation: Excerpt] = [:]
  /// The effects of the changes on the clients' calls, or `nil` if no client was checked. This is set by
  /// `diff --clients`, and by plain `diff` if a contract has maps of released versions.
  package var impacts: [ImpactLine]?
  /// The consumer whose pact was compared with a contract, or `nil` if two contracts were compared. It is set by
  /// `diff`.
  package var consumer: String?
  /// The released versions whose maps were checked, ordered by service and release.
  package var releases: [Release] = []
  /// A Boolean value that indicates whether the clients were actually run.
  package var askedClients = false
  /// The number of response changes, by cause, that clients couldn't be tested with because they affect header fields
  /// or the content of rejections.
  package var unplayed = 0
  /// The number of inspected exchanges.
  package var exchanges: Int
  /// The number of response variants that were played to clients.
  package var variants = 0
  /// The variants that weren't played, with one line for each endpoint or abandoned call, in order.
  package var leftOutVariants: [OmittedMutations] = []
  /// The values that calls used for their variables, in the order of first use, set by `verify`.
  package var usedValues: [UsedValue] = []
  /// The exit status: 0, 1, 2, or 3, or 130 or 143 if a signal ended the run.
  package var exit: Int

  /// The number of ``endpoints`` that were called in exchanges, or `nil` if they weren't counted. It is set by `check`.
  package var called: Int?
  /// A Boolean value that indicates whether errors that don't prevent a mock from being served count as findings,
  /// rather than as reasons to reject a file. It is `true` for `lint`.
  package var findsMistakes = false
  /// A Boolean value that indicates whether the run had nothing to check. The reason is in ``failure``.
  package var isEmptyHanded = false
  /// The reason why the run couldn't be completed, as a sentence, for example because the server was unavailable or the
  /// run was interrupted. It is also reflected in ``exit``.
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

  /// An endpoint that a run covered, or a link in the service's `deep-links.json`.
  package struct EndpointLine: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
      case endpoint
      /// A link that the client opens or creates without sending a request to the service.
      case link
    }

    package var service: String
    package var id: String
    /// The request line, such as `PUT /api/v2/tickets/{ticket_id}`, or the form of a link.
    package var request: String
    /// The condition that distinguishes the endpoint from others with the same request line, such as
    /// `header.x-amz-target is "Shop.ListUsers"`, or `nil` if there is none.
    package var when: String?
    package var standing: Standing
    package var kind: Kind
    /// The contract's confidence in the endpoint's state, or `nil` if it has none.
    package var stateStanding: Standing?
    /// The location of the endpoint in the contract.
    package var contract: SourceLocation?
    /// A Boolean value that indicates whether the endpoint was called in an exchange, or `nil` if calls weren't
    /// counted. It is set by `check`.
    package var isCalled: Bool?
    /// The number of a link's cases that are stated by a document, and their total, or `nil` if all of them are.
    package var documentedCases: DocumentedCases?

    /// A number of a link's cases, out of all of them.
    package struct DocumentedCases: Sendable, Hashable, CustomStringConvertible {
      package var count: Int
      package var all: Int

      package init(count: Int, of all: Int) {
        self.count = count
        self.all = all
      }

      package var description: String { "\(count) of \(all)" }
    }

    /// The contract's confidence in the endpoint and in its state, as a short phrase such as
    /// `documented, state assumed`.
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
      /// The call worked as expected and nothing drifted.
      case passed
      /// Something drifted.
      case drifted
      /// The call didn't work as expected, and there is no drift that explains it.
      case failed
      /// The call wasn't run. The reason is in ``reason``.
      case skipped
    }

    package var service: String
    package var endpoint: String
    package var name: String
    package var outcome: Outcome
    package var reason: String?
    package var milliseconds: Double
    /// A Boolean value that indicates whether passing proves that the endpoint works. It is `false` for a call that
    /// checks the rejection of a caller without credentials.
    package var isProof = true
    /// The fingerprint of the finding that explains why the call didn't pass. For a failed call, this is the failure.
    /// For a call with drift, it is the drift that prevented it from passing. The gate and waivers apply to this
    /// finding.
    package var finding: String?
    /// A Boolean value that indicates whether the call undoes a change that the run made on a server. If such a call
    /// fails, something is left behind, and that can't be waived.
    package var isUndoing = false
    /// A Boolean value that indicates whether a skipped call has already sent a change, so that its result is
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
  /// Returns the exit status for the findings. It is 2 if a file is invalid. It is 1 if drift reaches the gate,
  /// something is left behind on a server, or a file is used without its invalid parts. Otherwise, it is 0.
  ///
  /// An invalid file takes precedence, because its endpoints weren't inspected. A failed call is a finding like any
  /// other. If a failed call has no finding, it fails every run that has a gate. Waived drift doesn't count. A run that
  /// left something behind never passes.
  package func exitStatus(gate: Gate) -> Int {
    let mistakes = problems.filter { $0.level == .error }
    if !mistakes.isEmpty { return findsMistakes && mistakes.allSatisfy(\.isServable) ? 1 : 2 }
    if gate == .clients { return breaksClients ? 1 : 0 }
    if drift.contains(where: { $0.waived == nil && gate.stops($0.severity) }) { return 1 }
    return calls.contains { $0.isTelling && ($0.isUndoing || gate != .none) } ? 1 : 0
  }
}

extension Report {
  /// The drift as it is presented: one finding per fingerprint, with the counts added up, in a fixed order.
  ///
  /// Services and endpoints are in the order of the contracts, followed by undocumented endpoints. Within an endpoint,
  /// the most severe findings come first.
  package var findings: [Drift] { folded(drift) }

  /// Returns part of the report's drift, combined and ordered like ``findings``.
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

  /// The id of an endpoint and its service, as a key.
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
  /// The endpoint's id and service, as a key.
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
