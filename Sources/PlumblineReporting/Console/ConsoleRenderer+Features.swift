extension ConsoleRenderer {
  /// Adds the coverage by feature: a line for each feature in the documents, followed by a line for each endpoint that
  /// serves it.
  func add(
    _ coverage: FeatureCoverage, _ lines: [Report.CoverageLine], title: String, to text: inout ConsoleText
  ) {
    let features = coverage.groups.flatMap(\.features)
    let table = CoverageTable(lines, features, width: style.usableWidth)
    text.blank()
    text.line(.init(title, .strong), .init(" · coverage by feature", .dim), hanging: 2)
    text.blank()
    text.line(table.heading, hanging: 2)
    for group in coverage.groups {
      text.blank()
      text.line(.init(group.title.printable, .strong), hanging: 2)
      for feature in group.features {
        if let pieces = table.pieces(of: feature) { text.line(pieces, hanging: 4) }
        for line in feature.lines { text.line(table.pieces(of: line), hanging: 4) }
      }
    }
    text.blank()
    text.line(table.totals, hanging: 2)
    let served = features.count { $0.title != nil && !$0.lines.isEmpty }
    let all = features.count { $0.title != nil }
    text.line(
      .init("\(served) of \(String.count(all, "feature")) served", served == all ? .good : .caution), hanging: 2)
  }
}
