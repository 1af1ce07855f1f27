import PlumblineContractModel
import PlumblineInference
import PlumblineRecordings
import PlumblineWorkspace

/// The exchanges of several captures, prepared for drafting contracts.
struct ReadTraffic {
  /// An exchange with its origin and its step in a sequence, if it has one.
  private struct Seen {
    let exchange: SeenExchange
    let provenance: Provenance
    let step: (sequence: String, number: Int)?
  }

  /// The captures, one for each combination of server, day, and kind. The recordings of a session stay together,
  /// because their order determines sequences.
  private(set) var captures: [CapturedTraffic] = []
  private(set) var problems: [Problem] = []
  /// The number of exchanges that were left out because they have no response.
  private(set) var unanswered = 0

  /// Reads exchanges from files.
  ///
  /// - Parameter shown: A closure that returns the display form of a file's path.
  init(_ paths: [String], today: String, shown: (String) -> String) {
    var all: [Seen] = []
    for path in paths {
      let (own, wrong) = CaptureReader.exchanges(in: path)
      problems += wrong
      if let logged = own.first(where: { $0.visibility == .startLines }) {
        problems.append(Problem(logged.location, "An access log has no bodies, so no contract can be drafted from it."))
      }
      let imported = Provenance(kind: .imported, on: today, from: shown(path))
      for captured in own {
        guard let seen = Self.seen(captured, otherwise: imported) else {
          unanswered += 1
          continue
        }
        // One recording can represent several identical consecutive responses.
        all += repeatElement(seen, count: captured.recording?.step?.times ?? 1)
      }
    }
    var order: [Provenance] = []
    var groups: [Provenance: [SeenExchange]] = [:]
    for seen in Self.inOrder(all) {
      if groups[seen.provenance] == nil { order.append(seen.provenance) }
      groups[seen.provenance, default: []].append(seen.exchange)
    }
    captures = order.map { CapturedTraffic(exchanges: groups[$0] ?? [], provenance: $0) }
  }

  /// Returns the exchange with its origin and step, or `nil` for an exchange without a response.
  private static func seen(_ captured: CapturedExchange, otherwise imported: Provenance) -> Seen? {
    let origin = captured.url.flatMap(ServiceFinder.origin).map(\.origin.description)
    guard let exchange = SeenExchange(captured.exchange, origin: origin) else { return nil }
    var provenance = imported
    if let said = captured.recording?.provenance, said.isKnown {
      // Leave out the list of replaced values, which is rebuilt.
      provenance = Provenance(kind: said.kind, on: said.on, from: said.from)
    }
    let step = captured.recording.flatMap { recording in
      recording.step.map { (sequence: "\(recording.endpoint)/\($0.sequence)", number: $0.number) }
    }
    return Seen(exchange: exchange, provenance: provenance, step: step)
  }

  /// Sorts the steps of each sequence by number without moving other exchanges. Sorted by name, `step-10` would come
  /// before `step-2`.
  private static func inOrder(_ all: [Seen]) -> [Seen] {
    var ordered = all
    let steps = all.indices.filter { all[$0].step != nil }
    for places in Dictionary(grouping: steps, by: { all[$0].step?.sequence ?? "" }).values {
      let sorted = places.sorted { (all[$0].step?.number ?? 0) < (all[$1].step?.number ?? 0) }
      for (place, step) in zip(places, sorted) { ordered[place] = all[step] }
    }
    return ordered
  }

  /// A Boolean value that indicates whether the files contain errors.
  var isWrong: Bool { problems.contains { $0.level == .error } }
  /// The total number of exchanges.
  var count: Int { captures.reduce(0) { $0 + $1.exchanges.count } }
}
