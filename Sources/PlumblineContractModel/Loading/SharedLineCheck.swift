import PlumblineJSONSchema
import PlumblineJSONTree

/// Holds endpoints that have one request line to what tells them apart: their `when`.
///
/// The first whose `when` holds is the one that a request is for. So one without a `when` is the last, one whose `when` never
/// holds where those before it don't is never reached, and where two may hold for one request their order decides, which a
/// reader should know.
struct SharedLineCheck {
  let log: ProblemLog

  /// Checks an endpoint beside the earlier ones of its request line.
  ///
  /// - Parameter value: what the contract says of it.
  /// - Returns: whether requests can be for it.
  func check(_ endpoint: Endpoint, _ value: JSON, beside earlier: [Endpoint]) -> Bool {
    // One that is written twice is told of as that.
    let others = earlier.filter { $0.location != endpoint.location }
    guard earlier.count == others.count, !isBroken(endpoint, value) else { return false }
    let place = value["request"]?.location ?? endpoint.location
    if let open = others.first(where: { $0.condition.clauses.isEmpty }) {
      if endpoint.condition.clauses.isEmpty {
        log.error(
          place,
          "\(endpoint.request) is the request of \(open.id) already (\(open.location)); "
            + "parameters with other names make no other path. What else tells the two apart stands in \"when\".")
      } else {
        log.error(
          place,
          "\(open.id) (\(open.location)) takes every \(endpoint.request), so this can't be reached; "
            + "give that one a \"when\", or put it after this.")
      }
      return false
    }
    guard !endpoint.condition.clauses.isEmpty else { return true }
    let when = value["when"].map { _ in value.place(of: "when") } ?? place
    if let wider = others.first(where: { endpoint.condition.implies($0.condition) }) {
      log.error(
        when,
        "Whenever this holds, the \"when\" of \(wider.id) (\(wider.location)) does, so \(endpoint.id) can't be reached; "
          + "put it before that one, or ask for something else.")
      return false
    }
    if let rival = others.first(where: { !endpoint.condition.excludes($0.condition) }) {
      log.warning(
        when,
        "This and the \"when\" of \(rival.id) (\(rival.location)) may hold for one request, which is then for \(rival.id): "
          + "let both ask for different values at one address, by \"const\" or \"enum\".")
    }
    return true
  }

  /// Whether its `when` can't be read as it is written, which is told there: nobody knows then what it asks for.
  private func isBroken(_ endpoint: Endpoint, _ value: JSON) -> Bool {
    guard let when = value["when"] else { return false }
    return endpoint.condition.clauses.isEmpty || endpoint.condition.clauses.count < when.count
  }
}

extension Condition {
  /// Whether no request fits both, as far as that can be shown: at some address each asks for values that the other doesn't
  /// take, or for other types.
  fileprivate func excludes(_ other: Condition) -> Bool {
    clauses.contains { clause in
      other.clauses.contains { $0.isAtSameAddress(as: clause) && $0.excludes(clause) }
    }
  }

  /// Whether every request that fits this fits another, as far as that can be shown.
  fileprivate func implies(_ other: Condition) -> Bool {
    other.clauses.allSatisfy { wider in
      clauses.contains { $0.isAtSameAddress(as: wider) && $0.implies(wider) }
    }
  }
}

extension Condition.Clause {
  fileprivate func isAtSameAddress(as other: Condition.Clause) -> Bool {
    if case .header(let one) = address, case .header(let other) = other.address {
      return one.lowercased() == other.lowercased()
    }
    return address == other.address
  }

  fileprivate func excludes(_ other: Condition.Clause) -> Bool {
    if let values { return !values.contains { schema.isValid($0) && other.schema.isValid($0) } }
    if other.values != nil { return other.excludes(self) }
    let (own, others) = (types, other.types)
    return !own.isEmpty && !others.isEmpty && own.isDisjoint(with: others)
  }

  fileprivate func implies(_ other: Condition.Clause) -> Bool {
    let wanted = other.schema.source
    if wanted.bool == true || wanted.kind == .object && wanted.count == 0 || wanted == schema.source { return true }
    return values.map { $0.allSatisfy { !schema.isValid($0) || other.schema.isValid($0) } } ?? false
  }

  /// The types that the schema names, an integer as the number that it is.
  private var types: Set<String> {
    let named = schema.source["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
    return Set(named.map { $0 == "integer" ? "number" : $0 })
  }
}
