import PlumblineHTTPMessages

/// An answer of which the head is written and the body goes out bit by bit: a stream, a large body, or one that is paced
/// or cut off.
struct OngoingDelivery {
  var context: AnswerContext
  var framing: BodyFraming
  var pace: Delivery.Pace?
  /// Bytes until the body is cut off; nil if it isn't.
  var untilCut: Int?
  var resets: Bool
  var closes: Bool

  /// Where more bytes come from; nil if `bytes` are the last.
  var stream: (any BodyStream)?
  /// Whether the stream was asked and hasn't answered.
  var isAsked = false
  var bytes: [UInt8] = []
  var position = 0
  var trailers = HeaderFields()
  /// Whether the pace makes it wait.
  var isPausing = false
  /// Bytes that the stream has still to bring, by its own length.
  var promised: Int?

  /// Bytes at hand that are not written yet.
  var left: Int { bytes.count - position }
}
