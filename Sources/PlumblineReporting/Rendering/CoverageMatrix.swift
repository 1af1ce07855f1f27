import PlumblineContractModel
import PlumblineDriftDetection

/// The coverage matrix of a report, with a row for each endpoint.
///
/// It shows ``Report/coverage``. For a run without coverage, such as a verification, it shows what is known: the
/// contract's confidence, the calls, their results on the target, and the evidence.
struct CoverageMatrix {
  enum Column: String, CaseIterable {
    case contract, recordings, client, mock, server, evidence

    /// A short title for narrow columns.
    var short: String {
      switch self {
      case .contract: "doc"
      case .recordings: "rec"
      case .client: "client"
      case .mock: "mock"
      case .server: "server"
      case .evidence: "seen"
      }
    }

    /// A phrase for endpoints that have the column's property.
    var goal: String {
      switch self {
      case .contract: "documented"
      case .recordings: "recorded"
      case .client: "called by a suite"
      case .mock: "verified on the mock"
      case .server: "verified on a server"
      case .evidence: "documented parts seen"
      }
    }
  }

  enum Tone: String {
    case good, part, caution, bad, none
  }

  /// The content of a square: a sign or a number, and words for readers who can't see it.
  struct Cell {
    let tone: Tone
    let text: String
    let words: String
  }

  struct Row {
    let endpoint: Report.EndpointLine
    let cells: [Cell]
    let seen: Int
    let documented: Int
  }

  let columns: [Column]
  let rows: [Row]

  init(_ digest: ReportDigest) {
    let report = digest.report
    if !report.coverage.isEmpty {
      columns = Column.allCases
      rows = report.coverage.map { line in
        Row(line, columns: Column.allCases)
      }
      return
    }
    let target: Column = report.target == "mock" ? .mock : .server
    let columns: [Column] = [.contract, .client, target] + (report.evidence.isEmpty ? [] : [.evidence])
    self.columns = columns
    if report.calls.isEmpty {
      rows = []
      return
    }
    let calls = Dictionary(grouping: report.calls, by: \.endpointName)
    let drifting = Set(digest.open.lazy.filter { !$0.rule.isOfWaivers }.map(\.endpointName))
    let tally = EvidenceTally.byEndpoint(report.evidence)
    rows = report.endpoints.map { endpoint in
      let own = calls[endpoint.name] ?? []
      let verified = Self.verified(own, isDrifting: drifting.contains(endpoint.name))
      let line = Report.CoverageLine(
        endpoint: endpoint, recordings: 0, calls: own.count, mock: verified, server: verified,
        seen: tally[endpoint.name]?.seen ?? 0, documented: tally[endpoint.name]?.documented ?? 0)
      return Row(line, columns: columns)
    }
  }

  private static func verified(
    _ calls: [Report.CallLine], isDrifting: Bool
  ) -> Report.CoverageLine.Verified {
    if calls.contains(where: { $0.outcome == .failed }) { return .failed }
    if isDrifting || calls.contains(where: { $0.outcome == .drifted }) { return .drifted }
    return calls.contains { $0.outcome == .passed } ? .passed : .never
  }

  /// Returns the number of endpoints that have a column's property, and the total. For evidence, these are the number
  /// of documented parts that were seen, and their total.
  func total(_ column: Column) -> (count: Int, of: Int) {
    guard let index = columns.firstIndex(of: column) else { return (0, 0) }
    if column == .evidence {
      return (rows.reduce(0) { $0 + $1.seen }, rows.reduce(0) { $0 + $1.documented })
    }
    return (rows.count { $0.cells[index].tone == .good }, rows.count)
  }
}

extension CoverageMatrix.Row {
  fileprivate init(_ line: Report.CoverageLine, columns: [CoverageMatrix.Column]) {
    endpoint = line.endpoint
    seen = line.seen
    documented = line.documented
    cells = columns.map { column in
      switch column {
      case .contract:
        switch line.endpoint.standing {
        case .documented: CoverageMatrix.Cell(tone: .good, text: "✓", words: "documented")
        case .assumed: CoverageMatrix.Cell(tone: .part, text: "~", words: "assumed")
        case .unconfirmed: CoverageMatrix.Cell(tone: .caution, text: "?", words: "unconfirmed")
        }
      case .recordings: CoverageMatrix.Cell(count: line.recordings, "recording")
      case .client:
        CoverageMatrix.Cell(count: line.calls, "call of the client's suite", "calls of the client's suite")
      case .mock: CoverageMatrix.Cell(line.mock, on: "the mock")
      case .server: CoverageMatrix.Cell(line.server, on: "a server")
      case .evidence: CoverageMatrix.Cell(seen: line.seen, documented: line.documented)
      }
    }
  }
}

extension CoverageMatrix.Cell {
  fileprivate init(count: Int, _ noun: String, _ plural: String? = nil) {
    self.init(
      tone: count > 0 ? .good : .none, text: count > 0 ? "\(count)" : "–",
      words: .count(count, noun, plural: plural))
  }

  fileprivate init(_ verified: Report.CoverageLine.Verified, on target: String) {
    switch verified {
    case .passed: self.init(tone: .good, text: "✓", words: "verified against \(target)")
    case .drifted: self.init(tone: .caution, text: "!", words: "drifted against \(target)")
    case .failed: self.init(tone: .bad, text: "✗", words: "failed against \(target)")
    case .never: self.init(tone: .none, text: "–", words: "never verified against \(target)")
    }
  }

  fileprivate init(seen: Int, documented: Int) {
    let percent = EvidenceTally.percentage(seen, of: documented)
    self.init(
      tone: documented < 1 ? .none : percent == 100 ? .good : percent >= 50 ? .part : .caution,
      text: documented < 1 ? "–" : "\(percent)",
      words: documented < 1 ? "no documented parts" : "\(seen) of \(documented) documented parts seen")
  }
}

extension Report.CoverageLine {
  /// Returns the line in words, followed by the parts that haven't been seen in any exchange.
  func text(unseen: [Evidence]) -> String {
    let facts = [
      endpoint.standing.rawValue, .count(recordings, "recording"), .count(calls, "client call"),
      "mock: \(mock.rawValue)",
      "server: \(server.rawValue)",
      documented < 1
        ? "no documented parts"
        : "\(seen) of \(documented) documented parts seen (\(EvidenceTally.percent(seen, of: documented)))",
    ]
    return ([facts.joined(separator: ", ")] + unseen.map { "never seen: \($0.phrase)" }).joined(separator: "\n")
  }
}
