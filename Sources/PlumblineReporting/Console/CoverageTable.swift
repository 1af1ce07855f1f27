/// The coverage of a service in aligned columns: the contract's standing, recordings, client calls, mock, server, evidence.
struct CoverageTable {
  private static let titles = ["contract", "records", "client", "mock", "server", "evidence"]

  private let lines: [Report.CoverageLine]
  private let ids: Int
  private let columns: [Int]

  init(_ lines: [Report.CoverageLine], width: Int) {
    self.lines = lines
    var columns = Self.titles.map(\.count)
    for line in lines {
      for (index, cell) in Self.cells(of: line).enumerated() {
        columns[index] = max(columns[index], cell.text.displayWidth)
      }
    }
    self.columns = columns
    let rest = columns.reduce(0) { $0 + $1 + 2 }
    let longest = lines.map(\.endpoint.id.printable.displayWidth).max() ?? 0
    let total = Self.total(lines).displayWidth
    ids = min(max(longest, total, 8), max(width - rest, 12))
  }

  /// The titles of the columns.
  var heading: [ConsoleText.Piece] {
    row("endpoint", Self.titles.map { ConsoleText.Piece($0, .dim) }, tone: .dim)
  }

  /// How many endpoints have what the column is about.
  var totals: [ConsoleText.Piece] {
    let seen = lines.reduce(0) { $0 + $1.seen }
    let documented = lines.reduce(0) { $0 + $1.documented }
    let counts = [
      lines.count { $0.endpoint.standing == .documented }, lines.count { $0.recordings > 0 },
      lines.count { $0.calls > 0 }, lines.count { $0.mock == .passed }, lines.count { $0.server == .passed },
    ]
    return row(
      Self.total(lines),
      counts.map { ConsoleText.Piece(String($0)) } + [.init(EvidenceTally.percent(seen, of: documented))],
      tone: .strong)
  }

  private static func total(_ lines: [Report.CoverageLine]) -> String { "of " + lines.map(\.endpoint).countPhrase }

  /// An endpoint's line.
  func pieces(of line: Report.CoverageLine) -> [ConsoleText.Piece] {
    row(line.endpoint.id.printable, Self.cells(of: line), tone: .plain)
  }

  private func row(_ name: String, _ cells: [ConsoleText.Piece], tone: Tone) -> [ConsoleText.Piece] {
    var pieces = [ConsoleText.Piece(name.cutInMiddle(to: ids).padded(to: ids), tone)]
    for (index, cell) in cells.enumerated() {
      // Words stand left; numbers right, so that their digits stand below one another.
      let isNumber = index == 1 || index == 2 || index == 5
      let space = String(repeating: " ", count: max(0, columns[index] - cell.text.displayWidth))
      pieces.append(ConsoleText.Piece("  " + (isNumber ? space : "")))
      pieces.append(cell)
      if !isNumber { pieces.append(ConsoleText.Piece(space)) }
    }
    return pieces
  }

  private static func cells(of line: Report.CoverageLine) -> [ConsoleText.Piece] {
    [
      .init(line.endpoint.standing.rawValue, line.endpoint.standing == .documented ? .plain : .dim),
      .init(line.recordings == 0 ? "–" : "\(line.recordings)", line.recordings == 0 ? .caution : .plain),
      .init(line.calls == 0 ? "–" : "\(line.calls)", line.calls == 0 ? .caution : .plain),
      .init(line.mock.sign, line.mock.tone), .init(line.server.sign, line.server.tone),
      .init(EvidenceTally.percent(line.seen, of: line.documented)),
    ]
  }
}

extension Report.CoverageLine.Verified {
  /// A mark and a word: "✓ ok"; "–" for what never ran.
  fileprivate var sign: String {
    switch self {
    case .passed: "✓"
    case .drifted: "✗ drift"
    case .failed: "✗ fail"
    case .never: "–"
    }
  }

  fileprivate var tone: Tone {
    switch self {
    case .passed: .good
    case .drifted: .caution
    case .failed: .bad
    case .never: .dim
    }
  }
}
