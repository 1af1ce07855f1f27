import PlumblineJSONTree

/// Looks for failures of an endpoint of which one stands in another's way: for one occasion, or one status, the first counts.
struct RivalFailureLint {
  /// The endpoint as its file has it.
  let value: JSON
  let endpoint: Endpoint
  let log: ProblemLog

  /// On which occasions a mock gives a failure by itself.
  private static let given: Set<Occasion> = [
    .unauthenticated, .forbidden, .invalid, .malformed, .missing, .conflict, .precondition,
  ]

  func check() {
    let own = Array(endpoint.failures.prefix(endpoint.ownFailureCount))
    let common = Array(endpoint.failures.dropFirst(endpoint.ownFailureCount))
    for failures in [own, common] {
      for (index, failure) in failures.enumerated() {
        for earlier in failures[..<index] where !checkStatus(failure, earlier) { checkOccasion(failure, earlier) }
      }
    }
  }

  /// Reports two failures for one class of statuses that nothing tells apart.
  private func checkStatus(_ failure: Failure, _ earlier: Failure) -> Bool {
    guard failure.statuses == earlier.statuses, failure.occasions == nil, earlier.occasions == nil else { return false }
    if case .exactly = failure.statuses { return false }
    let isTold = !failure.codes.isEmpty && !earlier.codes.isEmpty && Set(failure.codes).isDisjoint(with: earlier.codes)
    guard !isTold else { return false }
    log.servableError(
      place(of: failure),
      "\(failure.name) and \(earlier.name) are both for every status of \(failure.statuses), and nothing tells them apart; keep "
        + "one of them here, or say their statuses, their \"codes\", or what they are \"for\".")
    return true
  }

  /// Warns of a failure that a mock never gives, as another is given first.
  private func checkOccasion(_ failure: Failure, _ earlier: Failure) {
    guard let occasions = failure.occasions, let others = earlier.occasions, failure.credential == earlier.credential,
      let shared = occasions.first(where: { others.contains($0) && Self.given.contains($0) })
    else { return }
    // A login's own is for a wrong password, another one for a missing credential.
    if shared == .unauthenticated, endpoint.states.contains(where: { $0.action == .login }) { return }
    // Guards and the like name theirs.
    let named = endpoint.states.flatMap { rule in
      ([rule] + rule.also).flatMap { $0.guards.map(\.failure) + [$0.own, $0.otherwise].compactMap { $0 } }
    }
    if named.contains(where: { $0 === failure || $0 === earlier }) { return }
    log.warning(
      place(of: failure),
      "\(earlier.name) is for \"\(shared.rawValue)\" as well and comes first, so the mock never gives \(failure.name) for that; "
        + "leave \"\(shared.rawValue)\" to one of them.")
  }

  private func place(of failure: Failure) -> SourceLocation {
    value["failures"]?.elements.first { $0.string == failure.name }?.location ?? failure.location
  }
}
