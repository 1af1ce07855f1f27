/// A host name that has no address.
package struct ResolutionFailure: Error, Sendable, Hashable {
  package let host: String
  /// The system's words for it.
  package let reason: String
}
