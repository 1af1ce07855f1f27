import JSONTree

extension Schema {
  /// A typical value of the schema, the same for the same seed.
  ///
  /// It is a `const`, a value of `enum`, a `default`, the first of `examples`, or made from type, format and bounds, with
  /// optional properties where nesting allows. What is handed out has passed `isValid`. A failure says why nothing
  /// was made; it does not prove that the schema can't be satisfied.
  public func example(seed: UInt64 = 0) -> Result<JSON, ExampleFailure> {
    for style in [ExampleMaker.Style.typical, .minimal] {
      var maker = ExampleMaker(compiled, seed: seed, style: style)
      if let value = maker.value([root], depth: 0, variation: Int(truncatingIfNeeded: seed % 1_000_003)), isValid(value)
      {
        return .success(value)
      }
    }
    let place = "\(source.location)"
    return .failure(
      ExampleFailure(
        message: "No value was found that satisfies the schema at \(place); give it an example or a default."))
  }
}
