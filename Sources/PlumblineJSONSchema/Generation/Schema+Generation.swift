import PlumblineJSONTree

extension Schema {
  /// Returns a typical value of the schema. The same seed yields the same value.
  public func example(seed: UInt64 = 0) -> Result<JSON, GenerationFailure> { generate(.typical, seed: seed) }

  /// Returns a value of the schema. The same size and seed yield the same value.
  ///
  ///     let schema = try SchemaLibrary().compile(JSON.parse(#"{"properties": {"subject": {"type": "string"}}}"#))
  ///     try schema.generate(.typical).get()          // {"subject": "Subject"}
  ///     try schema.generate(.minimal).get()          // {}
  ///
  /// A typical value is a `const`, one of `enum`, a `default`, one of `examples`, or generated from type, format,
  /// pattern, bounds and the member's name. Every returned value has passed `isValid`. A failure contains the reason.
  /// Only the reason `impossible` proves that no value exists.
  public func generate(
    _ size: GenerationSize = .typical, seed: UInt64 = 0
  ) -> Result<JSON, GenerationFailure> {
    var conflict: String?
    for plan in ValueMaker.Plan.plans(for: size) {
      var maker = ValueMaker(compiled, root: root, plan: plan, seed: seed)
      if let value = maker.value([Goal(node: root)], ValueContext(variation: maker.variation)), isValid(value) {
        return .success(withholding(value))
      }
      conflict = conflict ?? maker.conflict
      // A different plan can't resolve a contradiction.
      if maker.isImpossible {
        return .failure(failure(.impossible, "No value satisfies the schema at \(source.location)", because: conflict))
      }
    }
    return .failure(
      failure(.notFound, "No value was found that satisfies the schema at \(source.location)", because: conflict))
  }

  /// A Boolean value that indicates whether the schema itself provides typical values through `const`, `enum`,
  /// `default` or `examples`, directly or through `$ref` and `allOf`.
  package var listsValues: Bool {
    var gatherer = DemandGatherer(compiled, attempt: 0, rotation: 0, heights: nil)
    gatherer.gather([Goal(node: root)])
    return gatherer.demand.values != nil
      || gatherer.demand.nodes.contains { node in
        let source = compiled.source(of: node)
        return ["default", "example"].contains { source[$0] != nil } || source["examples"].map { $0.count > 0 } ?? false
      }
  }

  private func failure(
    _ reason: GenerationFailure.Reason, _ sentence: String, because: String?
  ) -> GenerationFailure {
    let cause = because.map { ": " + $0 } ?? "; give it an example or a default"
    return GenerationFailure(reason: reason, location: source.location, message: sentence + cause + ".")
  }
}

/// The reason that no value of a schema was generated.
public struct GenerationFailure: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, which distinguishes unsatisfiable schemas from failed searches.
  public enum Reason: Sendable, Hashable {
    /// The schema contradicts itself, so no value satisfies it.
    case impossible
    /// No value was found within the bounds of the search.
    case notFound
  }

  /// The kind of failure.
  public let reason: Reason
  /// The location of the schema.
  public let location: SourceLocation
  /// A sentence with the location.
  public let message: String

  /// The message.
  public var description: String { message }
}

/// The extent to which a generated value uses the schema's options.
public enum GenerationSize: Sendable, Hashable, CaseIterable {
  /// Only the required parts, as small as possible.
  case minimal
  /// A plausible API response, with optional members, short lists and readable strings.
  case typical
  /// All optional members, longer lists, and strings and numbers at their upper bounds.
  case maximal
}
