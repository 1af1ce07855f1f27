extension PactResponse {
  /// Returns the response that a provider must return, with the values that its state handler returned.
  ///
  /// The values of other generators are the consumer's own, so only their matching rules concern the provider.
  package func holding(_ values: GeneratedValues) -> PactResponse {
    var random = SystemRandomNumberGenerator()
    return generated(by: values, using: &random) { $0.type == "ProviderState" }
  }

  /// Returns the response with the values of its generators in place of its examples.
  ///
  /// - Parameter isWanted: A closure that is called with each generator. If it returns `false`, the generator produces
  ///   no value.
  func generated(
    by values: GeneratedValues, using random: inout some RandomNumberGenerator,
    isWanted: (PactGenerator) -> Bool = { _ in true }
  ) -> PactResponse {
    var filled = self
    for generator in generators where isWanted(generator) { filled.fill(generator, by: values, using: &random) }
    return filled
  }

  private mutating func fill(
    _ generator: PactGenerator, by values: GeneratedValues, using random: inout some RandomNumberGenerator
  ) {
    if generator.category == .body {
      body = body.filled(generator, mediaType, by: values, using: &random)
      return
    }
    guard let value = values.value(of: generator, using: &random) else { return }
    switch generator.category {
    case .status: status = value.int ?? value.string.flatMap { Int($0) } ?? status
    case .header: headers.fill(generator, with: value.string ?? value.text)
    case .path, .query, .body: break
    }
  }
}
