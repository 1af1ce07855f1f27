import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Everything that one run of a command found, in the shape that every report format renders.
package struct Report: Sendable {
  /// The command that ran: `verify`.
  package var command: String
  /// What was looked at: `mock`, or a server's base URL.
  package var target: String
  /// The services that were looked at, with their names for people.
  package var services: [ServiceLine]
  /// What was looked at, one line an endpoint, in the contracts' order.
  package var endpoints: [EndpointLine]
  package var calls: [CallLine]
  package var drift: [Drift]
  package var problems: [Problem]
  /// What the exchanges have shown of what is documented.
  package var evidence: [Evidence] = []
  /// What is known of each endpoint; `coverage` fills it.
  package var coverage: [CoverageLine] = []
  /// Which endpoints a server has, in the order in which it was asked; `probe` fills it.
  package var verdicts: [Verdict] = []
  /// What said nothing of the contract, because the server wasn't there; `check` fills it.
  package var outages: [OutageLine] = []
  /// How many exchanges were inspected.
  package var exchanges: Int
  /// How many variants of answers the clients were put through.
  package var variants = 0
  /// The exit status that follows from it: 0, 1, 2 or 3; 130 or 143 when a signal ended the run.
  package var exit: Int

  /// How many of ``endpoints`` the exchanges called; `nil` where nobody counted. `check` fills it.
  package var called: Int?
  /// Whether a run came to its end and found nothing that it could judge; ``failure`` says why.
  package var isEmptyHanded = false
  /// Why the run couldn't be carried out whole, as one sentence: the server wasn't there, somebody ended the run. Then
  /// ``exit`` says so too.
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

  /// An endpoint that a run was about, or a link of the service's `links.json`.
  package struct EndpointLine: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
      case endpoint
      /// What the client takes or makes without asking the service.
      case link
    }

    package var service: String
    package var id: String
    /// `PUT /api/v2/tickets/{ticket_id}`; a link's form.
    package var request: String
    package var standing: Standing
    package var kind: Kind
    /// Where the contract has it.
    package var contract: SourceLocation?

    package init(
      service: String, id: String, request: String, standing: Standing, kind: Kind = .endpoint,
      contract: SourceLocation? = nil
    ) {
      self.service = service
      self.id = id
      self.request = request
      self.standing = standing
      self.kind = kind
      self.contract = contract
    }
  }

  /// One run of one client method.
  package struct CallLine: Sendable, Hashable {
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
      /// It did what was expected and nothing drifted.
      case passed
      /// Something drifted.
      case drifted
      /// It didn't do what was expected, and no drift explains it.
      case failed
      /// It wasn't run; the reason says why.
      case skipped
    }

    package var service: String
    package var endpoint: String
    package var name: String
    package var outcome: Outcome
    package var reason: String?
    package var milliseconds: Double
    /// Whether it shows, when it passed, that its endpoint does what it is for: that a caller without credentials is refused
    /// doesn't.
    package var isProof = true

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
