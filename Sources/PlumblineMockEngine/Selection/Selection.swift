import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// Chooses among the recordings of one endpoint for one request.
struct Selection {
  let shelf: Shelf
  let values: RequestValues
  let library: MockLibrary

  /// The recording that answers by its fit; ties go by name.
  func best() -> (recorded: Recorded, fit: Fit)? {
    var best: (recorded: Recorded, fit: Fit)?
    for recorded in shelf.single where mayAnswer(recorded) && isPromised(recorded) {
      var fit = Fit(bodiless: recorded, to: values)
      guard fit.unmet == 0, mayBeat(best?.fit, fit, recorded) else { continue }
      fit.compareBodies(recorded, values, below: best?.fit.cost ?? .max)
      if mayBeat(best?.fit, fit, recorded) { best = (recorded, fit) }
    }
    return best
  }

  /// Whether a recording answers rather than the best so far, as far as its fit tells.
  private func mayBeat(_ best: Fit?, _ fit: Fit, _ recorded: Recorded) -> Bool {
    fit.cost < best?.cost ?? .max && (recorded.isSuccess || isCause(fit, of: recorded))
  }

  /// The nearest of some recordings, whatever they answer.
  func nearest(of recordings: some Sequence<Recorded>) -> Recorded? {
    var best: (recorded: Recorded, cost: Int)?
    for recorded in recordings {
      let cost = Fit(recorded, to: values).cost
      if cost < best?.cost ?? .max { best = (recorded, cost) }
    }
    return best?.recorded
  }

  /// The recording of a failed validation whose request was this very one.
  func refusal(of statuses: Set<Int>) -> Recorded? {
    shelf.all.first { statuses.contains($0.status) && Fit($0, to: values).isSame }
  }

  /// Whether any request may have brought a recording's status about; one that says which requests it answers means it.
  private func mayAnswer(_ recorded: Recorded) -> Bool {
    let status = recorded.status
    if recorded.matched != nil || status < 400 { return true }
    // Who may do a thing at no path of its own isn't decided by data.
    if status == 403, values.path.isEmpty { return false }
    return status == 401 ? shelf.isLogin : Recording.isByData(status)
  }

  /// True when a recorded success is the answer that the contract promises to this request too. A failure always may be.
  private func isPromised(_ recorded: Recorded) -> Bool {
    guard shelf.isConditional, recorded.isSuccess else { return true }
    let status = recorded.status
    let promised = shelf.endpoint.answers.firstIndex {
      $0.status == status && $0.condition.holds(for: values.reading)
    }
    return promised == recorded.answer
  }

  /// True when the request is what brought a recorded failure about.
  ///
  /// That is so when everything the recording says of its request is what came. An item that is missing, or that isn't
  /// one's own, is so whatever is to be done to it: there the path alone decides, as long as no success is recorded for
  /// the same path.
  private func isCause(_ fit: Fit, of recorded: Recorded) -> Bool {
    let status = recorded.status
    // A recording that says by its match which requests it answers means it, whatever its status.
    if recorded.matched != nil { return fit.isExact }
    if status == 401 { return shelf.isLogin && recorded.values.body != nil && fit.isExact && !isNobody(recorded) }
    guard Recording.isByData(status) else { return false }
    let isPathAlone = !values.path.isEmpty && fit.path == 0 && !fit.isOtherCaller
    if status == 404, isPathAlone, isMissing { return true }
    if status == 403 { return isPathAlone && !hasSuccess(at: recorded) }
    return fit.isExact
  }

  private func isNobody(_ recorded: Recorded) -> Bool { recorded.recording.caller == .nobody }

  /// Whether this request's path leads through an item that the recordings show as missing.
  var isMissing: Bool {
    library.known.isMissing(values.reading.request, shelf.endpoint.request.template)
  }

  /// Whether the same caller has been seen to succeed at a failure's path.
  private func hasSuccess(at failure: Recorded) -> Bool {
    shelf.all.contains { other in
      other.isSuccess && other.values.path == failure.values.path
        && other.values.reading.persona?.name == failure.values.reading.persona?.name
    }
  }
}
