import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of an endpoint's error responses by status and code.
struct FailureComparison {
  let pair: EndpointPair
  let envelopes: EnvelopeComparison

  private static let rules = Rule.change.response.failure

  func changes() -> [Change] { statuses() + pair.new.failures.flatMap(codes) + lostCodes() }

  // MARK: Statuses

  private func statuses() -> [Change] {
    var seen: Set<StatusRange> = []
    var changes: [Change] = []
    for failure in pair.new.failures
    where !pair.old.failures.contains(where: { $0.statuses.covers(failure.statuses) }) {
      guard seen.insert(failure.statuses).inserted else { continue }
      changes.append(
        change(
          Self.rules.added, failure, old: pair.old.location, new: failure.location,
          "The endpoint may now respond with \(phrase(failure.statuses)), the error '\(failure.name)'."))
    }
    seen = []
    for failure in pair.old.failures
    where !pair.new.failures.contains(where: {
      $0.statuses.contains(failure.statuses.typical) || failure.statuses.covers($0.statuses)
    }) {
      guard seen.insert(failure.statuses).inserted else { continue }
      changes.append(
        change(
          Self.rules.removed, failure, old: failure.location, new: pair.new.location,
          "The endpoint no longer responds with \(phrase(failure.statuses))."))
    }
    return changes
  }

  private func phrase(_ statuses: StatusRange) -> String {
    if case .exactly(let status) = statuses { ShortText.status(status) } else { statuses.description }
  }

  private func change(
    _ rule: Rule, _ failure: Failure, old: SourceLocation, new: SourceLocation, at pointer: JSONPointer? = nil,
    detail: String? = nil, _ message: String
  ) -> Change {
    let status = failure.statuses.typical
    let isNew = rule == Self.rules.added || rule == Self.rules.codeAdded
    return Change(
      rule, status: status, at: pointer, old: old, new: new,
      expected: isNew ? nil : detail ?? "\(failure.statuses)", actual: isNew ? detail ?? "\(failure.statuses)" : nil,
      detail: detail ?? "\(failure.statuses)", promise: "failures/\(failure.name)",
      witness: isNew
        ? ChangeWitness(
          .response, method: pair.method, path: pair.path, status: status, place: pointer ?? "/response",
          value: pointer == nil ? nil : detail.map { JSON($0) }) : nil, message)
  }

  // MARK: Codes

  /// Returns the codes that OLD may send with a status, or `nil` if any code is allowed or OLD has no such error.
  private func codes(_ failures: [Failure]) -> Set<ErrorCode>? {
    if failures.isEmpty || failures.contains(where: \.codes.isEmpty) { return nil }
    return Set(failures.flatMap(\.codes))
  }

  private func codes(_ failure: Failure) -> [Change] {
    let before = pair.old.failures(at: failure.statuses.typical)
    guard let nearest = before.first(where: { $0.name == failure.name }) ?? before.first else { return [] }
    return place(from: nearest, to: failure) + newCodes(failure, before, nearest)
  }

  private func newCodes(_ failure: Failure, _ before: [Failure], _ nearest: Failure) -> [Change] {
    guard let known = codes(before) else { return [] }
    let place = pointer(envelopes.place(of: failure, isNew: true))
    if failure.codes.isEmpty {
      return [
        change(
          Self.rules.codeAdded, failure, old: nearest.location, new: failure.location, at: place, detail: "any code",
          "The error '\(failure.name)' may now have any code; previously only the listed ones were promised.")
      ]
    }
    return failure.codes.filter { !known.contains($0) }.map { code in
      change(
        Self.rules.codeAdded, failure, old: nearest.location, new: failure.location, at: place,
        detail: code.description, "The error '\(failure.name)' may now have the code \(code).")
    }
  }

  private func lostCodes() -> [Change] {
    pair.old.failures.flatMap { failure -> [Change] in
      let after = pair.new.failures(at: failure.statuses.typical)
      guard let known = codes(after), let nearest = after.first(where: { $0.name == failure.name }) ?? after.first
      else {
        return []
      }
      return failure.codes.filter { !known.contains($0) }.map { code in
        change(
          Self.rules.codeRemoved, failure, old: failure.location, new: nearest.location,
          at: pointer(envelopes.place(of: failure, isNew: false)), detail: code.description,
          "The error '\(failure.name)' no longer has the code \(code).")
      }
    }
  }

  /// Returns the change to the location of an error's code, for an error with an individual location.
  private func place(from old: Failure, to new: Failure) -> [Change] {
    guard old.codePlace != nil || new.codePlace != nil else { return [] }
    let (before, after) = (envelopes.place(of: old, isNew: false), envelopes.place(of: new, isNew: true))
    guard let before, before != after else { return [] }
    var change = change(
      Self.rules.codeMoved, new, old: old.location, new: new.location, at: pointer(after ?? before),
      after.map { "The code of the error '\(new.name)' moved from \(before) to \($0)." }
        ?? "The code of the error '\(new.name)' was removed; it was at \(before).")
    (change.expected, change.actual) = (before.description, after?.description)
    return [change]
  }

  private func pointer(_ place: JSONPointer?) -> JSONPointer? { place.map { "/response/body" + $0 } }
}
