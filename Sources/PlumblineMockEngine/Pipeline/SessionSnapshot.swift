/// A snapshot, taken when the request arrived, of the session state that the choice of a response depends on.
struct SessionSnapshot: Sendable {
  /// A Boolean value that indicates whether the endpoint has an active stub.
  var hasOverride = false
  /// A Boolean value that indicates whether the collections have changed since the start.
  var hasChanged = false
  /// The current step of each of the endpoint's sequences.
  var steps: [PreparedRecording] = []
}
