import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of an endpoint's existence, address, and lifetime.
struct EndpointComparison {
  let pair: EndpointPair

  private static let rules = Rule.change.endpoint

  /// Returns the change for an endpoint that NEW no longer has. OLD promised it until its sunset or, without a sunset,
  /// indefinitely.
  static func removal(of endpoint: Endpoint, today: String?) -> Change {
    let line = "\(endpoint.request)"
    let witness = ChangeWitness(
      .request, method: endpoint.request.method.description, path: endpoint.request.template.text, place: "/request",
      value: nil)
    var change = Change(
      rules.removed, old: endpoint.location, expected: line, witness: witness,
      "The endpoint was removed: \(line). Clients that call it fail.")
    guard endpoint.isDeprecated else { return change }
    let successor = endpoint.deprecation?.successor.map { " \($0) replaces it." } ?? ""
    switch (endpoint.deprecation?.sunset, today) {
    case (let sunset?, let today?) where sunset < today:
      change.severity = .notice
      change.message = "The endpoint was removed as announced: its sunset date was \(sunset).\(successor)"
    case (let sunset?, _):
      change.message = "The endpoint was removed before its sunset date, \(sunset).\(successor)"
    case (nil, _):
      change.message = "The endpoint was deprecated without a sunset date, and was removed.\(successor)"
    }
    return change
  }

  /// Returns the change for an endpoint that only NEW has.
  static func addition(of endpoint: Endpoint) -> Change {
    let line = "\(endpoint.request)"
    return Change(rules.added, new: endpoint.location, actual: line, "New endpoint: \(line).")
  }

  func changes() -> [Change] { [place, id, batch, idempotency, standing].compactMap { $0 } + deprecation }

  private var old: Endpoint { pair.old }
  private var new: Endpoint { pair.new }

  private func change(
    _ rule: Rule, _ expected: String?, _ actual: String?, detail: String? = nil, _ message: String
  ) -> Change {
    Change(
      rule, old: old.location, new: new.location, expected: expected, actual: actual, detail: detail, message)
  }

  /// The change to the endpoint's method, path, or condition.
  private var place: Change? {
    if pair.keepsAddress { return nil }
    let (before, after) = ("\(old.request)", "\(new.request)")
    if old.request.method != new.request.method || old.request.template.shape != new.request.template.shape {
      let name = old.id == new.id ? "" : " and was renamed from \(old.id) to \(new.id)"
      var change = change(
        Self.rules.moved, before, after, "The endpoint is now \(after)\(name); clients that call \(before) fail.")
      change.witness = ChangeWitness(
        .request, method: old.request.method.description, path: old.request.template.text, place: "/request",
        value: nil)
      return change
    }
    guard old.condition.identity != new.condition.identity else { return nil }
    return change(
      Self.rules.conditionChanged, old.condition.words ?? "every request", new.condition.words ?? "every request",
      "The endpoint's condition (\"when\") changed, so a different set of requests to \(after) now matches it.")
  }

  private var id: Change? {
    // A moved endpoint already has a separate change.
    guard old.id != new.id, place?.rule != Self.rules.moved, !isOfPrefix else { return nil }
    return change(
      Self.rules.renamed, old.id, new.id, detail: old.id,
      "The endpoint was renamed from \(old.id) to \(new.id); recordings, waivers and calls must use the new name.")
  }

  /// A Boolean value that indicates whether the IDs differ only in a prefix that has moved between the paths and the
  /// server's URL.
  private var isOfPrefix: Bool {
    pair.keepsAddress && (old.id.hasSuffix(".\(new.id)") || new.id.hasSuffix(".\(old.id)"))
  }

  private var standing: Change? {
    guard old.standing != new.standing else { return nil }
    return change(
      Self.rules.standingChanged, old.standing.rawValue, new.standing.rawValue,
      "The endpoint's standing changed from \(old.standing.rawValue) to \(new.standing.rawValue).")
  }

  private var batch: Change? {
    guard BatchPlaces(old.batch) != BatchPlaces(new.batch) else { return nil }
    let (before, after) = (BatchPlaces(old.batch).words, BatchPlaces(new.batch).words)
    return change(
      Self.rules.batchChanged, before, after, "The format of the batch's requests or responses changed.")
  }

  /// The change to the header field that identifies retries.
  private var idempotency: Change? {
    let (before, after) = (old.idempotencyKey?.name, new.idempotencyKey?.name)
    guard before?.lowercased() != after?.lowercased() else { return nil }
    guard let before else {
      return change(
        Self.rules.idempotencyAdded, "no key", after,
        "A request that reuses the \(after ?? "key") of an earlier one now receives the earlier response.")
    }
    return change(
      Self.rules.idempotencyRemoved, before, after ?? "no key",
      after.map { "Retries are now recognized by \($0); a request retried with \(before) is processed twice." }
        ?? "A request that reuses the \(before) of an earlier one is now processed again.")
  }

  private var deprecation: [Change] {
    guard new.isDeprecated else {
      guard old.isDeprecated else { return [] }
      return [
        change(
          Self.rules.reactivated, "deprecated", "not deprecated", "The endpoint is no longer deprecated.")
      ]
    }
    let (before, after) = (old.deprecation?.sunset, new.deprecation?.sunset)
    let successor = new.deprecation?.successor.map { " Call \($0) instead." } ?? ""
    guard old.isDeprecated else {
      let until = after.map { "; it may be removed after \($0)" } ?? ""
      var change = change(
        Self.rules.deprecated, nil, after.map { "deprecated until \($0)" } ?? "deprecated",
        "The endpoint is now deprecated\(until).\(successor)")
      change.new = new.deprecation?.location ?? new.location
      return [change]
    }
    guard let sunset = SunsetChange(before, after) else { return [] }
    var change = change(
      Self.rules.sunsetChanged, sunset.old, sunset.new, "The endpoint is deprecated: \(sunset.words)\(successor)")
    change.severity = sunset.severity
    change.old = old.deprecation?.location ?? old.location
    change.new = new.deprecation?.location ?? new.location
    return [change]
  }
}

/// The places of a batch's requests and responses.
private struct BatchPlaces: Hashable {
  let words: String

  init(_ batch: Batch?) {
    guard let batch else {
      words = "one request per body"
      return
    }
    let (request, answer) = (batch.request, batch.answer)
    let places = [
      batch.requests, batch.defaults, request.method, request.path, request.headers, request.body, request.id,
      batch.answers, answer.status, answer.path, answer.headers, answer.body, answer.id,
    ]
    words = "up to \(batch.most): " + places.map { $0?.description ?? "-" }.joined(separator: " ")
  }
}
