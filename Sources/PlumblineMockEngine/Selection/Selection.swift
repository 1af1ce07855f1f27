import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The selection of one of an endpoint's recordings for a request.
struct Selection {
  let recordings: EndpointRecordings
  let values: RequestValues
  let library: MockLibrary

  /// Returns the nearest recording. Ties are broken by name.
  func best() -> (recorded: PreparedRecording, distance: MatchDistance)? {
    var best: (recorded: PreparedRecording, distance: MatchDistance)?
    for recorded in recordings.single where mayAnswer(recorded) && isPromised(recorded) && isWanted(recorded) {
      var distance = MatchDistance(bodiless: recorded, to: values)
      guard distance.unmet == 0, mayBeat(best?.distance, distance, recorded) else { continue }
      distance.compareBodies(recorded, values, below: best?.distance.cost ?? .max)
      // The response to one call is no indication of the response to another.
      if distance.isOtherCall { continue }
      if mayBeat(best?.distance, distance, recorded) { best = (recorded, distance) }
    }
    return best
  }

  /// Returns a Boolean value that indicates whether a recording might be better than the best one so far, judging by
  /// its distance.
  private func mayBeat(_ best: MatchDistance?, _ distance: MatchDistance, _ recorded: PreparedRecording) -> Bool {
    let isNearer = distance.cost < best?.cost ?? .max
    // If a success and an error have requests that differ only in redacted values, choose the success.
    let isSecond =
      distance.redacted > 0 && !recorded.isSuccess
      && recordings.single.contains { other in
        other.isSuccess && isPromised(other) && MatchDistance(other, to: values).isSame
      }
    return isNearer && !isSecond && (recorded.isSuccess || isCause(distance, of: recorded))
  }

  /// Returns the nearest of the given recordings, regardless of their responses.
  func nearest(of recordings: some Sequence<PreparedRecording>) -> PreparedRecording? {
    var best: (recorded: PreparedRecording, cost: Int)?
    for recorded in recordings where isWanted(recorded) {
      let cost = MatchDistance(recorded, to: values).cost
      if cost < best?.cost ?? .max { best = (recorded, cost) }
    }
    return best?.recorded
  }

  /// Returns the recording of a failed validation for exactly this request.
  func refusal(of statuses: Set<Int>) -> PreparedRecording? {
    recordings.all.first { statuses.contains($0.status) && MatchDistance($0, to: values).isSame }
  }

  /// Returns a Boolean value that indicates whether the request may have the same outcome as a recording. If the
  /// recording has an explicit `match`, it may.
  private func mayAnswer(_ recorded: PreparedRecording) -> Bool {
    let status = recorded.status
    if let preference = recorded.preference, values.reading.header("prefer")?.string != preference { return false }
    if recorded.matched != nil || status < 400 { return true }
    if status == 403, !isRefusedAgain(recorded) { return false }
    if status == 406 { return takes406(recorded) }
    return status == 401 ? recordings.isLogin : Recording.isByData(status)
  }

  /// Returns a Boolean value that indicates whether the request causes a recorded 403. At a path without parameters,
  /// permission doesn't depend on data, so a caller without any recorded success is rejected again.
  private func isRefusedAgain(_ recorded: PreparedRecording) -> Bool {
    !values.path.isEmpty || isCaptured(recorded) && !isGranted(to: recorded.recording.caller)
  }

  /// Returns a Boolean value that indicates whether a success is recorded for a caller, or could have been.
  private func isGranted(to caller: Recording.Caller) -> Bool {
    if recordings.neverSucceeds { return false }
    return recordings.all.contains { other in
      other.isSuccess && (other.recording.caller == caller || other.recording.caller == .anyone || caller == .anyone)
    }
  }

  /// Returns a Boolean value that indicates whether a request asks for exactly the media type that a recorded 406
  /// rejects. If the server rejected a request without `Accept`, the request mustn't have one either.
  private func takes406(_ recorded: PreparedRecording) -> Bool {
    guard let refused = recorded.accept else { return isCaptured(recorded) && !values.hasAccept }
    return values.reading.request.headers["accept"] == refused
  }

  /// Returns a Boolean value that indicates whether a recorded success is the response that the contract documents for
  /// this request. Errors always qualify.
  private func isPromised(_ recorded: PreparedRecording) -> Bool {
    guard recordings.isConditional, recorded.isSuccess else { return true }
    return recordings.endpoint.answerIndex(status: recorded.status, for: values.reading) == recorded.answer
  }

