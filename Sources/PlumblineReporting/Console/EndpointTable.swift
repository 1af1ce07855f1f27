import PlumblineContractModel
import PlumblineDriftDetection

/// A table of endpoints and their states, with one line for each.
struct EndpointTable {
  /// The contents of a line, before they are fitted into columns.
  struct Row {
    let service: String
    let id: String
    let mark: ConsoleText.Piece
    let method: String
    let path: String
    /// The results of the endpoint's calls, in abbreviated form.
    let result: ConsoleText.Piece
    /// The contract's confidence in the endpoint. It is empty if the endpoint is documented.
    let standing: String

    /// The part of the id before the dot, such as `tickets`.
    var resource: Substring { id.prefix { $0 != "." } }
    /// The number of columns needed after the path. If the result is mixed, the confidence is shown only if there is
    /// room.
    var details: Int {
      let isMixed = result.text.contains(",")
      return result.text.displayWidth + (standing.isEmpty || isMixed ? 0 : standing.displayWidth + 2)
    }
  }

  let rows: [Row]
  private let width: Int
  private let ids: Int
  private let methods: Int
  private let paths: Int

  /// - Parameter findings: The report's drift, with equal causes combined.
  init(_ report: Report, findings: [Drift], width: Int) {
    let calls = Dictionary(grouping: report.calls, by: \.endpointName)
    // An expired waiver isn't drift of the endpoint that it refers to.
    let drift = Dictionary(grouping: findings.filter { !$0.rule.isOfWaivers }, by: \.endpointName)
    let rows = report.endpoints.map { Row($0, calls: calls[$0.name] ?? [], drift: drift[$0.name] ?? []) }
    self.rows = rows
    self.width = width
    ids = min(rows.map(\.id.displayWidth).max() ?? 0, width * 2 / 5)
    methods = min(rows.map(\.method.displayWidth).max() ?? 0, 8)
    // Reserve space for the mark, the gaps, and at least 16 columns for the path.
    let before = 2 + ids + 2 + methods + 1
    let room = max(width - before - 2 - 16, 8)
    let details = min(rows.map(\.details).max() ?? 0, room)
    let limit = max(width - before - 2 - details, 8)
    paths = rows.map { $0.path.shortenedPath(to: limit).displayWidth }.max() ?? 0
  }

  /// Returns the line for a row. It has at least two pieces.
  func pieces(of row: Row) -> [ConsoleText.Piece] {
    let used = 2 + ids + 2 + methods + 1 + paths + 2
    let result = row.result.text.clipped(to: max(width - used, 8))
    let path = row.path.shortenedPath(to: paths)
    var pieces = [
      row.mark, " ", ConsoleText.Piece(row.id.cutInMiddle(to: ids).padded(to: ids + 2)),
      ConsoleText.Piece(row.method.padded(to: methods + 1) + path.padded(to: paths + 2), .dim),
      ConsoleText.Piece(result, row.result.tone),
    ]
    if !row.standing.isEmpty, used + result.displayWidth + 2 + row.standing.displayWidth <= width {
      pieces += ["  ", ConsoleText.Piece(row.standing, .dim)]
    }
    return pieces
  }
}

extension EndpointTable.Row {
  init(_ endpoint: Report.EndpointLine, calls: [Report.CallLine], drift: [Drift]) {
    service = endpoint.service
    id = endpoint.id.printable
    let parts = endpoint.request.printable.split(separator: " ", maxSplits: 1)
    method = parts.count > 1 ? String(parts[0]) : ""
    path = parts.last.map(String.init) ?? ""
    standing = endpoint.standing == .documented ? "" : endpoint.standing.rawValue

    let tone = Self.tone(calls: calls, drift: drift)
    let words = Self.words(calls: calls, drift: drift)
    switch tone {
    case .good: mark = ConsoleText.Piece("✓", tone)
    case .dim: mark = ConsoleText.Piece(calls.isEmpty ? "·" : "–", tone)
    // Notices aren't failures. The summary line treats them the same way.
    case .note: mark = ConsoleText.Piece("!", tone)
    default: mark = ConsoleText.Piece("✗", tone)
    }
    result = ConsoleText.Piece(words, tone == .good ? .plain : tone)
  }

  /// Returns the tone of an endpoint's line: that of its worst failed call or drift.
  private static func tone(calls: [Report.CallLine], drift: [Drift]) -> Tone {
    if calls.contains(where: { $0.outcome == .failed }) { return .bad }
    if let worst = drift.map(\.severity).max() { return worst.tone }
    if calls.contains(where: { $0.outcome == .drifted }) { return .caution }
    return calls.contains { $0.outcome == .passed } ? .good : .dim
  }

  /// Returns a summary of an endpoint's calls, such as "5 calls", or "4 passed, 1 skipped" if the results differ.
  private static func words(calls: [Report.CallLine], drift: [Drift]) -> String {
    let names = Report.CallLine.Outcome.allCases.map(\.rawValue) + ["undecided"]
    let ends = names.map { name in (name: name, count: calls.count { $0.outcomeName == name }) }
    let seen = ends.filter { $0.count > 0 }
    if seen.isEmpty { return drift.isEmpty ? "no calls" : "drifted" }
    guard seen.count == 1, seen[0].name == Report.CallLine.Outcome.passed.rawValue else {
      return seen.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }
    return .count(seen[0].count, "call") + (drift.isEmpty ? "" : ", drifted")
  }
}

extension String {
  /// Returns a path template that fits in a number of columns. If necessary, its parameters lose their names, and then
  /// its middle is cut.
  func shortenedPath(to width: Int) -> String {
    if displayWidth <= width { return self }
    var path = ""
    var isInside = false
    for character in self {
      if character == "}", isInside {
        isInside = false
        path += "…"
      }
      if !isInside { path.append(character) }
      if character == "{" { isInside = true }
    }
    return (isInside ? self : path).cutInMiddle(to: width)
  }
}

extension Severity {
  /// The tone that represents a severity.
  var tone: Tone {
    switch self {
    case .breaking: .bad
    case .warning: .caution
    case .notice: .note
    }
  }
}
