import PlumblineDriftDetection

extension ConsoleRenderer {
  /// Adds the observed coverage of the documentation: one line in total, or one line per endpoint in a verbose report.
  func addEvidence(of report: Report, to text: inout ConsoleText) {
    if report.evidence.isEmpty { return }
    let tallies = EvidenceTally.tallies(of: report.evidence)
    let seen = tallies.reduce(0) { $0 + $1.seen }
    text.blank()
    text.line(
      .init("Observed coverage", .strong), .init(" · ", .dim),
      .init(
        "\(seen) of \(report.evidence.count) documented parts seen, "
          + EvidenceTally.percent(seen, of: report.evidence.count)), hanging: 2)
    if let uncalled = report.uncalled {
      text.line(
        .init(
          "\(String.count(uncalled, "endpoint")) "
            + (uncalled == 1 ? "wasn't called and isn't counted here." : "weren't called and aren't counted here."),
          .dim
        ),
        indent: 2)
    }
    for kind in Evidence.Kind.allCases {
      let all = report.evidence.filter { $0.kind == kind }
      if all.isEmpty { continue }
      let shown = all.count { $0.seen > 0 }
      let numbers = "\(shown) of \(all.count)"
      text.line(
        .init(kind.plural.padded(to: 18)), .init(numbers.padded(to: 14)),
        .init(EvidenceTally.percent(shown, of: all.count), .dim), indent: 2, hanging: 4)
    }
    guard style.detail == .verbose else { return }
    for tally in tallies where !tally.unseen.isEmpty {
      text.blank()
      text.line(.init(tally.endpoint.id, .strong), .init("  never seen", .dim), indent: 2, hanging: 4)
      for one in tally.unseen { text.line(.init(one.phrase.clippedProse, .place), indent: 4, hanging: 8) }
    }
  }

  /// Adds the coverage of each service as a matrix, with a line for each endpoint and a column for each kind of
  /// evidence.
  func addCoverage(of report: Report, to text: inout ConsoleText) {
    let lines = Dictionary(grouping: report.coverage, by: \.endpoint.service)
    for service in report.coverageServices {
      guard let lines = lines[service] else { continue }
      if let features = FeatureCoverage(of: report, service: service) {
        add(features, lines, title: report.title(of: service), to: &text)
        continue
      }
      let table = CoverageTable(lines, width: style.usableWidth)
      text.blank()
      text.line(.init(report.title(of: service), .strong), .init(" · coverage", .dim), hanging: 2)
      text.blank()
      text.line(table.heading, hanging: 2)
      var resource: Substring?
      for line in lines {
        let own = line.endpoint.id.prefix { $0 != "." }
        if let resource, resource != own, lines.count > 12 { text.blank() }
        resource = own
        text.line(table.pieces(of: line), hanging: 4)
      }
      text.blank()
      text.line(table.totals, hanging: 2)
    }
  }
}

extension Report {
  /// The number of endpoints that no exchange called, or `nil` if they weren't counted or all were called.
  var uncalled: Int? {
    called.flatMap { called in
      let count = endpoints.count { $0.kind == .endpoint }
      return called < count ? count - called : nil
    }
  }

  /// The services in the coverage, in order.
  var coverageServices: [String] {
    var seen: Set<String> = []
    return coverage.map(\.endpoint.service).filter { seen.insert($0).inserted }
  }
}

extension Evidence.Kind {
  /// The plural noun for evidence of this kind.
  var plural: String {
    switch self {
    case .status: "statuses"
    case .field: "optional fields"
    case .null: "null states"
    case .value: "enum values"
    }
  }
}

extension ConsoleRenderer {
  /// Adds the outages with their locations. An outage is an exchange that says nothing about the contract. If outages
  /// were omitted, the report could be mistaken for a success.
  func addOutages(of report: Report, to text: inout ConsoleText) {
    if report.outages.isEmpty { return }
    text.blank()
    text.line(.init("Outages", .strong), .init(" · no drift: none of them were checked", .dim))
    text.blank()
    let services = report.serviceNames.count
    for outage in report.outages {
      let service = services > 1 ? "\(outage.service) · " : ""
      let times = outage.count > 1 ? "  × \(outage.count)" : ""
      text.line(
        [
          .init("!", .caution), " ", .init(service, .dim), .init(outage.endpoint.clippedProse, .strong),
          .init(times, .dim),
        ],
        indent: 2, hanging: 4)
      text.line(.init(outage.cause.clippedProse), indent: 4)
      text.line(.init(outage.placesText, .place), indent: 4)
    }
  }
}

extension ConsoleRenderer {
  /// Adds the last line, with the scope of the run and its result.
  func addSummary(of digest: ReportDigest, to text: inout ConsoleText) {
    let isGood = digest.report.exit == 0
    let sign = digest.isClean ? "✓" : isGood ? "!" : "✗"
    let tone: Tone = digest.isClean ? .good : isGood ? .caution : .bad
    // The conclusion of a comparison is a sentence that names the services.
    let conclusion = digest.conclusion
    var parts = conclusion == nil ? digest.facts.map { ConsoleText.Piece(whole: $0) } : []
    if digest.report.isEmptyHanded { parts.append(.init(whole: "nothing was inspected", .bad)) }
    if digest.isInconclusive { parts.append(.init(whole: "no endpoint was confirmed", .caution)) }
    // If an invalid file prevented the inspection, the report must not say "no drift".
    if let conclusion {
      parts.append(.init(conclusion, digest.open.map(\.severity).max()?.tone ?? .good))
    } else if digest.hasLooked {
      parts.append(drift(digest))
    }
    if !digest.waived.isEmpty { parts.append(.init(whole: "\(digest.waived.count) waived")) }
    if digest.summary.problems > 0 {
      parts.append(.init(whole: .count(digest.summary.problems, "problem"), isGood ? .caution : .bad))
    }

    var line: [ConsoleText.Piece] = [.init(sign, tone), " "]
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(.init(" · ", .dim)) }
      line.append(part)
    }
    text.blank()
    text.line(line, hanging: 2)
  }

  private func drift(_ digest: ReportDigest) -> ConsoleText.Piece {
    guard let phrase = digest.driftPhrase else {
      return .init(whole: digest.report.isComparison ? "no change" : "no drift", .good)
    }
    return .init(whole: phrase, digest.open.map(\.severity).max()?.tone ?? .caution)
  }
}