  /// Returns a Boolean value that indicates whether the client doesn't prefer another documented media type to the
  /// recorded one, according to its `Accept` (RFC 9110 section 12.5.1) or its body (``StreamChoice``).
  private func isWanted(_ recorded: PreparedRecording) -> Bool {
    let answers = recordings.endpoint.answers
    guard values.hasAccept || recordings.choosesStreams, let index = recorded.answer, answers.indices.contains(index),
      case .media(let contents) = answers[index].content, contents.count > 1,
      let type = recorded.recording.response.headers.mediaType
    else { return true }
    var chosen = contents
    if recordings.choosesStreams {
      chosen = StreamChoice.contents(contents, for: values.reading)
      guard chosen.contains(where: { StreamChoice.isStream($0.mediaType) == StreamChoice.isStream(type) }) else {
        return false
      }
    }
    guard let accept = values.reading.accept else { return true }
    let ranges = MediaRanges(accept)
    guard let wanted = ranges.preferred(among: chosen.map(\.mediaType)) else { return true }
    return ranges.quality(of: type) >= ranges.quality(of: wanted)
  }

  /// Returns a Boolean value that indicates whether the request would cause a recorded error.
  ///
  /// It does if it contains everything in the recorded request. If the error is that an item is missing or isn't the
  /// caller's, every request for the item causes it. In this case, only the path matters, unless a success is recorded
  /// for the same path.
  private func isCause(_ distance: MatchDistance, of recorded: PreparedRecording) -> Bool {
    let status = recorded.status
    // An explicit `match` applies regardless of the status.
    if recorded.matched != nil { return distance.isExact }
    if status == 401 {
      return recordings.isLogin && recorded.values.body != nil && distance.isExact && !isNobody(recorded)
    }
    if status == 406 { return distance.isExact && takes406(recorded) }
    guard Recording.isByData(status) else { return false }
    if recorded.isOfInvalidRequest { return distance.isSame }
    let isPathAlone = !values.path.isEmpty && distance.path == 0 && !distance.isOtherCaller
    if status == 404, isPathAlone, isMissing { return true }
    if status == 403, !values.path.isEmpty { return isPathAlone && !hasSuccess(at: recorded) }
    return distance.isExact
  }

  private func isNobody(_ recorded: PreparedRecording) -> Bool { recorded.recording.caller == .nobody }

  /// A Boolean value that indicates whether the request's path contains an item that is missing according to the
  /// recordings.
  var isMissing: Bool {
    library.known.isMissing(values.reading.request, recordings.endpoint.request.template)
  }

  /// Returns a Boolean value that indicates whether a success is recorded for the same caller and path as an error.
  private func hasSuccess(at failure: PreparedRecording) -> Bool {
    recordings.all.contains { other in
      other.isSuccess && other.values.path == failure.values.path
        && other.values.reading.persona?.name == failure.values.reading.persona?.name
    }
  }
}

/// Suggestions for a request that matches no recording.
extension Selection {
  /// Returns up to three recordings that are nearest to the request, each with the difference that ruled it out.
  func nearMisses() -> [(recorded: PreparedRecording, reason: String)] {
    let fits = recordings.single.enumerated().map {
      (place: $0, recorded: $1, cost: MatchDistance($1, to: values).cost)
    }
    // Successes come first: a client is more likely to want a success, even a distant one, than an error for the same
    // request.
    return fits.sorted { left, right in
      if left.recorded.isSuccess != right.recorded.isSuccess { return left.recorded.isSuccess }
      return (left.cost, left.place) < (right.cost, right.place)
    }
    .prefix(3).map { ($0.recorded, missed($0.recorded)) }
  }

  private func missed(_ recorded: PreparedRecording) -> String {
    for clause in recorded.recording.match.clauses {
      guard let value = values.reading.value(at: clause.address) else { return "\(clause.address) is absent" }
      if let violation = clause.schema.violations(of: value, limit: 1).first {
        return "\(clause.address): \(violation.phrase)"
      }
    }
    if !recorded.isSuccess, recorded.matched == nil {
      let status = recorded.status
      let isCaused =
        status == 403 ? isRefusedAgain(recorded) : Recording.isByData(status) || [401, 406].contains(status)
      return isCaused
        ? "a \(status) is replayed for its own request, or if it is requested by Prefer: code=\(status)"
        : "a \(status) isn't caused by a request: use Prefer: code=\(status) to get it"
    }
    let difference = MatchDistance.differences(recorded, to: values).first
    return difference ?? "the contract has a different response for this request"
  }
}
