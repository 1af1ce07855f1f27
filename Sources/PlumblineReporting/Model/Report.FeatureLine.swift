extension Report {
  /// A feature that a service's documents describe, and the endpoints that serve it.
  package struct FeatureLine: Sendable, Hashable {
    package var service: String
    /// The feature's id, such as `1.1`.
    package var id: String
    /// The feature's title, such as "Edit Ticket".
    package var title: String
    /// The phase, story, or chapter that the feature belongs to, such as "Phase 1: Ticket Workflow".
    package var group: String
    /// The ids of the endpoints and links that refer to the feature, in the contract's order.
    package var endpoints: [String]

    package init(service: String, id: String, title: String, group: String, endpoints: [String]) {
      self.service = service
      self.id = id
      self.title = title
      self.group = group
      self.endpoints = endpoints
    }
  }
}
