extension [Report.EndpointLine] {
  /// "5 endpoints", "5 endpoints, 3 links".
  package var countPhrase: String {
    let links = count { $0.kind == .link }
    let parts = [(count - links, "endpoint"), (links, "link")].filter { $0.0 > 0 }
    return parts.isEmpty ? .count(0, "endpoint") : parts.map { String.count($0, $1) }.joined(separator: ", ")
  }
}
