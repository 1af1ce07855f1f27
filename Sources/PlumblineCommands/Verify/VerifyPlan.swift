import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineProxying
import PlumblineVerification

/// The plan of a run, determined before its first request.
struct VerifyPlan {
  /// The part of the plan for one service, with everything that it needs.
  struct Part {
    let service: LoadedServices.Service
    let suite: any CallSuite
    let target: Target
    let options: VerifierOptions
  }

  let request: VerifyRequest
  /// All services of the run, whether or not they have a part.
  let services: [LoadedServices.Service]
  /// The problems of the files that don't prevent the run.
  let problems: [Problem]
  let parts: [Part]

  init(
    _ request: VerifyRequest, _ loaded: LoadedServices, _ clients: VerifyClients, _ interruption: Interruption,
    _ surroundings: Surroundings
  ) throws {
    var loaded = loaded
    if !request.isDirect { try Self.checkSuites(of: loaded, request, surroundings) }
    let known: [any CallSuite] =
      clients.direct.map { client in
        loaded.services.map { DirectSuite(contract: $0.contract, recordings: $0.recordings, client: client) }
      } ?? surroundings.suites
    loaded.keep { service in known.contains { $0.service == service.contract.service } }
    Self.keepThoseOnServer(&loaded, request)
    let suites = known.filter { suite in loaded.services.contains { $0.contract.service == suite.service } }
    let variables = Self.variables(of: request, for: suites, loaded)
    try Self.check(variables, for: suites, loaded)
    if request.server != nil {
      // Variables for services that aren't part of this run are reported and ignored.
      for sentence in VariableCheck.strangers(in: surroundings.environment, for: known + surroundings.suites) {
        surroundings.console.complain("plumbline: \(sentence)")
      }
    }
    // Calls with `--direct` are derived from the contract and run no client.
    let player: any CallPlayer = request.isDirect ? LocalPlayer() : surroundings.player()
    parts = try loaded.services.compactMap { service in
      guard let suite = suites.first(where: { $0.service == service.contract.service }) else { return nil }
      var options = request.options
      options.variables = variables
      options.environment = surroundings.environment
      options.today = surroundings.today
      options.interruption = interruption
      options.player = player
      if request.server != nil { options.addVariables(of: suite) }
      let target = try Self.target(for: service, among: loaded, request, clients.server, surroundings.console)
      return Part(service: service, suite: suite, target: target, options: options)
    }
    self.request = request
    services = loaded.services
    problems = loaded.problems
  }

  /// Returns the values of `--var` under the names that the calls use. A parameter's own spelling is also accepted.
  private static func variables(
    of request: VerifyRequest, for suites: [any CallSuite], _ loaded: LoadedServices
  ) -> [String: String] {
    if request.options.variables.isEmpty { return [:] }
    let known = Set(suites.flatMap { $0.variables.map(\.name) })
    return loaded.services.reduce(request.options.variables) { given, service in
      VariableNames(service.contract).resolving(given, known: known)
    }
  }

  /// Rejects variables that no call uses.
  private static func check(
    _ variables: [String: String], for suites: [any CallSuite], _ loaded: LoadedServices
  ) throws(UsageError) {
    guard let problem = VariableCheck.problem(with: variables.keys, for: suites) else { return }
    let known = Set(suites.flatMap { $0.variables.map(\.name) })
    for name in variables.keys.sorted() where !known.contains(name) {
      for names in loaded.services.map({ VariableNames($0.contract) }) {
        let meant = names.meanings(of: name, known: known)
        guard meant.count < 2 else {
          throw UsageError("--var \(name) could be \(meant.joined(separator: " or ")): use that name.")
        }
        guard !names.all.contains(VariableNames.words(name)) else {
          throw UsageError(
            "--var \(name): the client's calls use their own value; only --direct and probe use the variable.")
        }
      }
    }
    throw UsageError(problem)
  }

  /// The name of the other side in reports: `mock`, or the base URLs of the servers.
  var target: String {
    var names: [String] = []
    for name in parts.map(\.target.name) where !names.contains(name) { names.append(name) }
    return names.isEmpty ? "mock" : names.joined(separator: ", ")
  }

  private static func target(
    for service: LoadedServices.Service, among loaded: LoadedServices, _ request: VerifyRequest,
    _ client: UpstreamClient?, _ console: Console
  ) throws -> Target {
    guard let server = request.server, let client else {
      return .mock(MockLibrary(contract: service.contract, recordings: service.recordings))
    }
    guard service.contract.server(server) != nil || !server.contains("://") || loaded.services.count == 1 else {
      throw UsageError(
        "--server \(server) is a single server: name the service that runs there, as in verify SERVICE --server URL.")
    }
    let url = try ServerAddress.url(server, of: service.contract, option: "--server", telling: console)
    let deadline = request.options.upstreamDeadline
    let forwarding = ForwardingResponder(upstream: url, deadline: deadline, client: client)
    return .server(
      url,
      WholeResponseResponder(forwarding, from: url.authority, limit: request.limits.body, deadline: deadline))
  }

  /// If no service is named, selects the services that have the named server. If the name is misspelled, selects the
  /// services with a similarly named server, which then report the error.
  private static func keepThoseOnServer(_ loaded: inout LoadedServices, _ request: VerifyRequest) {
    guard request.services.isEmpty, let server = request.server, !server.contains("://") else { return }
    let contracts = loaded.services.map(\.contract)
    let fitting =
      contracts.contains { $0.server(server) != nil }
      ? contracts.filter { $0.server(server) != nil }
      : contracts.filter { Spelling.nearest(server, among: $0.servers.map(\.name)) != nil }
    guard !fitting.isEmpty else { return }
    loaded.keep { service in fitting.contains { $0 === service.contract } }
  }

  /// Checks that every named service has a suite. If none is named, at least one service must have a suite, and the
  /// services without one are reported.
  private static func checkSuites(
    of loaded: LoadedServices, _ request: VerifyRequest, _ surroundings: Surroundings
  ) throws(UsageError) {
    let known = surroundings.suites.map(\.service)
    let names = loaded.services.map(\.contract.service)
    let missing = names.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    let sentence =
      "This \(surroundings.tool) has no call suite for \(Spelling.list(missing)); it has "
      + (known.isEmpty ? "none" : "one for \(Spelling.list(known))")
      + ". \(surroundings.tool) verify --direct \(missing.joined(separator: " ")) calls "
      + "\(missing.count == 1 ? "it" : "them") without a suite."
    guard request.services.isEmpty, missing.count < names.count else { throw UsageError(sentence) }
    surroundings.console.complain("plumbline: \(sentence)")
  }
}
