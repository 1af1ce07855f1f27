import PlumblineHTTPMessages
import PlumblinePact
import PlumblineVerification

/// The options for reading from a broker with `import pact`: the broker's URL, and the provider whose latest pacts are
/// fetched.
struct PactSource: Sendable {
  static let specifications = [
    OptionSpecification(
      "--broker", "URL",
      "With pact: import the provider's latest pacts from this broker instead of files. PACT_BROKER_TOKEN, or "
        + "PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, supply the credentials. Not tested with Pact's own broker."),
    OptionSpecification("--provider", "NAME", "With --broker: the provider's name on the broker."),
  ]

  private let url: BaseURL
  private let provider: String

  /// Reads the options from the command line, or returns `nil` if it names no broker.
  init?(_ arguments: Arguments) throws(UsageError) {
    let example = "plumbline import pact shop --broker URL --provider NAME"
    guard let url = try PactVerifyOptions.url(arguments, "--broker") else {
      guard !arguments.has("--provider") else { throw UsageError("--provider requires --broker URL.") }
      return nil
    }
    guard arguments.operands.first == "pact" else {
      throw UsageError("--broker applies only to pacts, as in: \(example)")
    }
    for option in ["--only", "--one-per-answer", "--refresh"] where arguments.has(option) {
      throw UsageError("\(option) doesn't apply to pacts: omit it.")
    }
    guard arguments.operands.count == 2 else {
      throw UsageError("--broker takes the place of files, so give only the service: \(example)")
    }
    guard let provider = arguments.value("--provider"), !provider.isEmpty else {
      throw UsageError("--broker requires the provider's name on the broker: add --provider NAME.")
    }
    self.url = url
    self.provider = provider
  }

  /// Returns the latest pact of each consumer.
  func documents(in surroundings: Surroundings) async throws -> [PactTranslator.Document] {
    LoopbackProxyExemption.apply()
    let stored = try await PactBroker.with(url, trusting: nil, in: surroundings) { [provider] in
      try await $0.pacts(of: provider)
    }
    return stored.map(\.document)
  }
}
