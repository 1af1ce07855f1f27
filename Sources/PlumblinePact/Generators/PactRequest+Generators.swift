extension PactRequest {
  /// Returns the request with the values of its generators instead of its examples.
  package func generated(by values: GeneratedValues, using random: inout some RandomNumberGenerator) -> PactRequest {
    var filled = self
    for generator in generators { filled.fill(generator, by: values, using: &random) }
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
    let text = value.string ?? value.text
    switch generator.category {
    case .path: path = text
    case .query:
      guard let (name, place) = generator.field else { return }
      query = query.setting(name, place, to: text)
    case .header: headers.fill(generator, with: text)
    case .body, .status: break
    }
  }
}
