/// The received bytes of an interrupted body, and the reason for the interruption.
package struct BodyFragment: Sendable {
  package let bytes: [UInt8]
  package let reason: TransportFailure

  package init(bytes: [UInt8], reason: TransportFailure) {
    self.bytes = bytes
    self.reason = reason
  }
}

/// A request and its outcome: a response or a transport failure.
package struct Exchange: Sendable {
  /// The outcome of a request.
  package enum Outcome: Sendable {
    case response(Response)
    case failure(TransportFailure)
  }

  package var request: Request
  package var outcome: Outcome
  /// The time from the first byte of the request to the last byte of the response, or `nil` if it wasn't measured.
  package var duration: Duration?
  /// The origin of the response: the name of a recording, or a description of how the response was created.
  package var recording: String?
  /// The times at which the parts of the response's body arrived, if the body was a stream and the times were measured.
  package var timing: BodyTiming?
  /// The incomplete body of the response, if the body was interrupted or the client stopped reading it. The complete
  /// parts of a stream may still be used.
  package var fragment: BodyFragment?

  package init(
    request: Request, outcome: Outcome, duration: Duration? = nil, recording: String? = nil, timing: BodyTiming? = nil
  ) {
    self.request = request
    self.outcome = outcome
    self.duration = duration
    self.recording = recording
    self.timing = timing
  }

  /// Creates an exchange that ended with a response.
  package init(request: Request, response: Response, duration: Duration? = nil, recording: String? = nil) {
    self.init(request: request, outcome: .response(response), duration: duration, recording: recording)
  }

  /// The response, if there was one.
  package var response: Response? {
    if case .response(let response) = outcome { response } else { nil }
  }

  /// The failure, if there was no response.
  package var failure: TransportFailure? {
    if case .failure(let failure) = outcome { failure } else { nil }
  }
}
