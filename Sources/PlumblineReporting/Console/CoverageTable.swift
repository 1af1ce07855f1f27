/// The coverage of a service in aligned columns: the contract's confidence, recordings, client calls, mock, server, and
/// evidence.
///
/// If the coverage is shown by feature, each feature has its own line, and the endpoints that serve it are indented
/// below.
struct CoverageTable {
  private static let titles = ["contract", "records", "client", "mock", "server", "evidence"]

  private let lines: [Report.CoverageLine]
  private let ids: Int
  /// The indentation of the endpoints.
  private let indent: String
  private let columns: [Int]

  init(_ lines: [Report.CoverageLine], _ features: [FeatureCoverage.Feature] = [], width: Int) {
    self.lines = lines
    let indent = features.isEmpty ? "" : "    "
    self.indent = indent
    var columns = Self.titles.map(\.count)
    for cells in lines.map(Self.cells(of:)) + features.map(Self.cells(of:)) {
      for (index, cell) in cells.enumerated() {
        columns[index] = max(columns[index], cell.text.displayWidth)
      }
    }
    self.columns = columns
    let rest = columns.reduce(0) { $0 + $1 + 2 }
    let names = lines.map { indent + $0.endpoint.id.printable } + features.compactMap { $0.title?.named }
    let longest = names.map(\.displayWidth).max() ?? 0
    let total = Self.total(lines).displayWidth
    ids = min(max(longest, total, 8), max(width - rest, 12))
  }

  /// The titles of the columns.
  var heading: [ConsoleText.Piece] {
    row("endpoint", Self.titles.map { ConsoleText.Piece($0, .dim) }, tone: .dim)
  }

  /// The number of endpoints that have each column's property.
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

  /// Returns an endpoint's line.
  func pieces(of line: Report.CoverageLine) -> [ConsoleText.Piece] {
    row(indent + line.endpoint.id.printable, Self.cells(of: line), tone: .plain)
  }

  /// Returns a feature's line, or `nil` for the group of endpoints that don't serve a feature.
  func pieces(of feature: FeatureCoverage.Feature) -> [ConsoleText.Piece]? {
    guard let title = feature.title?.named else { return nil }
    if feature.lines.isEmpty {
      return [
        ConsoleText.Piece(title.clipped(to: ids).padded(to: ids), .strong),
        .init(
          "  no endpoint or link serves it", .caution),
      ]
    }
    return row(title.clipped(to: ids), Self.cells(of: feature), tone: .strong)
  }

  private func row(_ name: String, _ cells: [ConsoleText.Piece], tone: Tone) -> [ConsoleText.Piece] {
    var pieces = [ConsoleText.Piece(name.cutInMiddle(to: ids).padded(to: ids), tone)]
    for (index, cell) in cells.enumerated() {
      // Align words left and numbers right, so that digits line up.
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
      .init(
        line.endpoint.documentedCases?.description ?? line.endpoint.standing.rawValue,
        line.endpoint.standing == .documented ? .plain : .dim),
      .init(line.recordings == 0 ? "–" : "\(line.recordings)", line.recordings == 0 ? .caution : .plain),
      .init(line.calls == 0 ? "–" : "\(line.calls)", line.calls == 0 ? .caution : .plain),
      .init(line.mock.sign, line.mock.tone), .init(line.server.sign, line.server.tone),
      .init(EvidenceTally.percent(line.seen, of: line.documented)),
    ]
  }
}

extension CoverageTable {
  fileprivate static func cells(of feature: FeatureCoverage.Feature) -> [ConsoleText.Piece] {
    [
      .init(feature.standing, .dim), .init("\(feature.recordings)"), .init("\(feature.calls)"),
      .init(feature.mock.sign, feature.mock.tone), .init(feature.server.sign, feature.server.tone),
      .init(EvidenceTally.percent(feature.seen, of: feature.documented)),
    ]
  }
}

extension String {
  /// A feature's title in the form in which it begins a line.
  fileprivate var named: String { "  " + printable }
}

extension Report.CoverageLine.Verified {
  /// A mark and a word, such as "✓ ok", or "–" if the endpoint was never verified.
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
