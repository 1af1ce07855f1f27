import PlumblineContractModel
import PlumblineInference
import PlumblineRecordings
import PlumblineWorkspace

/// What captures show, as contracts are drafted of it.
struct ReadTraffic {
  private(set) var captures: [CapturedTraffic] = []
  private(set) var problems: [Problem] = []
  /// How many exchanges had no answer, and are left out.
  private(set) var unanswered = 0

  /// Reads files.
  ///
  /// - Parameter shown: how the path of a file is shown.
  init(_ paths: [String], today: String, shown: (String) -> String) {
    for path in paths {
      let (own, wrong) = CaptureReader.exchanges(in: path)
      problems += wrong
      if let logged = own.first(where: { $0.visibility == .startLines }) {
        problems.append(Problem(logged.location, "An access log has no bodies: nothing can be drafted from it."))
      }
      let seen = own.compactMap { captured -> (SeenExchange, Provenance)? in
        let origin = captured.url.flatMap(ServiceFinder.origin).map(\.origin.description)
        let said = captured.recording?.provenance
        let provenance =
          said.flatMap { $0.isKnown ? $0 : nil } ?? Provenance(kind: .imported, on: today, from: shown(path))
        return SeenExchange(captured.exchange, origin: origin).map { ($0, provenance) }
      }
      unanswered += own.count - seen.count
      var order: [Provenance] = []
      for (_, provenance) in seen where !order.contains(provenance) { order.append(provenance) }
      let groups = Dictionary(grouping: seen) { $0.1 }
      captures += order.map { CapturedTraffic(exchanges: (groups[$0] ?? []).map(\.0), provenance: $0) }
    }
  }

  /// Whether something is wrong with the files.
  var isWrong: Bool { problems.contains { $0.level == .error } }
  /// How many exchanges there are.
  var count: Int { captures.reduce(0) { $0 + $1.exchanges.count } }
}
