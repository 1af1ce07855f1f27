import PlumblineContractModel
import PlumblineMockEngine
import PlumblinePact
import PlumblineVerification

/// Plays the variants of a service's calls, and makes a pact of what they show that the client needs.
struct PactRun {
  /// The name of the client, that of the service, and the version of the specification.
  struct Parties: Sendable {
    let consumer: String
    let provider: String?
    let version: Int
  }

  /// 2100-01-01: responses that show the time are the same in every run, and no session that a client was given has ended.
  private static let clock = MockClock.fixed(4_102_444_800)

  let service: LoadedServices.Service
  let suite: any CallSuite
  let options: VerifierOptions

  /// Returns the pact; `nil` if the run was interrupted.
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
    let asked = suite.calls.count { call in
      let names = [call.endpoint, call.name, call.title]
      return options.only.isEmpty || options.only.contains { pattern in names.contains(where: pattern.matches) }
    }
    if asked > outcomes.count {
      console.complain(
        "Of \(String.count(asked, "call")) \(asked - outcomes.count) aren't part of the pact, whose needs aren't measured: they "
          + "expect an error, need a recording that only the mock plays, or differ from another call in a value.")
    }
    return PactExport(
      calls, of: contract, consumer: parties.consumer, provider: parties.provider ?? contract.title,
      version: parties.version)
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
