import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineReporting

/// Which endpoints the mock answers beside a real server, and whether it steps in where the server has nothing.
struct HybridPlan: Sendable {
  private var mocked: [Wildcard] = []
  private var real: [Wildcard] = []
  /// A Boolean value that indicates whether the mock answers where the server can't have.
  private(set) var fallsBack = false

  /// The server answers alone.
  init() {}

  init(_ arguments: Arguments) {
    mocked = arguments.all("--mock").map(Wildcard.init)
    real = arguments.all("--real").map(Wildcard.init)
    fallsBack = arguments.has("--fallback")
  }

  /// A Boolean value that indicates whether the server answers alone.
  var isEmpty: Bool { mocked.isEmpty && real.isEmpty && !fallsBack }

  /// Returns a Boolean value that indicates whether the mock answers an endpoint, without asking the server.
  func isMocked(_ endpoint: Endpoint) -> Bool {
    if mocked.contains(where: { $0.matches(endpoint.id) }) { return true }
    return !real.isEmpty && !real.contains { $0.matches(endpoint.id) }
  }

  /// Refuses a pattern that no endpoint fits, and a plan that leaves one side nothing.
  func check(against library: MockLibrary) throws(UsageError) {
    for (option, patterns) in [("--mock", mocked), ("--real", real)] {
      for pattern in patterns {
        if let problem = library.problem(with: pattern) { throw UsageError("\(option) \(pattern): \(problem)") }
      }
    }
    let count = library.contract.endpoints.count(where: isMocked)
    if count == library.contract.endpoints.count {
      throw UsageError("The mock answers every endpoint by --mock and --real: leave --upstream out, or name less.")
    }
  }

  /// Who answers what, and what follows from it; lines for the console.
  func lines(of contract: Contract, persona: String?) -> [String] {
    let names = contract.endpoints.filter(isMocked).map(\.id)
    var lines: [String] = []
    if !names.isEmpty { lines.append("the mock answers \(Spelling.list(names, limit: 12)); the server all else") }
    if fallsBack {
      lines.append(
        "the mock steps in where no connection is made or the server has no such route, never after a write failed")
    }
    let caller = persona.map { ", and takes whoever brings credentials for \($0)" } ?? ""
    lines.append("each keeps what it is told to itself: what is made at one isn't known at the other")
    lines.append("what the mock doesn't know it answers as it is recorded\(caller)")
    lines.append("\(Labels.answeredBy) says who answered")
    return lines
  }
}
