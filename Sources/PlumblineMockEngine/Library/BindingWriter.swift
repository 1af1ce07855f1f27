import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A namespace for copying values of a request into a recorded response.
enum BindingWriter {
  /// Returns the response with its bindings filled in, or `nil` if that changes nothing.
  ///
  /// A value is converted to the type of the value that it replaces. For example, a string becomes a number if the
  /// recorded value is a number. If the value can't be converted, or the request doesn't have it, the recorded value is
  /// used.
  static func fill(_ recorded: PreparedRecording, from reading: RequestReading) -> Response? {
    var body = recorded.recording.responseBody
    var response = recorded.rendered.response
    var isChanged = false
    for binding in recorded.recording.bindings {
      if let header = binding.header {
        guard let value = reading.value(at: binding.address) else { continue }
        let text = value.string ?? value.text
        guard response.headers[header] != text, HeaderFields.isLegal(name: header, value: text) else { continue }
        response.headers[header] = text
        isChanged = true
      } else if let old = body?.at(binding.target),
        let new = BoundValue.sent(at: binding.address, in: reading, like: old), new != old,
        let changed = body?.replacing(binding.target, with: new)
      {
        body = changed
        isChanged = true
      }
    }
    guard isChanged else { return nil }
    if let body, !recorded.recording.bindings.allSatisfy({ $0.header != nil }) {
      response.body = Body(body.serialized())
    }
    return response
  }
}
