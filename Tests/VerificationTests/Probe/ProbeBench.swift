import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import Synchronization

/// Runs the probe against a server over real sockets.
enum ProbeBench {
  struct Result: Sendable {
    let outcome: Probe.Outcome
    /// The pauses that the probe made because the server asked it to.
    let pauses: [Duration]
    let plan: [PlannedRequest]

    func verdict(_ endpoint: String) -> Report.Verdict? { outcome.verdicts.first { $0.endpoint == endpoint } }
  }

  static func run(
    _ responder: any Responder, contract: (String) -> Contract = { _ in ProbeContract.contract },
    options: ProbeOptions = ProbeOptions(),
    recordings: [Recording] = []
  ) async throws -> Result {
    await gate.enter()
    defer { gate.leave() }
    let server = try HTTPServer(configuration: .init(loops: 1))
    let listener = try server.listen(responder: responder)
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(
        try await run(
          at: listener.baseURL, contract: contract(listener.baseURL), options: options, recordings: recordings))
    } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    return try result.get()
  }

  /// Runs the probe against a running server.
  ///
  /// - Parameter patience: The time for which an unfinished body waits for a response.
  static func run(
    at url: String, contract: Contract = ProbeContract.contract, options: ProbeOptions = ProbeOptions(),
    recordings: [Recording] = [], patience: Duration = .milliseconds(100)
  ) async throws -> Result {
    let client = try UpstreamClient()
    let base = try BaseURL(parsing: url)
    let collected = Pauses()
    let probe = Probe(
      contract: contract, base: base, recordings: recordings, options: options,
      clock: ProbeClock(now: { 1_800_000_000 }, pause: { collected.note($0) }),
      unfinished: { await client.exchange(unfinished: $0, promising: $1, with: base, deadline: patience) }
    ) { await client.exchange($0, with: base, deadline: .seconds(3600)) }
    let outcome: Swift.Result<Probe.Outcome, Unreachable>
    do throws(Unreachable) { outcome = .success(try await probe.run()) } catch { outcome = .failure(error) }
    await client.shutdown()
    let planned = await plans.plan(of: probe, contract, options, recordings)
    return Result(
      outcome: try outcome.get(), pauses: collected.all, plan: planned)
  }

  private static let plans = Plans()

  /// A cache of plans, which don't depend on the server.
  private actor Plans {
    private var known: [String: [PlannedRequest]] = [:]

    func plan(
      of probe: Probe, _ contract: Contract, _ options: ProbeOptions, _ recordings: [Recording]
    ) async -> [PlannedRequest] {
      let isShared = contract === ProbeContract.contract
      let key =
        "\(options.allowsWrites) \(probe.base.path) \(probe.endpoints.map(\.id)) \(options.variables.sorted { $0.key < $1.key }) "
        + "\(options.environment.sorted { $0.key < $1.key }) \(recordings.map(\.name)) \(probe.writesForbidden ?? "")"
      if isShared, let plan = known[key] { return plan }
      let plan = ProbePlan(probe)
      var planned: [PlannedRequest] = []
      for endpoint in probe.endpoints { planned += await plan.requests(for: endpoint) }
      if isShared { known[key] = planned }
      return planned
    }
  }

  /// Hundreds of simultaneous servers would leave no file descriptors for the rest of the process.
  private static let gate = Gate(width: 12)

  private final class Gate: Sendable {
    private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(width: Int) { state = Mutex((width, [])) }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          guard state.free > 0 else {
            state.waiting.append(continuation)
            return false
          }
          state.free -= 1
          return true
        }
        if isFree { continuation.resume() }
      }
    }

    func leave() {
      let next: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard !state.waiting.isEmpty else {
          state.free += 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
  }

  private final class Pauses: Sendable {
    private let list = Mutex<[Duration]>([])
    func note(_ pause: Duration) { list.withLock { $0.append(pause) } }
    var all: [Duration] { list.withLock { $0 } }
  }
}
