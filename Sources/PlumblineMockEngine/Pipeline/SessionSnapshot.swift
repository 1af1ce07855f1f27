/// The part of a session's memory that the choice of a response depends on, as it was when the request arrived.
struct SessionSnapshot: Sendable {
  /// A Boolean value that indicates whether an override answers for the endpoint.
  var hasOverride = false
  /// A Boolean value that indicates whether the collections have changed since the start.
  var hasChanged = false
  /// The current step of each of the endpoint's sequences.
  var steps: [PreparedRecording] = []
}
