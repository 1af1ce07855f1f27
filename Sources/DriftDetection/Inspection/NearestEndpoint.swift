import ContractModel
import HTTPMessages

/// Finds the endpoint that somebody meant whose path no contract has.
enum NearestEndpoint {
  /// Longer paths are nobody's typing error, and comparing them costs the product of their lengths.
  private static let mostSegments = 16

  /// The endpoint whose request line is nearest to a method and a path; `nil` when none is near.
  static func find(_ method: HTTPMethod, path: String, in endpoints: [Endpoint]) -> Endpoint? {
    let segments = PathTemplate.segments(of: path)
    guard segments.count <= mostSegments else { return nil }
    var best: (endpoint: Endpoint, distance: Int)?
    for endpoint in endpoints where endpoint.request.template.segments.count <= mostSegments {
      let steps = distance(segments, endpoint.request.template.segments)
      // Half of the path has to be right.
      guard steps * 2 <= 4 * max(segments.count, 1) else { continue }
      let distance = steps * 2 + (endpoint.request.method == method ? 0 : 1)
      if distance < best?.distance ?? .max { best = (endpoint, distance) }
    }
    return best?.endpoint
  }

  /// How far a path is from a template: 4 for a segment too many or too few, 1 to 4 for a wrong one.
  private static func distance(_ path: [String], _ template: [PathTemplate.Segment]) -> Int {
    var row = (0...template.count).map { $0 * 4 }
    for (index, segment) in path.enumerated() {
      var diagonal = row[0]
      row[0] = (index + 1) * 4
      for (column, expected) in template.enumerated() {
        let replaced = diagonal + cost(segment, expected)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 4, diagonal + 4)
      }
    }
    return row[template.count]
  }

  private static func cost(_ segment: String, _ expected: PathTemplate.Segment) -> Int {
    guard case .literal(let text) = expected else { return segment.isEmpty ? 4 : 0 }
    if text == segment { return 0 }
    return Spelling.nearest(segment, among: [text]) == nil ? 4 : 1
  }
}
