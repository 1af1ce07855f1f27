import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Chooses the response to an admitted, valid request, before the request's preferences are applied.
///
/// A selector reads the request, the recordings, the contract, and a snapshot of the session, and changes none of them.
struct ResponseSelector {
  let writer: MockResponseWriter
  let snapshot: SessionSnapshot
  /// A Boolean value that indicates whether the request is one of several in one body.
  let isWithinBatch: Bool

  private var library: MockLibrary { writer.library }
  private var recordings: EndpointRecordings { writer.recordings }
  private var reading: RequestReading { writer.reading }
  private var endpoint: Endpoint { writer.endpoint }
  private var selection: Selection { writer.selection }
  private var values: RequestValues { writer.values }

  /// Returns the first applicable plan, starting at a stage. The last stage always yields a response.
  func plan(from stage: ResponsePlan.Stage) -> ResponsePlan {
    if stage <= .override, snapshot.hasOverride { return .override }
    if stage <= .sequence, !recordings.rows.isEmpty, let (row, distance) = sequence() {
      return .step(row, distance, isUsed: advances)
    }
    if stage <= .key, endpoint.idempotencyKey != nil, let request = KeyedRequest(reading) { return .once(request) }
    if stage <= .state, let plan = remembered() { return plan }
    if stage <= .batch, let batch = endpoint.batch, !isWithinBatch { return batched(batch) }
    if stage <= .calls, recordings.isLogin, let login = writer.login() { return .decided(login) }
    let best = selection.best()
    if stage <= .calls, let batch = calls(insteadOf: best) { return .calls(batch) }
    return recorded(best)
  }

  private func recorded(_ best: (recorded: PreparedRecording, distance: MatchDistance)?) -> ResponsePlan {
    // If the path is recorded, there is no need to guess whether the item exists.
    if best?.distance.path != 0, selection.isMissing, let failure = endpoint.failure(for: .missing) {
      return .decided(writer.missingItem(failure))
    }
    if let best {
      if selection.isOfAnother(best.recorded, best.distance) { return .decided(writer.unknownItem()) }
      return .decided(Decision(writer.played(best.recorded, best.distance), .fits(best.recorded, values)))
    }
    if !recordings.rows.isEmpty, let nearest = nearestRow(where: { _ in true }) {
      if selection.isOfAnother(nearest.step, nearest.distance) { return .decided(writer.unknownItem()) }
      // If several sequences are distinguished by their requests, none advances for a different request.
      return .step(nearest.row, nearest.distance, isUsed: advances && recordings.rows.count == 1)
    }
    return .decided(writer.synthesised())
  }

  /// A Boolean value that indicates whether the request takes a step of a sequence. A HEAD only describes the response
  /// to a GET, and is never recorded as a step.
  private var advances: Bool { reading.request.method != .head || endpoint.request.method == .head }

  /// Returns the sequence whose current step has the request's path and query, or `nil` if a recording outside of
  /// sequences is nearer. If several sequences qualify, returns the nearest.
  private func sequence() -> (row: EndpointRecordings.Row, distance: MatchDistance)? {
    guard let nearest = nearestRow(where: { $0.path == 0 && $0.query == 0 }) else { return nil }
    let distance = nearest.distance
    if distance.cost > 0, let single = selection.best(), single.distance.cost < distance.cost { return nil }
    return selection.isOfAnother(nearest.step, distance) ? nil : (nearest.row, distance)
  }

  private func nearestRow(
    where isWanted: (MatchDistance) -> Bool
  ) -> (row: EndpointRecordings.Row, step: PreparedRecording, distance: MatchDistance)? {
    var nearest: (row: EndpointRecordings.Row, step: PreparedRecording, distance: MatchDistance)?
    for (row, step) in zip(recordings.rows, snapshot.steps) {
      let distance = MatchDistance(step, to: values)
      guard distance.unmet == 0, !distance.isOtherCall, !distance.isOtherCaller, isWanted(distance) else { continue }
      if distance.cost < nearest?.distance.cost ?? .max { nearest = (row, step, distance) }
    }
    return nearest
  }

  /// Returns the calls of a batch, or `nil` if the batch is recorded as a whole.
  ///
  /// - Parameter best: The nearest recording of the batch as a whole.
  private func calls(insteadOf best: (recorded: PreparedRecording, distance: MatchDistance)?) -> CallBatch? {
    guard !isWithinBatch, let batch = CallBatch(reading.body) else { return nil }
    if let best, selection.isFor(best.recorded, best.distance) { return nil }
    return batch
  }
}

