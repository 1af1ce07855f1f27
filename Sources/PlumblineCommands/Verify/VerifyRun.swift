import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineVerification

/// A run of the parts of a plan, one after the other.
struct VerifyRun {
  private let plan: VerifyPlan
  private let interruption: Interruption
  private let console: Console

  init(_ plan: VerifyPlan, _ interruption: Interruption, _ console: Console) {
    self.plan = plan
    self.interruption = interruption
    self.console = console
  }

  /// Runs the parts, and returns the results up to the point at which the run ended.
  func harvest() async throws -> VerifyHarvest {
    let server = try HTTPServer()
    var harvest = VerifyHarvest()
    for part in plan.parts { await run(part, on: server, &harvest) }
    await server.shutdown(grace: .zero)
    return harvest
  }

  private func run(_ part: VerifyPlan.Part, on server: HTTPServer, _ harvest: inout VerifyHarvest) async {
    let contract = part.service.contract
    let verifier = Verifier(
      suite: part.suite, contract: contract, target: part.target, options: part.options, server: server)
    let progress = CallProgress(
      title: contract.title, total: verifier.calls.count + verifier.linkRuns.count, console: console)
    let results: [CallOutcome]
    do throws(Unreachable) { results = try await verifier.run { progress.show($0) } } catch {
      // Keep the results from the servers of other services.
      harvest.unreachable.append(error)
      return
    }
    harvest.outcomes += results
    if let reason = results.credentialsMissing { harvest.withoutCredentials.append(reason) }
    if plan.request.playsVariants, interruption.reason == nil, case .mock(let library) = part.target {
      do {
        let pass = VariantPass(
          suite: part.suite, library: library, options: part.options, limit: plan.request.variantLimit)
        harvest.variants += try await pass.run(until: interruption, console: console)
      } catch {
        harvest.failure = harvest.failure ?? error
      }
    }
    harvest.called.append((contract, Set(results.map(\.line.endpoint))))
  }
}

/// The results of a run up to the point where it ended.
struct VerifyHarvest {
  var outcomes: [CallOutcome] = []
  var variants: [VariantOutcome] = []
  /// The services whose servers responded, with the endpoints and deep links that were called.
  var called: [(contract: Contract, endpoints: Set<String>)] = []
  var unreachable: [Unreachable] = []
  /// The reasons that calls were skipped for missing credentials, one sentence per service.
  var withoutCredentials: [String] = []
  /// Any other error that ended the run.
  var failure: (any Error)?
}
