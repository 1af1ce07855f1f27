import PlumblineContractModel
import PlumblineMockEngine
import PlumblinePact
import PlumblineVerification

/// A run that plays the variants of a service's calls and derives a pact from what the client actually needs.
struct PactRun {
  /// The names of the client and the service, and the version of the Pact specification.
  struct Parties: Sendable {
    let consumer: String
    let provider: String?
    let version: Int
  }

  /// January 1, 2100. With a fixed time, responses that contain the time are the same in every run. Because the date is
  /// far in the future, no session that a client obtained has expired.
  private static let clock = MockClock.fixed(4_102_444_800)

  let service: LoadedServices.Service
  let suite: any CallSuite
  let options: VerifierOptions

  /// Returns the pact, or `nil` if the run was interrupted.
  func pact(of parties: Parties, until interruption: Interruption, console: Console) async throws -> PactExport? {
    let contract = service.contract
    let library = MockLibrary(contract: contract, recordings: service.recordings)
    var pass = VariantPass(suite: suite, library: library, options: options)
    pass.sample = .fields
    pass.clock = Self.clock
    let outcomes = try await pass.run(until: interruption, console: console)
    guard interruption.reason == nil else { return nil }
    var calls: [ConsumedCall] = []
    for outcome in outcomes {
      if let call = Self.call(outcome, in: contract) {
        calls.append(call)
      } else {
        console.complain(
          "\"\(outcome.endpoint): \(outcome.call)\" isn't part of the pact: \(outcome.reason ?? "its needs aren't known")."
        )
      }
    }
    complain(ofCallsBeside: outcomes, to: console)
    return PactExport(
      calls, of: contract, consumer: parties.consumer, provider: parties.provider ?? contract.title,
      version: parties.version)
  }

  /// Prints the requested calls whose expectations weren't measured, with one line per reason.
  private func complain(ofCallsBeside outcomes: [VariantOutcome], to console: Console) {
    let measured = Set(outcomes.map { "\($0.endpoint): \($0.call)" })
    let asked = suite.calls.filter { call in
      let names = [call.endpoint, call.name, call.title]
      return options.only.isEmpty || options.only.contains { pattern in names.contains(where: pattern.matches) }
    }
    let others = asked.filter { !measured.contains("\($0.endpoint): \($0.name)") }
    guard !others.isEmpty else { return }
    let reasons = Dictionary(grouping: others) { Unmeasured($0) }
    let lines = Unmeasured.allCases.compactMap { reason -> String? in
      guard let calls = reasons[reason] else { return nil }
      let names = calls.map { "\($0.endpoint): \($0.name)" }.sorted().joined(separator: "; ")
      return "  \(String.count(calls.count, "call")): \(reason.rawValue): \(names)".printable
    }
    console.complain(
      lines: "\(others.count) of \(String.count(asked.count, "call")) aren't part of the pact.\n"
        + lines.joined(separator: "\n"))
  }

  /// The reason that a call isn't part of the pact.
  private enum Unmeasured: String, CaseIterable {
    case error = "it expects an error, and a client's needs aren't measured for errors"
    case recording = "it needs a recording that only the mock can replay"
    case otherValue = "it differs from another call only in a value"
    case other = "its needs weren't measured"

    init(_ call: Call) {
      if call.expectation != .success {
        self = .error
      } else if call.means != .data {
        self = .recording
      } else {
        self = call.isAnotherValue ? .otherValue : .other
      }
    }
  }

  private static func call(_ outcome: VariantOutcome, in contract: Contract) -> ConsumedCall? {
    guard outcome.reason == nil, let exchange = outcome.ordinary, let sensitivity = outcome.sensitivity,
      let endpoint = contract.endpoint(outcome.endpoint)
    else { return nil }
    let needs = sensitivity.fields.map { field in
      ConsumedCall.Need(
        field.field, isRequired: field.mustExist ?? false,
        kinds: Set(field.types + (field.mayBeNull ?? false ? ["null"] : [])), pattern: field.textPattern)
    }
    return ConsumedCall(endpoint, outcome.call, exchange, as: outcome.persona, needs: needs)
  }
}
