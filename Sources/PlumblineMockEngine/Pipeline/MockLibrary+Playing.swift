import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

extension Recording {
  /// The delay and pace of the response, from its file.
  fileprivate var delivery: Delivery {
    if delay == nil, timing == nil { return .immediate }
    return Delivery(delay: delay ?? .zero, pace: timing.map { Delivery.Pace.timed($0) })
  }
}

/// Recordings as responses.
extension MockLibrary {
  /// Returns a recorded response. Its bytes are sent as recorded unless something must be bound or added.
  func play(_ recorded: PreparedRecording, _ reading: RequestReading, applied: String? = nil) -> OutgoingResponse {
    let answer = played(recorded, reading, applied: applied)
    guard let origin = recorded.origin else { return answer }
    return OutgoingResponse(origin.moved(answer.response, for: reading.request), delivery: answer.delivery)
  }

  private func played(_ recorded: PreparedRecording, _ reading: RequestReading, applied: String?) -> OutgoingResponse {
    let delivery = recorded.recording.delivery
    if applied == nil, let template = recorded.template {
      let rendered = template.body(for: reading).map { RenderedResponse(recorded.rendered, body: $0) }
      return OutgoingResponse(rendered: rendered ?? recorded.rendered, delivery: delivery)
    }
    if let stream = recorded.stream { return played(recorded, stream, reading, applied: applied) }
    let filled = recorded.recording.bindings.isEmpty ? nil : BindingWriter.fill(recorded, from: reading)
    guard let response = filled ?? (applied == nil ? nil : recorded.rendered.response) else {
      return OutgoingResponse(rendered: recorded.rendered, delivery: delivery)
    }
    return OutgoingResponse(Preferences.adding(applied, to: response), delivery: delivery)
  }

  /// Returns a recorded stream with values from the request filled in to its events or lines and its header fields.
  private func played(
    _ recorded: PreparedRecording, _ stream: StreamTemplate, _ reading: RequestReading, applied: String?
  ) -> OutgoingResponse {
    var delivery = recorded.recording.delivery
    var response = BindingWriter.fill(recorded, from: reading) ?? recorded.rendered.response
    if let filled = stream.filled(for: reading, recorded.recording.timing) {
      response.body = Body(filled.bytes)
      if let timing = filled.timing { delivery.pace = .timed(timing) }
    }
    return OutgoingResponse(Preferences.adding(applied, to: response), delivery: delivery)
  }
}
