import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import Synchronization

/// A pass that plays the variants of one service's calls and shows the progress.
struct VariantPass {
  /// The maximum number of variants that are all played by default.
  static let usual = 20_000

  let suite: any CallSuite
  let library: MockLibrary
  let options: VerifierOptions
  /// The maximum number of variants to play. A field usage map needs all of them.
  var limit = VariantLimit.unlimited
  /// The variants to play.
  var sample = VariantSample.all
  /// The mock's clock.
  var clock = MockClock.system

  /// Returns the outcomes of the calls, or of those that finished before the run was interrupted.
  func run(until interruption: Interruption, console: Console) async throws -> [VariantOutcome] {
    let server = try HTTPServer()
    // The mock responds from memory, so a client that takes longer than this hangs.
    var options = options
    options.deadline = min(options.deadline, .seconds(5))
    let verifier = VariantVerifier(
      suite: suite, library: library, options: options, server: server, sample: sample, clock: clock)
    let done = Done()
    let limit = limit
    let title = library.contract.title
    let result = await Deadline.race(.seconds(86_400), until: interruption) {
      () async -> Result<[VariantOutcome], any Error> in
      do {
        console.progress("\(title): counting mutations")
        let counts = try await verifier.counts()
        let most = limit.ofEachCall(counts)
        if case .inAll = limit, let most {
          console.complain(Self.sentence(title, counts.reduce(0, +), most))
        }
        let total = counts.reduce(0) { $0 + min($1, most ?? $1) }
        let progress = VariantProgress(title: title, total: total, console: console)
        return .success(
          try await verifier.run(limit: most, played: { progress.show($0) }, progress: { done.add($0) }))
      } catch {
        return .failure(error)
      }
    }
    console.endProgress()
    await server.shutdown(grace: .zero)
    return try result?.get() ?? done.outcomes
  }

  /// The calls whose variants have all been played.
  private final class Done: Sendable {
    private let state = Mutex<[VariantOutcome]>([])

    var outcomes: [VariantOutcome] { state.withLock { $0 } }

    func add(_ outcome: VariantOutcome) {
      state.withLock { $0.append(outcome) }
    }
  }

  /// Returns the message that there are too many variants to play all of them by default.
  private static func sentence(_ title: String, _ count: Int, _ most: Int) -> String {
    "plumbline: \(title) has about \(count) mutations: the \(most) most plausible ones of each call are run, about "
      + "\(usual) in all (--mutations-limit N for more or fewer)"
  }
}
