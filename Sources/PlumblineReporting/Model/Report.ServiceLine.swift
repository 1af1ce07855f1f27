extension Report {
  /// A service that a run was about.
  package struct ServiceLine: Sendable, Hashable {
    /// The short name: `truelog`.
    package var name: String
    /// The name for people: "TrueLog Inventory API".
    package var title: String

    package init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// The names of every service that the report speaks of: those listed first, then the others as they come up.
  package var serviceNames: [String] {
    var seen: Set<String> = []
    let names =
      services.map(\.name) + endpoints.map(\.service) + calls.map(\.service) + drift.map(\.service)
      + coverage.map(\.endpoint.service) + verdicts.map(\.service) + outages.map(\.service)
    return names.filter { seen.insert($0).inserted }
  }

  /// The service's name for people; its short name when the report doesn't know it.
  package func title(of service: String) -> String {
    services.first { $0.name == service }?.title ?? service
  }
}
