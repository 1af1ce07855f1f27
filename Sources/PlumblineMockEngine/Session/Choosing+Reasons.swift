import PlumblineHTTPMessages

/// What an answer says of how it was chosen.
extension Choosing {
  /// A decision whose answer says why it was taken.
  func explained(_ decision: Decision) -> Decision {
    var response = Self.applying("explain", to: decision.answer.response)
    response.headers[Labels.why] = Labels.field(decision.words)
    return Decision(Answer(response, delivery: decision.answer.delivery), decision.reason)
  }

  /// An answer that is made, as nothing that is recorded fits: with the nearest recordings, where there are any.
  func withNearest(_ answer: Answer) -> Answer {
    let nearest = selection.nearMisses()
    if nearest.isEmpty { return answer }
    var response = answer.response
    response.headers[Labels.nearest] = Labels.field(
      nearest.map { "\($0.recorded.recording.id): \($0.reason)" }.joined(separator: "; "))
    return Answer(response, delivery: answer.delivery)
  }
}
