import PlumblineContractModel
import PlumblineHTTPMessages

/// The ids of the control interface's endpoints, in the order of its contract.
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

  /// Creates the id of the endpoint that a request is for, or returns `nil` if there is none.
  init?(_ request: Request) {
    guard case .found(let endpoint)? = ControlContract.loaded.contract.map({ ControlContract.route(request, in: $0) })
    else { return nil }
    self.init(rawValue: endpoint.id)
  }

  /// A Boolean value that indicates whether the endpoint works without the server's token. The page does, because it
  /// contains no data.
  var isOpen: Bool { [.health, .page, .bare].contains(self) }

  /// The kind of work that a response requires, which determines its thread.
  enum Work {
    /// Work that takes almost no time.
    case short
    /// Work that accesses files or waits for them.
    case files
    /// Work that is proportional to the size of recorded exchanges or of a session's state.
    case exchanges
  }

  /// The kind of work that the endpoint's response requires.
  var work: Work {
    switch self {
    case .saveRecording, .draft: .files
    case .journal, .exchange, .coverage, .metrics, .state: .exchanges
    default: .short
    }
  }
}
