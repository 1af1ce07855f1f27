import PlumblineContractModel

/// The coverage of one service by the features in its documents. Features are grouped into phases or stories, and each
/// lists the endpoints that serve it.
struct FeatureCoverage {
  struct Group {
    let title: String
    var features: [Feature]
  }

  struct Feature {
    /// The title, such as `1.1 Edit Ticket`, or `nil` for endpoints that serve no feature.
    let title: String?
    /// The endpoints that serve the feature. There may be none.
    let lines: [Report.CoverageLine]
  }

  /// The title above the endpoints that serve no feature.
  static let rest = "Not in any feature"

  /// The groups in the contract's order. Endpoints that serve no feature come last.
  let groups: [Group]

  /// Returns `nil` if the report isn't by feature or the service has no features.
  init?(of report: Report, service: String) {
    let features = report.features.filter { $0.service == service }
    if features.isEmpty { return nil }
    let lines = report.coverage.filter { $0.endpoint.service == service }
    let places = Dictionary(grouping: lines.indices) { lines[$0].endpoint.id }
    var groups: [Group] = []
    for feature in features {
      let served = Set(feature.endpoints).flatMap { places[$0] ?? [] }.sorted()
      let own = Feature(title: "\(feature.id) \(feature.title)", lines: served.map { lines[$0] })
      if groups.last?.title == feature.group {
        groups[groups.count - 1].features.append(own)
      } else {
        groups.append(Group(title: feature.group, features: [own]))
      }
    }
    let served = Set(features.flatMap(\.endpoints))
    let rest = lines.filter { !served.contains($0.endpoint.id) }
    if !rest.isEmpty { groups.append(Group(title: Self.rest, features: [Feature(title: nil, lines: rest)])) }
    self.groups = groups
  }
}

extension FeatureCoverage.Feature {
  /// The combined results of the endpoints that serve the feature. Numbers are added up, and the worst result of the
  /// runs is used.
  var recordings: Int { lines.reduce(0) { $0 + $1.recordings } }
  var calls: Int { lines.reduce(0) { $0 + $1.calls } }
  var seen: Int { lines.reduce(0) { $0 + $1.seen } }
  var documented: Int { lines.reduce(0) { $0 + $1.documented } }
  var mock: Report.CoverageLine.Verified { Self.worst(lines.map(\.mock)) }
  var server: Report.CoverageLine.Verified { Self.worst(lines.map(\.server)) }

  /// The number of the feature's endpoints that are documented, such as `2 of 3`.
  var standing: String { "\(lines.count { $0.endpoint.standing == .documented }) of \(lines.count)" }

  private static func worst(_ results: [Report.CoverageLine.Verified]) -> Report.CoverageLine.Verified {
    let order: [Report.CoverageLine.Verified] = [.failed, .drifted, .never, .passed]
    return order.first(where: results.contains) ?? .never
  }
}
