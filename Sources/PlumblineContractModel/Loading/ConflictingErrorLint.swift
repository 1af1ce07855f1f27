import PlumblineJSONTree

/// A check for errors of an endpoint that conflict with each other. Only the first one is used for each occasion or
/// status.
///
/// Each error is compared only with the first that has the same occasion, or the same status and code, so the cost is
/// linear in the number of errors.
struct ConflictingErrorLint {
  /// The endpoint as written in its file.
  let value: JSON
  let endpoint: Endpoint
  let log: ProblemLog

  /// The occasions on which a mock returns an error without being configured to.
  private static let given: Set<Occasion> = [
    .unauthenticated, .forbidden, .invalid, .malformed, .missing, .conflict, .precondition,
  ]

  /// An error that can't be returned because of an earlier one.
  private struct ErrorConflict {
    let failure: Failure
    let message: String
    let isError: Bool
  }

  /// A situation for which only one error can be returned.
  private struct Slot: Hashable {
    let occasion: Occasion
    let credential: String?
  }

  /// The errors found so far for one range of statuses.
  private struct Class {
    let first: Failure
    /// The first error without codes.
    var open: Failure?
    /// The first error with each code.
    var coded: [ErrorCode: (order: Int, failure: Failure)] = [:]
  }

  func check() {
    let own = Array(endpoint.failures.prefix(endpoint.ownFailureCount))
    let common = Array(endpoint.failures.dropFirst(endpoint.ownFailureCount))
    let found = [own, common].flatMap { classRivalries($0) + occasionRivalries($0) }
    if found.isEmpty { return }
    var places: [String: JSON] = [:]
    for element in value["errors"]?.elements.reversed() ?? [] { element.string.map { places[$0] = element } }
    for rivalry in found {
      let place = places[rivalry.failure.name]?.location ?? rivalry.failure.location
      if rivalry.isError {
        log.servableError(place, rivalry.message)
      } else {
        log.warning(place, rivalry.message)
      }
    }
  }

  /// Returns the errors that can't be distinguished from an earlier one with the same range of statuses.
  private func classRivalries(_ failures: [Failure]) -> [ErrorConflict] {
    var classes: [StatusRange: Class] = [:]
    var found: [ErrorConflict] = []
    for (order, failure) in failures.enumerated() where failure.occasions == nil {
      if case .exactly = failure.statuses { continue }
      // Remove the value from the dictionary first, so that it is mutated in place.
      var known = classes.removeValue(forKey: failure.statuses) ?? Class(first: failure)
      let coded = failure.codes.compactMap { known.coded[$0] }.min { $0.order < $1.order }?.failure
      let earlier = failure.codes.isEmpty ? known.first : known.open ?? coded
      if let earlier, earlier !== failure {
        let message =
          "\(failure.name) and \(earlier.name) both cover every status of \(failure.statuses) and can't be told "
          + "apart; keep one of them here, or give them different statuses, \"codes\" or \"for\"."
        found.append(ErrorConflict(failure: failure, message: message, isError: true))
      }
      if failure.codes.isEmpty, known.open == nil { known.open = failure }
      for code in failure.codes where known.coded[code] == nil { known.coded[code] = (order, failure) }
      classes[failure.statuses] = known
    }
    return found
  }

  /// Returns the errors that a mock never returns because a different one takes precedence.
  private func occasionRivalries(_ failures: [Failure]) -> [ErrorConflict] {
    // Guards and similar members name their errors explicitly.
    let named = Set(
      endpoint.states.flatMap { rule in
        ([rule] + rule.also).flatMap { $0.guards.map(\.failure) + [$0.own, $0.otherwise].compactMap { $0 } }
      }.map { ObjectIdentifier($0) })
    let hasLogin = endpoint.states.contains { $0.action == .login }
    var first: [Slot: Failure] = [:]
    var found: [ErrorConflict] = []
    for failure in failures where !named.contains(ObjectIdentifier(failure)) {
      var reported: Set<ObjectIdentifier> = [ObjectIdentifier(failure)]
      for occasion in failure.occasions ?? [] where Self.given.contains(occasion) {
        // An endpoint that logs in can have two such errors: its own for a wrong password, and the shared one for a
        // missing credential.
        if occasion == .unauthenticated, hasLogin { continue }
        let slot = Slot(occasion: occasion, credential: failure.credential)
        guard let earlier = first[slot] else {
          first[slot] = failure
          continue
        }
        guard reported.insert(ObjectIdentifier(earlier)).inserted else { continue }
        let message =
          "\(earlier.name) also applies to \"\(occasion.rawValue)\" and comes first, so the mock never uses \(failure.name) "
          + "for that; keep \"\(occasion.rawValue)\" in one of them."
        found.append(ErrorConflict(failure: failure, message: message, isError: false))
      }
    }
    return found
  }
}
