import PlumblineJSONTree

extension Schema {
  /// A typical value of the schema, the same for the same seed.
  public func example(seed: UInt64 = 0) -> Result<JSON, GenerationFailure> { generate(.typical, seed: seed) }

  /// A value of the schema, the same for the same size and seed.
  ///
  ///     let schema = try SchemaLibrary().compile(JSON.parse(#"{"properties": {"subject": {"type": "string"}}}"#))
  ///     try schema.generate(.typical).get()          // {"subject": "Subject"}
  ///     try schema.generate(.minimal).get()          // {}
  ///
  /// A typical value is a `const`, one of `enum`, a `default`, one of `examples`, or made from type, format, pattern,
  /// bounds and the member's name. What is handed out has passed `isValid`. A failure says why nothing was made; unless
  /// its reason is `impossible` it doesn't prove that there is no such value.
  public func generate(
    _ size: GenerationSize = .typical, seed: UInt64 = 0
  ) -> Result<JSON, GenerationFailure> {
    var conflict: String?
    for plan in ValueMaker.Plan.plans(for: size) {
      var maker = ValueMaker(compiled, root: root, plan: plan, seed: seed)
      if let value = maker.value([Goal(node: root)], ValueContext(variation: maker.variation)), isValid(value) {
        return .success(value)
      }
      conflict = conflict ?? maker.conflict
      // Another plan can not resolve a contradiction.
      if maker.isImpossible {
        return .failure(failure(.impossible, "No value satisfies the schema at \(source.location)", because: conflict))
      }
    }
    return .failure(
      failure(.notFound, "No value was found that satisfies the schema at \(source.location)", because: conflict))
  }

  private func failure(
    _ reason: GenerationFailure.Reason, _ sentence: String, because: String?
  ) -> GenerationFailure {
    let cause = because.map { ": " + $0 } ?? "; give it an example or a default"
    return GenerationFailure(reason: reason, location: source.location, message: sentence + cause + ".")
  }
}
