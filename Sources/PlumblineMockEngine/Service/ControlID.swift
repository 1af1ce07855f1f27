import PlumblineContractModel
import PlumblineHTTPMessages

/// The endpoints of the control interface, by the ids that its contract gives them, in the contract's order.
enum ControlID: String, CaseIterable {
  case page = "inspector.get"
  case bare = "inspector.bare"
  case health = "health.get"
  case contract = "contract.get"
  case endpoints = "endpoints.list"
  case journal = "journal.list"
  case exchange = "journal.get"
  case draft = "journal.recording"
  case events = "journal.events"
  case clearJournal = "journal.clear"
  case stubs = "stubs.list"
  case replaceStubs = "stubs.replace"
  case addStub = "stubs.add"
  case removeStubs = "stubs.remove"
  case overrides = "overrides.list"
  case replaceOverrides = "overrides.replace"
  case addOverride = "overrides.add"
  case removeOverrides = "overrides.remove"
  case faults = "faults.list"
  case replaceFaults = "faults.replace"
  case removeFaults = "faults.remove"
  case delays = "delays.list"
  case replaceDelays = "delays.replace"
  case removeDelays = "delays.remove"
  case pace = "pace.get"
  case replacePace = "pace.replace"
  case personas = "personas.list"
  case replacePersona = "personas.replace"
  case saveRecording = "recordings.save"
  case state = "state.get"
  case reset = "reset.do"
  case sessions = "sessions.list"
  case openSession = "sessions.open"
  case closeSession = "sessions.close"
  case coverage = "coverage.get"
  case metrics = "metrics.get"

  /// The endpoint that a request is for; `nil` if the control interface has none.
  init?(_ request: Request) {
    guard case .found(let endpoint)? = ControlContract.loaded.contract.map({ ControlContract.route(request, in: $0) })
    else { return nil }
    self.init(rawValue: endpoint.id)
  }

  /// A Boolean value that indicates whether the endpoint is answered without the server's token: the page holds nothing.
  var isOpen: Bool { [.health, .page, .bare].contains(self) }

  /// The kind of work that a response takes, which decides its thread.
  enum Work {
    /// As good as none.
    case short
    /// Work on files, or that waits for such work.
    case files
    /// Work on kept exchanges or a session's memory, proportional to their size.
    case exchanges
  }

  /// The kind of work that the endpoint's response takes.
  var work: Work {
    switch self {
    case .saveRecording, .draft: .files
    case .journal, .exchange, .coverage, .metrics, .state: .exchanges
    default: .short
    }
  }
}
