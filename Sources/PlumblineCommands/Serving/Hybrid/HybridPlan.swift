import PlumblineContractModel
import PlumblineMockEngine

/// A plan that divides endpoints between the mock and a real server and determines whether the mock fills in for the
/// server.
struct HybridPlan: Sendable {
  private var mocked: [Wildcard] = []
  private var real: [Wildcard] = []
  /// A Boolean value that indicates whether the mock responds when the server can't.
  private(set) var fallsBack = false

  /// Creates a plan that lets the server handle everything.
  init() {}

  init(_ arguments: Arguments) {
    mocked = arguments.all("--mock").map(Wildcard.init)
    real = arguments.all("--real").map(Wildcard.init)
    fallsBack = arguments.has("--fallback")
  }

  /// A Boolean value that indicates whether the server handles everything.
  var isEmpty: Bool { mocked.isEmpty && real.isEmpty && !fallsBack }

  /// Returns a Boolean value that indicates whether the mock handles an endpoint without asking the server.
  func isMocked(_ endpoint: Endpoint) -> Bool {
    if mocked.contains(where: { $0.matches(endpoint.id) }) { return true }
    return !real.isEmpty && !real.contains { $0.matches(endpoint.id) }
  }

  /// Rejects a pattern that matches no endpoint, and a plan that leaves one side without endpoints.
  func check(against library: MockLibrary) throws(UsageError) {
    for (option, patterns) in [("--mock", mocked), ("--real", real)] {
      for pattern in patterns {
        if let problem = library.problem(with: pattern) { throw UsageError("\(option) \(pattern): \(problem)") }
      }
    }
    let count = library.contract.endpoints.count(where: isMocked)
    if count == library.contract.endpoints.count {
      throw UsageError(
        "With these --mock and --real options the mock handles every endpoint: omit --upstream, or match fewer endpoints."
      )
    }
  }

  /// Returns lines for the console about the division and its consequences.
  func lines(of contract: Contract, persona: String?) -> [String] {
    let names = contract.endpoints.filter(isMocked).map(\.id)
    var lines: [String] = []
    if !names.isEmpty {
      lines.append("the mock handles \(Spelling.list(names, limit: 12)); the server handles the rest")
    }
    if fallsBack {
      lines.append(
        "the mock takes over if no connection can be made or the server has no such route, but never after a failed write"
      )
    }
    let caller = persona.map { ", and treats every caller with credentials as \($0)" } ?? ""
    lines.append("mock and server don't share data: items created on one don't exist on the other")
    lines.append("for items that the mock doesn't have, it replays recordings\(caller)")
    lines.append("\(Labels.answeredBy) says which of the two responded")
    return lines
  }
}
