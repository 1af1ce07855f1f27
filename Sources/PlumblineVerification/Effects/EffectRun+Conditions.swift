import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Writes whose condition doesn't hold or that lack a required one: they have an `If-Match` field with an outdated tag
/// (RFC 9110 section 13.1.1), or no such field (RFC 6585 section 3). They must be rejected and change nothing.
///
/// They set a new value, because a server may accept a repetition of a previous write regardless of its tag.
extension EffectRun {
  /// The errors that the contract documents for such writes.
  private struct ConditionPromise {
    /// The error for an outdated tag, or `nil` if the contract documents no status for it.
    let stale: Failure?
    /// The error for a write without a tag, or `nil` if the contract documents no status for it.
    let missing: Failure?
    let isRequired: Bool

    /// Returns `nil` for an endpoint that neither requires the field nor documents an error for it. Such an endpoint
    /// may not support tags.
    init?(of endpoint: Endpoint) {
      guard let field = endpoint.headers.first(where: { $0.name.lowercased() == ConditionField.ifMatch.rawValue })
      else { return nil }
      let refusal = endpoint.failureOfPrecondition
      if case .exactly(let status) = refusal?.statuses, status != 428 { stale = refusal } else { stale = nil }
      missing = endpoint.unconditional
      isRequired = field.isRequired
      if stale == nil, missing == nil, !isRequired { return nil }
    }
  }

  /// A write whose condition doesn't hold.
  private struct ConditionTrial {
    let request: Request
    /// A description of the write's condition.
    let how: String
    /// The documented error.
    let refusal: Failure?
    /// The rule that a server violates by executing the write, and the violation's maximum severity.
    let rule: Rule
    let severity: Severity
  }

  /// Returns the drift of a server that executes a write to one of the run's items although its condition doesn't hold,
  /// or rejects the write with the wrong status. The former value is restored.
  func drift(ofConditionsOf write: Write, _ item: ServerItem) async -> [Drift] {
    let endpoint = write.reading.endpoint
    guard goesOn, let promise = ConditionPromise(of: endpoint),
      let before = await snapshot(of: item, looker(write, item)),
      kept(by: write, await judge(item, write.rule, write, before: before.item), in: before.item) != nil,
      let other = OtherValue(
        than: write.reading, write.rule, item: before.item, former: former(item, write), mark: records.mark)
    else { return [] }
    let plain = withoutConditions(write)
    guard let way = wayBack(of: other.places, plain, item, to: before.item),
      let request = request(with: other.body, like: plain),
      let current = await items.current(.ifMatch, for: request, credentials: write.reading.credentials),
      records.tried.begin(.condition, at: endpoint)
    else { return [] }
    let trials = [staleTrial(promise, request, write, current), missingTrial(promise, request)]
    for trial in trials.compactMap({ $0 }) where goesOn && !records.tried.isOver {
      let found = await drift(of: trial, way, plain, item)
      if let found { return [found] }
    }
    return []
  }

  private func staleTrial(
    _ promise: ConditionPromise, _ request: Request, _ write: Write, _ current: String
  ) -> ConditionTrial? {
    let sent = write.exchange.request.headers[ConditionField.ifMatch.rawValue]
    var (tag, how) = (sent ?? shownTag(before: write, request), "the former entity tag")
    if tag.map({ $0 == "*" || $0.contains(",") || TagText($0) == TagText(current) }) ?? true {
      (tag, how) = (TagText(current).other, "a made-up entity tag")
    }
    guard let tag else { return nil }
    var stale = request
    stale.headers[ConditionField.ifMatch.rawValue] = tag
    return ConditionTrial(
      request: stale, how: "with \(how) in If-Match", refusal: promise.stale, rule: Rule.effect.preconditionIgnored,
      severity: .breaking)
  }

  /// Returns the entity tag that a read of a request's path showed before a write, or `nil` if it showed none.
  private func shownTag(before write: Write, _ request: Request) -> String? {
    guard let item = write.reading.item, case .there(let snapshot) = write.images[item]?.sight,
      let read = contract.reads(showing: request).first, read.path == snapshot.exchange.request.path
    else { return nil }
    return snapshot.exchange.response?.headers[ConditionField.ifMatch.source]
  }

