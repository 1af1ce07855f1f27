import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting

extension Exchange {
  /// Returns the exchange with the complete events or lines of an interrupted stream. Its fragment contains their
  /// number and the reason for the interruption. Partial bodies of any other kind aren't used.
  ///
  /// - Parameter isEnding: A Boolean value that indicates whether streams are being closed because the session ends.
  func keepingWholeParts(isEnding: Bool) -> Exchange {
    guard let fragment else { return self }
    var exchange = self
    exchange.fragment = BodyFragment(bytes: [], reason: fragment.reason)
    guard case .response(var response) = outcome, let mediaType = response.mediaType,
      let whole = StreamParts.wholeEnds(in: fragment.bytes, mediaType: mediaType)
    else { return exchange }
    let noun = mediaType == MediaType.eventStream ? "event" : "line"
    exchange.fragment = BodyFragment(
      bytes: [],
      reason: TransportFailure(
        kind: fragment.reason.kind,
        message: Self.sentence(fragment.reason, String.count(whole.count, noun), isEnding: isEnding)))
    guard let end = whole.last else { return exchange }
    response.body = Body(Array(fragment.bytes[..<end]))
    exchange.outcome = .response(response)
    return exchange
  }

  private static func sentence(_ reason: TransportFailure, _ parts: String, isEnding: Bool) -> String {
    if reason.kind != .cancelled { return "The stream broke off after \(parts): \(reason.message.asClause)." }
    return isEnding
      ? "The stream was still open when the session ended, after \(parts)."
      : "The client closed the stream after \(parts)."
  }
}
