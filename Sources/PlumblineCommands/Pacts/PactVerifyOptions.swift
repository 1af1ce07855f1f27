import PlumblineHTTPMessages

/// The options of `verify` for checking consumers' pacts.
struct PactVerifyOptions: Sendable {
  static let specifications = [
    OptionSpecification(
      "--pact", "FILE",
      "Send the requests of a consumer's pact instead of running the Swift clients, and compare the responses with the pact. "
        + "Repeatable."),
    OptionSpecification(
      "--states-url", "URL",
      "With --pact and --server: the URL that sets up and tears down the provider's states, by a POST of {\"state\", \"params\", "
        + "\"action\"}."),
    OptionSpecification(
      "--as", "PERSONA",
      "With --pact: the persona whose credentials replace those in the pact. Default: the persona that a provider "
        + "state names, or else the contract's first persona."),
    OptionSpecification(
      "--broker", "URL",
      "Fetch the provider's latest pacts from this broker. PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and "
        + "PACT_BROKER_PASSWORD, supply the credentials. Not tested with Pact's own broker."),
    OptionSpecification(
      "--provider", "NAME", "With --broker: the provider's name on the broker. Default: the contract's title."),
    OptionSpecification(
      "--publish-results", nil, "With --broker and --server: publish the results of the verification to the broker."),
    OptionSpecification(
      "--provider-version", "VERSION", "With --publish-results: the verified version of the provider."),
  ]

  /// The broker, and the results to publish to it.
  struct Broker: Sendable {
    let url: BaseURL
    /// The provider's name, or `nil` for the contract's title.
    let provider: String?
    /// The version of the provider that results are published for, or `nil` to publish none.
    let resultsOf: String?
  }

  let files: [String]
  let statesURL: BaseURL?
  let persona: String?
  let broker: Broker?

  /// Reads the options from the command line, or returns `nil` if it names no pact.
  init?(_ arguments: Arguments) throws(UsageError) {
    files = arguments.all("--pact")
    guard !files.isEmpty || arguments.has("--broker") else {
      let others = Self.specifications.map(\.name)
      guard let option = others.first(where: arguments.has) else { return nil }
      throw UsageError("\(option) applies only to pacts: add --pact FILE or --broker URL, or omit it.")
    }
    for option in ["--mutations", "--direct", "--var", "--allow-unknown-writes", "--concurrency"]
    where arguments.has(option) {
      throw UsageError("\(option) doesn't apply to pacts: omit it, or verify the pact in a separate run.")
    }
    guard arguments.operands.count < 2 else {
      throw UsageError("A pact has one provider. Usage: plumbline verify SERVICE --pact FILE")
    }
    persona = arguments.value("--as")
    statesURL = try Self.url(arguments, "--states-url")
    guard statesURL == nil || arguments.has("--server") else {
      throw UsageError(
        "--states-url applies only to real servers: add --server NAME|URL, or omit it; a mock starts with the contract's seed data."
      )
    }
    broker = try Self.broker(arguments)
  }

  private static func broker(_ arguments: Arguments) throws(UsageError) -> Broker? {
    guard let url = try url(arguments, "--broker") else {
      for option in ["--provider", "--publish-results", "--provider-version"] where arguments.has(option) {
        throw UsageError("\(option) requires --broker URL.")
      }
      return nil
    }
    let provider = arguments.value("--provider")
    guard provider?.isEmpty != true, provider != nil || !arguments.operands.isEmpty else {
      throw UsageError("--broker requires the provider's name on the broker: add --provider NAME.")
    }
    let given = arguments.value("--provider-version")
    guard arguments.has("--publish-results") else {
      guard given == nil else { throw UsageError("--provider-version requires --publish-results.") }
      return Broker(url: url, provider: provider, resultsOf: nil)
    }
    guard let version = given, !version.isEmpty else {
      throw UsageError("--publish-results needs the verified version: add --provider-version VERSION.")
    }
    guard arguments.has("--server") else {
      throw UsageError(
        "--publish-results applies only to real servers: add --server NAME|URL; a mock's results aren't published.")
    }
    guard !arguments.has("--only") else {
      throw UsageError("--publish-results applies only to whole pacts: omit --only.")
    }
    return Broker(url: url, provider: provider, resultsOf: version)
  }

  static func url(_ arguments: Arguments, _ option: String) throws(UsageError) -> BaseURL? {
    guard let text = arguments.value(option) else { return nil }
    do throws(BaseURL.ParsingError) {
      return try BaseURL(parsing: text)
    } catch {
      throw UsageError("\(option): \(error)")
    }
  }
}
