import PlumblineContractModel
import PlumblineInference
import PlumblineRecordings
import PlumblineWorkspace

/// What captures show, as contracts are drafted of it.
struct ReadTraffic {
  /// An exchange, where it is from, and which step of which sequence it is.
  private struct Seen {
    let exchange: SeenExchange
    let provenance: Provenance
    let step: (sequence: String, number: Int)?
  }

  /// One for each server, day and kind; the recordings of one session are together, as it is their order that makes sequences.
  private(set) var captures: [CapturedTraffic] = []
  private(set) var problems: [Problem] = []
  /// How many exchanges had no answer, and are left out.
  private(set) var unanswered = 0

  /// Reads files.
  ///
  /// - Parameter shown: how the path of a file is shown.
  init(_ paths: [String], today: String, shown: (String) -> String) {
    var all: [Seen] = []
    for path in paths {
      let (own, wrong) = CaptureReader.exchanges(in: path)
      problems += wrong
      if let logged = own.first(where: { $0.visibility == .startLines }) {
        problems.append(Problem(logged.location, "An access log has no bodies: nothing can be drafted from it."))
      }
      let imported = Provenance(kind: .imported, on: today, from: shown(path))
      for captured in own {
        guard let seen = Self.seen(captured, otherwise: imported) else {
          unanswered += 1
          continue
        }
        // One recording stands for each time that its step was answered in turn.
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

  /// `nil` for an exchange without an answer.
  private static func seen(_ captured: CapturedExchange, otherwise imported: Provenance) -> Seen? {
    let origin = captured.url.flatMap(ServiceFinder.origin).map(\.origin.description)
    guard let exchange = SeenExchange(captured.exchange, origin: origin) else { return nil }
    var provenance = imported
    if let said = captured.recording?.provenance, said.isKnown {
      // Which places of it were replaced is noted anew.
      provenance = Provenance(kind: said.kind, on: said.on, from: said.from)
    }
    let step = captured.recording.flatMap { recording in
      recording.step.map { (sequence: "\(recording.endpoint)/\($0.sequence)", number: $0.number) }
    }
    return Seen(exchange: exchange, provenance: provenance, step: step)
  }

  /// The steps of each sequence in their order, in the places that they have among the others: by name `step-10` comes before
  /// `step-2`.
  private static func inOrder(_ all: [Seen]) -> [Seen] {
    var ordered = all
    let steps = all.indices.filter { all[$0].step != nil }
    for places in Dictionary(grouping: steps, by: { all[$0].step?.sequence ?? "" }).values {
      let sorted = places.sorted { (all[$0].step?.number ?? 0) < (all[$1].step?.number ?? 0) }
      for (place, step) in zip(places, sorted) { ordered[place] = all[step] }
    }
    return ordered
  }

  /// A Boolean value that indicates whether something is wrong with the files.
  var isWrong: Bool { problems.contains { $0.level == .error } }
  /// How many exchanges there are.
  var count: Int { captures.reduce(0) { $0 + $1.exchanges.count } }
}
