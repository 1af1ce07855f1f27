import PlumblineHTTPMessages

/// The options for publishing to a broker with `export pact`: the broker's URL and the consumer's version.
struct PactPublication: Sendable {
  static let specifications = [
    OptionSpecification(
      "--broker", "URL",
      "Publish the pact to this broker instead of printing it. PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and "
        + "PACT_BROKER_PASSWORD, supply the credentials. Not tested with Pact's own broker."),
    OptionSpecification(
      "--consumer-version", "VERSION", "With --broker: the client's version, such as a commit."),
    OptionSpecification("--branch", "NAME", "With --broker: the client's branch."),
    OptionSpecification("--tag", "NAME", "With --broker: a tag of the client's version. Repeatable."),
  ]

  private let url: BaseURL
  private let version: PactBroker.Version

  /// Reads the options from the command line, or returns `nil` if it names no broker.
  init?(_ arguments: Arguments, isOfPact: Bool) throws(UsageError) {
    let names = Self.specifications.map(\.name)
    if !isOfPact, let option = names.first(where: arguments.has) {
      throw UsageError(
        "\(option) applies only to pacts, as in: plumbline export pact SERVICE --consumer NAME --broker URL.")
    }
    guard let url = try PactVerifyOptions.url(arguments, "--broker") else {
      guard let option = names.first(where: arguments.has) else { return nil }
      throw UsageError("\(option) requires --broker URL.")
    }
    guard let number = arguments.value("--consumer-version"), !number.isEmpty else {
      throw UsageError("A broker stores a pact under the client's version: add --consumer-version VERSION.")
    }
    self.url = url
    version = PactBroker.Version(number: number, branch: arguments.value("--branch"), tags: arguments.all("--tag"))
  }

  /// Publishes a pact and reports its publication.
  func publish(
    _ text: [UInt8], consumer: String, provider: String, in surroundings: Surroundings
  ) async throws {
    let version = version
    try await PactBroker.with(url, trusting: nil, in: surroundings) {
      try await $0.publish(text, consumer: consumer, provider: provider, version)
    }
    surroundings.console.complain("Published the pact between \(consumer) \(version.number) and \(provider) to \(url).")
  }
}
