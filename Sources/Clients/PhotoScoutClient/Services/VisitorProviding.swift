/// Knows on whose behalf requests are sent.
public protocol VisitorProviding: Sendable {
  /// The Google user id of who is signed in, or the device's UUID.
  var visitorId: String { get async }
}
