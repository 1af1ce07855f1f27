import PlumblineDriftDetection

extension Report.CoverageLine {
  /// The line in words, and below it what no exchange has shown.
  func text(unseen: [Evidence]) -> String {
    let facts = [
      endpoint.standing.rawValue, .count(recordings, "recording"), .count(calls, "client call"),
      "mock: \(mock.rawValue)",
      "server: \(server.rawValue)",
      documented < 1
        ? "nothing documented to see"
        : "\(seen) of \(documented) documented things seen (\(EvidenceTally.percent(seen, of: documented)))",
    ]
    return ([facts.joined(separator: ", ")] + unseen.map { "never seen: \($0.phrase)" }).joined(separator: "\n")
  }
}
