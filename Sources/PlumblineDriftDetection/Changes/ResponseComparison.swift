import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of an endpoint's responses: the possible statuses, and the content for each.
///
/// If a status has several responses with conditions, each of NEW's responses must match OLD's response with the same
/// condition, or any of OLD's responses if there is none. If NEW lacks a response for one of OLD's conditions, the
/// response that it sends instead must match OLD's response for that condition.
struct ResponseComparison {
  let pair: EndpointPair
  let schemas: SchemaChanges
  let envelopes: EnvelopeComparison

  func changes() -> [Change] {
    let (old, new) = (pair.old.answers.map(ResponseShape.init), pair.new.answers.map(ResponseShape.init))
    let (oldFailures, newFailures) = (
      pair.old.failures.map(ResponseShape.init), pair.new.failures.map(ResponseShape.init)
    )
    return envelope(old + oldFailures, new + newFailures)
      + successes(old, new) + contents(old, new) + lapses(old, new)
      + FailureComparison(pair: pair, envelopes: envelopes).changes() + contents(oldFailures, newFailures)
  }

  /// Returns the changes to the envelope, if the endpoint uses it on both sides.
  private func envelope(_ old: [ResponseShape], _ new: [ResponseShape]) -> [Change] {
    old.contains(where: \.isEnveloped) && new.contains(where: \.isEnveloped) ? envelopes.changes : []
  }

  // MARK: Statuses

  private func successes(_ old: [ResponseShape], _ new: [ResponseShape]) -> [Change] {
    let rules = Rule.change.response.status
    var seen: Set<StatusRange> = []
    var changes: [Change] = []
    for answer in new where !old.contains(where: { $0.statuses.covers(answer.statuses) }) {
      guard seen.insert(answer.statuses).inserted else { continue }
      let status = answer.statuses
      changes.append(
        Change(
          rules.added, status: status.typical, old: pair.old.location, new: answer.location,
          expected: statuses(of: old), actual: "\(status)", detail: "\(status)",
          witness: ChangeWitness(
            .response, method: pair.method, path: pair.path, status: status.typical, place: "/response", value: nil),
          "A success may now have \(phrase(status)), which wasn't documented before."))
    }
    seen = []
    let isNoneLeft = !old.isEmpty && !new.contains { answer in old.contains { $0.statuses.covers(answer.statuses) } }
    for answer in old
    where !new.contains(where: { $0.statuses.contains(answer.statuses.typical) || answer.statuses.covers($0.statuses) })
    {
      guard seen.insert(answer.statuses).inserted else { continue }
      let status = answer.statuses
      changes.append(
        Change(
          rules.removed, isNoneLeft ? .breaking : nil, status: status.typical, old: answer.location,
          new: pair.new.location, expected: "\(status)", actual: statuses(of: new), detail: "\(status)",
          isNoneLeft
            ? "None of the promised success statuses is left: \(phrase(status)) was removed."
            : "Successes no longer have \(phrase(status)), so code that handles it never runs."))
    }
    return changes
  }

  private func statuses(of answers: [ResponseShape]) -> String {
    var seen: Set<StatusRange> = []
    let statuses = answers.map(\.statuses).filter { seen.insert($0).inserted }
    return statuses.isEmpty ? "no success" : ShortText.alternatives(statuses.map(\.description))
  }

  private func phrase(_ statuses: StatusRange) -> String {
    if case .exactly(let status) = statuses { ShortText.status(status) } else { statuses.description }
  }

  // MARK: Contents

  private func contents(_ old: [ResponseShape], _ new: [ResponseShape]) -> [Change] {
    new.flatMap { answer in
      let candidates = counterparts(of: answer, among: old)
      guard candidates.count > 1 else { return candidates.flatMap { changes(from: $0, to: answer) } }
      let ways = candidates.map { changes(from: $0, to: answer) }
      return ways.first { !$0.contains(where: \.isBreaking) } ?? ways[0]
    }
  }

  /// Returns the changes for conditional responses of OLD that NEW no longer sends.
  private func lapses(_ old: [ResponseShape], _ new: [ResponseShape]) -> [Change] {
    old.filter { !$0.condition.clauses.isEmpty }.flatMap { answer -> [Change] in
      let fitting = new.nearest(to: answer.statuses.typical, by: \.statuses)
      let identity = answer.condition.identity
      if fitting.contains(where: { $0.condition.identity == identity }) { return [] }
      let always = fitting.filter(\.condition.clauses.isEmpty)
      return (always.isEmpty ? fitting : always).filter { !$0.condition.excludes(answer.condition) }
        .flatMap { changes(from: answer, to: $0) }
    }
  }

  private func counterparts(of answer: ResponseShape, among old: [ResponseShape]) -> [ResponseShape] {
    let fitting = old.nearest(to: answer.statuses.typical, by: \.statuses)
    let identity = answer.condition.identity
    let same = fitting.first { $0.name == answer.name && $0.condition.identity == identity }
    return same.map { [$0] } ?? fitting
  }

  private func changes(from old: ResponseShape, to new: ResponseShape) -> [Change] {
    let contents = ContentComparison(pair: pair, schemas: schemas, envelopes: envelopes, old: old, new: new).changes()
    return contents + HeaderComparison(pair: pair, schemas: schemas, old: old, new: new).changes()
  }
}

extension Condition {
  /// Returns a Boolean value that indicates whether no request can satisfy both conditions because the same address
  /// would need two values.
  fileprivate func excludes(_ other: Condition) -> Bool {
    clauses.contains { clause in
      other.clauses.contains { its in
        guard "\(clause.address)" == "\(its.address)", let mine = clause.values, let theirs = its.values else {
          return false
        }
        return !mine.contains { theirs.contains($0) }
      }
    }
  }
}
