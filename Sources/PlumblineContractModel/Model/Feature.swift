import PlumblineJSONTree

/// Something that a service's documents ask for, in their words: the endpoints and links that serve it name it.
package struct Feature: Sendable, Hashable {
  /// What endpoints name: `1.1`, `82.5 AC-3`. No other feature of the contract has it.
  package let id: String
  /// What it is for: "Edit Ticket".
  package let title: String
  /// The phase, story or chapter that it belongs to: "Phase 1: Ticket Workflow".
  package let group: String
  /// Where the contract names it.
  package let location: SourceLocation

  package init(id: String, title: String, group: String, location: SourceLocation) {
    self.id = id
    self.title = title
    self.group = group
    self.location = location
  }
}
