import PlumblineContractModel
import PlumblineHTTPServer
import PlumblineMockEngine
import PlumblineVerification
import PlumblineWorkspace
import TrueLogSuite

/// A benchmark of the number of variants that the TrueLog client processes per second. Run it in a folder with
/// Contracts and Recordings.
struct VariantBenchmark {
  static let usage = "variants [--lanes N] [--only PATTERN]"

  static func run(_ arguments: [String]) async throws {
    var lanes = 6
    var only: [Wildcard] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { throw BenchmarkFailure("Usage: \(usage)") }
      switch (word, Int(value)) {
      case ("--lanes", let number?) where number > 0: lanes = number
      case ("--only", _): only.append(Wildcard(value))
      default: throw BenchmarkFailure("Usage: \(usage)")
      }
    }
    let service = try Workspace.find(contracts: nil, recordings: nil).load("truelog")
    guard let contract = service.contract else { throw BenchmarkFailure("There is no contract of truelog here.") }
    let library = MockLibrary(contract: contract, recordings: service.recordings)
    let server = try HTTPServer()
    let options = VerifierOptions(only: only, deadline: .seconds(5))
    let verifier = VariantVerifier(
      suite: TrueLogSuite(), library: library, options: options, server: server, lanes: lanes)
    let begin = ContinuousClock.now
    let outcomes = try await verifier.run()
    let seconds = begin.duration(to: .now) / .seconds(1)
    await server.shutdown(grace: .zero)
    let count = outcomes.reduce(0) { $0 + $1.variants }
    let standings = Variant.Standing.allCases.map { standing in
      "\(outcomes.reduce(0) { $0 + ($1.counts[standing] ?? 0) }) \(standing)"
    }
    print("\(outcomes.count) calls, \(count) variants (\(standings.joined(separator: ", ")))")
    print("\((seconds * 100).rounded() / 100) s, \(Int(Double(count) / seconds)) variants a second, \(lanes) lanes")
    print("\(outcomes.reduce(0) { $0 + $1.drift.count }) findings")
    for outcome in outcomes where outcome.reason != nil {
      print("\(outcome.endpoint): \(outcome.call): \(outcome.reason ?? "")")
    }
    for drift in outcomes.flatMap(\.drift) {
      print(
        "\(drift.rule) \(drift.endpoint) \(drift.pointer.map(\.description) ?? "") \(drift.message) \(drift.actual ?? "")"
      )
    }
  }
}