/// Responses from the session's state.
extension ResponseSelector {
  /// Returns the plan of the endpoint's state, or `nil` if recordings are used instead.
  private func remembered() -> ResponsePlan? {
    guard let rule = endpoint.rule(for: reading) else { return nil }
    // As long as nothing has changed, a recording of exactly this request matches the state, and its bytes are ready to
    // send.
    if rule.isReading, !library.contract.readsJob(rule), !snapshot.hasChanged, !isTagged(rule),
      let best = selection.best(), best.distance.isSame
    {
      return .decided(writer.asRecorded(best.recorded))
    }
    return recordedRefusal(rule).map { .decided(writer.asRecorded($0)) } ?? .state(rule)
  }

  /// Returns a Boolean value that indicates whether a response contains something that no recording has: a tag derived
  /// from the whole item, a 304 or 412 that depends on the client's version, or a link to the next page.
  private func isTagged(_ rule: StateRule) -> Bool {
    // URLs in a recording point to a different server.
    if rule.assignments.contains(where: { if case .url = $0.value { true } else { false } }) { return true }
    if let cursor = rule.cursor, [cursor, rule.size].contains(where: { $0.flatMap { reading.value(at: $0) } != nil }) {
      return true
    }
    if endpoint.showsEntityTag, rule.collection.flatMap(library.contract.collection)?.entityTag == nil { return true }
    return endpoint.preconditions.contains { reading.request.headers.contains($0) }
  }

  /// Returns an error that was recorded for exactly this request and still applies. An error that depends on existing
  /// items applies until something changes; any other error always applies.
  private func recordedRefusal(_ rule: StateRule) -> PreparedRecording? {
    guard !recordings.refusals.isEmpty else { return nil }
    for recorded in recordings.refusals {
      guard recorded.values.path == reading.pathValues, recorded.saysBody(of: reading), !isTurning(rule, recorded),
        !snapshot.hasChanged || !rule.decides(recorded.status), MatchDistance(recorded, to: values).isSame,
        // If a success is also recorded for the same request, the error is sent only when a client asks for it.
        !recordings.single.contains(where: { $0.isSuccess && MatchDistance($0, to: values).isSame })
      else { continue }
      return recorded
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a recording's cursor was redacted. Only the state can determine
  /// whether such a cursor is valid.
  private func isTurning(_ rule: StateRule, _ recorded: PreparedRecording) -> Bool {
    guard case .query(let name) = rule.cursor else { return false }
    return recorded.redacted?.query.contains(name) ?? false
  }
}

/// Batches of requests.
extension ResponseSelector {
  /// Returns the plan of a batch. A body with something other than requests, too many requests, or a nested batch is
  /// rejected before anything is executed.
  private func batched(_ batch: Batch) -> ResponsePlan {
    do throws(RequestFault) {
      return .batch(batch, try requests(of: batch))
    } catch {
      return .decided(library.refuse(recordings, reading, [error]))
    }
  }

  private func requests(of batch: Batch) throws(RequestFault) -> [BatchedRequest] {
    func fault(_ message: String, at place: JSONPointer) -> RequestFault {
      RequestFault(
        .batchInvalid, at: JSONPointer(tokens: ["request", "body"]) + place, expected: "the requests of a batch",
        actual: "something else", message: message, location: batch.location)
    }
    guard let list = reading.body?.at(batch.requests), list.kind == .array else {
      throw fault("The requests of the batch are missing.", at: batch.requests)
    }
    guard list.count <= batch.most else {
      throw fault(
        "A batch can have at most \(batch.most) requests, but this one has \(list.count).", at: batch.requests)
    }
    let defaults = batch.defaults.flatMap { reading.body?.at($0) }
    var requests: [BatchedRequest] = []
    for (index, value) in list.elements.enumerated() {
      let place = batch.requests.appending(index)
      let request: BatchedRequest
      do throws(BatchedRequest.Problem) {
        request = try BatchedRequest(value, defaults: defaults, in: batch, outer: reading.request, library.contract)
      } catch {
        throw fault(error.message, at: place + error.place)
      }
      if case .found(let endpoint) = library.contract.router.resolve(request.request), endpoint.batch != nil {
        throw fault("A batch can't contain another batch.", at: place + batch.request.path)
      }
      requests.append(request)
    }
    return requests
  }
}

extension PreparedRecording {
  /// Returns a Boolean value that indicates whether the recorded request has the same body as another request, apart
  /// from redacted values.
  fileprivate func saysBody(of reading: RequestReading) -> Bool {
    if values.reading.body == reading.body { return true }
    guard let redacted, let said = values.body, let came = reading.body else { return false }
    return redacted.hiding(said) == redacted.hiding(came)
  }
}

extension StateRule {
  /// Returns a Boolean value that indicates whether an error with this status depends on the state, so that the outcome
  /// may differ after a change.
  fileprivate func decides(_ status: Int) -> Bool {
    [401, 403, 404, 409, 410, 412, 423, 424, 507].contains(status)
      || (guards.map(\.failure) + [own, otherwise].compactMap { $0 }).contains { $0.status == status }
  }
}
