import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine

/// A set of trials of a client's behavior beyond one response: whether it requests further pages, repeats writes
/// safely, and withholds credentials from a different host.
///
/// In a trial, one exchange of the call gets a different response once. All others get the mock's response. The trial
/// evaluates the client's later requests rather than its result.
struct HabitTrials {
  let plan: RunPlan
  let lane: VariantLane
  let call: Call
  let runner: CallRunner
  let maker: VariantMaker
  let exchange: VariedExchange

  /// A run of the call.
  struct Trial {
    let result: CallRunner.Result
    /// The requests to the call's endpoint, in the order of their responses.
    let requests: [Request]
  }

  /// Returns the findings about the call.
  func findings() async throws -> [Drift] {
    [try await missedPages(), try await unsafeRepetition(), try await leakedCredential()].compactMap { $0 }
  }

  /// Runs the call with a different response in the varied exchange.
  func trial(_ response: Response, showingValue: Bool = false) async throws -> Trial {
    let log = ExchangeLog()
    let variant = Variant(standing: .allowed, change: .other, place: nil, words: "a trial", response: response)
    lane.session.play(variant, in: exchange, into: log)
    let result = try await runner.client(on: lane, showingValue: showingValue)
    if case .hung = result { try lane.renew() }
    let requests = log.all.map(\.request).filter { request in
      guard case .found(let found) = plan.contract.router.route(request) else { return false }
      return found === maker.endpoint
    }
    return Trial(result: result, requests: requests)
  }

  /// Returns a finding, together with the exchange that supports it.
  func finding(
    _ rule: Rule, severity: Severity? = nil, _ shown: Exchange, expected: String, actual: String, detail: String,
    _ message: String
  ) -> Drift {
    let finding = Drift(
      rule: rule, severity: severity, service: plan.contract.service, endpoint: maker.endpoint.id,
      status: shown.response?.status, expected: expected, actual: actual, message: message,
      contract: maker.endpoint.location, detail: detail, call: call.title)
    return [finding].showing(shown, of: plan.contract)[0]
  }
}

extension VariantRun {
  /// Returns a variant that represents a trial's finding among those of variants. It is never sent.
  static func placeholder(_ drift: Drift, _ response: Response) -> Variant {
    Variant(standing: .allowed, change: .other, place: nil, words: drift.rule.id, response: response)
  }
}
