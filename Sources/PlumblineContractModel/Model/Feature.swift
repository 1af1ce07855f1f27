import PlumblineJSONTree

/// A feature from a service's documents. Endpoints and links refer to the features that they implement.
package struct Feature: Sendable, Hashable {
  /// The ID that endpoints use for the feature, such as `1.1` or `82.5 AC-3`. It is unique in the contract.
  package let id: String
  /// The title, such as "Edit Ticket".
  package let title: String
  /// The phase, story or chapter that the feature belongs to, such as "Phase 1: Ticket Workflow".
  package let group: String
  /// The location of the declaration in the contract.
  package let location: SourceLocation
}
