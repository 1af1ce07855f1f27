import PlumblineJSONTree

/// A requirement from a service's documents. The endpoints and links that implement it refer to it.
package struct Feature: Sendable, Hashable {
  /// The id that endpoints use to refer to it: `1.1`, `82.5 AC-3`. It is unique in the contract.
  package let id: String
  /// The title: "Edit Ticket".
  package let title: String
  /// The phase, story or chapter that it belongs to: "Phase 1: Ticket Workflow".
  package let group: String
  /// The place in the contract where it is declared.
  package let location: SourceLocation
}