  private func missingTrial(_ promise: ConditionPromise, _ request: Request) -> ConditionTrial? {
    guard promise.missing != nil || promise.isRequired else { return nil }
    return ConditionTrial(
      request: request, how: "without If-Match", refusal: promise.missing, rule: Rule.effect.preconditionOptional,
      severity: promise.missing == nil ? .warning : .breaking)
  }

  /// Sends a write that must be rejected, and reads the item. Returns `nil` if the write was correctly rejected, or if
  /// that can't be decided.
  private func drift(
    of trial: ConditionTrial, _ way: WayBack, _ write: Write, _ item: ServerItem
  ) async -> Drift? {
    let endpoint = write.reading.endpoint
    let exchange = await sendTrial(trial.request.withFreshKey(for: endpoint), like: write, keepsKey: true)
    guard let response = exchange.response else {
      await sendBack(way, item, write)
      return nil
    }
    let isDone = write.reading.isDone(response) && response.status != 202
    // After a redirect or a timeout, it is unknown whether the request was executed.
    let isRefused = (400..<500).contains(response.status) && response.status != 408
    let changes = await changes(by: isDone, way, item, write)
    if !isRefused || changes?.isEmpty != true { await sendBack(way, item, write) }
    let judge = await judge(item, write.rule, write, before: nil)
    let wanted = trial.refusal.map { "\($0.statuses)" } ?? "a rejection"
    if isDone || isRefused && changes?.isEmpty == false {
      let change = changes.map { $0.first.map { ", and \($0)" } ?? ", although the item didn't change" } ?? ""
      var found = judge.drift(
        trial.rule, at: "/request/headers/if-match", expected: wanted,
        actual: isDone ? "\(response.status)" : "\(response.status), and a change",
        "\(line(write)), sent \(trial.how), returned \(response.status)"
          + (isDone ? " instead of \(wanted)" : " but was applied anyway") + change + ".")
      found.severity = min(
        trial.severity, trial.rule.severity(at: endpoint, by: write.rule.standing, trial.refusal?.standing))
      found.contract = trial.refusal?.location ?? found.contract
      return found
    }
    guard isRefused, let refusal = trial.refusal else { return nil }
    let isMeant =
      refusal.statuses.contains(response.status)
      || trial.rule == Rule.effect.preconditionIgnored && response.status != 428
        && endpoint.mayMean(.precondition, by: response.status)
    guard !isMeant else {
      items.note(exchange)
      return nil
    }
    // Other statuses may not concern the condition.
    guard response.status == 412 || response.status == 428 else { return nil }
    var found = judge.drift(
      Rule.effect.refusalWrong, at: "/request/headers/if-match", expected: wanted, actual: "\(response.status)",
      "\(line(write)), sent \(trial.how), was rejected with \(response.status) instead of \(wanted) (\(refusal.name)).")
    found.contract = refusal.location
    return found
  }

  /// Returns the changes that a trial made to an item, as sentences, or `nil` if the item can't be read.
  ///
  /// A change may take a while to appear, as may the previous one, so the item is read until it is as expected.
  ///
  /// - Parameter isDone: A Boolean value that indicates whether the trial succeeded.
  private func changes(by isDone: Bool, _ way: WayBack, _ item: ServerItem, _ write: Write) async -> [String]? {
    let sight = await items.look(for: item, credentials: looker(write, item)) { sight in
      guard case .there(let snapshot) = sight else { return false }
      return way.missing(in: snapshot.item).isEmpty != isDone
    }
    guard case .there(let snapshot) = sight else { return nil }
    return way.missing(in: snapshot.item).map { "\($0) is \(snapshot.item.at($0)?.text ?? "absent")" }
  }

  private func former(_ item: ServerItem, _ write: Write) -> JSON? {
    guard case .there(let snapshot) = write.images[item]?.sight else { return nil }
    return snapshot.item
  }

  /// Returns a write without its request's conditions. Each request derived from it gets new ones.
  private func withoutConditions(_ write: Write) -> Write {
    var request = write.exchange.request
    for field in ConditionField.allCases { request.headers.remove(field.rawValue) }
    return Write(
      exchange: Exchange(request: request, outcome: write.exchange.outcome), response: write.response,
      reading: write.reading, rule: write.rule, images: write.images, rows: write.rows)
  }
}
