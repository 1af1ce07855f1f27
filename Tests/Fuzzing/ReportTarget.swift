import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting

/// Reports full of hostile text, each in a format that the input chooses. The text must not change the report's
/// structure.
///
/// Length: 2048
package enum ReportTarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    var making = ReportMaking(choices: Choices(input), input: input)
    // Rendering every format would take seven times as long without giving libFuzzer more coverage.
    let format = making.choices.one(of: Array(ReportFormat.allCases))
    let report = making.report()
    var options = ReportOptions(version: making.text(), began: making.number)
    options.gate = making.choices.one(of: Gate.allCases)
    options.console = ConsoleStyle(
      colour: making.choices.below(2) == 0, width: making.choices.one(of: [80, 0, -5, 41, 200, .max]),
      detail: making.choices.one(of: [.quiet, .normal, .verbose]))
    let text = format.render(report, options)
    precondition(text.hasSuffix("\n"), "\(format) doesn't end its last line")
    check(text, format, isColoured: options.console.colour)
    _ = report.exitStatus(gate: options.gate)
  }

  private static func check(_ text: String, _ format: ReportFormat, isColoured: Bool) {
    switch format {
    case .console: checkConsole(text, isColoured: isColoured)
    case .json, .sarif:
      precondition((try? JSONDocument.parse(Array(text.utf8))) != nil, "\(format) is no JSON: \(text)")
      checkPlain(text, format)
    case .junit, .html:
      if let fault = XMLCheck(text, isHTML: format == .html).fault {
        preconditionFailure("\(format): \(fault)\n\(text)")
      }
    case .github: checkGitHub(text)
    case .markdown: checkMarkdown(text)
    }
  }

  /// Checks that no character of a text has an effect on other text.
  private static func checkPlain(_ text: String, _ format: ReportFormat) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      let isActing = category == .control || category == .lineSeparator || category == .paragraphSeparator
      let reorders = category == .format && scalar.value != 0x200C && scalar.value != 0x200D
      precondition(!isActing && !reorders, "U+\(String(scalar.value, radix: 16)) in \(format)")
    }
  }

  private static func checkConsole(_ text: String, isColoured: Bool) {
    precondition(text.forTerminal(colours: isColoured) == text, "the last gate has something to do: \(text)")
    var plain = ""
    for (index, part) in text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let end = part.firstIndex(of: "m") else {
        plain += part
        continue
      }
      plain += part[part.index(after: end)...]
    }
    checkPlain(plain, .console)
  }

  /// Checks that each line is a command or the conclusion, and that no text from a payload begins a command.
  private static func checkGitHub(_ text: String) {
    checkPlain(text, .github)
    let lines = text.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for line in lines.dropLast() {
      let isCommand = ["::error ", "::warning ", "::notice "].contains { line.starts(with: $0.utf8) }
      precondition(isCommand, "no command: \(String(decoding: line, as: UTF8.self))")
      // Properties end at the first double colon, so no text before it may contain one.
      let colons = line.indices.dropFirst(2).first { line[$0] == 0x3A } ?? line.endIndex
      precondition(
        line[colons...].starts(with: "::".utf8), "a colon in a property: \(String(decoding: line, as: UTF8.self))")
      for property in line[..<colons].split(separator: 0x20, maxSplits: 1)[1].split(separator: 0x2C) {
        let name = String(decoding: property.prefix { $0 != 0x3D }, as: UTF8.self)
        precondition(["file", "line", "col", "title"].contains(name), "a property that is none: \(name)")
      }
    }
    precondition(lines.last?.starts(with: "Plumbline: ".utf8) == true, "no last word")
  }

  /// Checks that tables keep their columns, that folded sections are closed, and that the report fits into a comment.
  private static func checkMarkdown(_ text: String) {
    checkPlain(text, .markdown)
    precondition(text.unicodeScalars.count <= 65_536, "too long for a comment")
    var columns: Int?
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.starts(with: "| ".unicodeScalars) else {
        columns = nil
        continue
      }
      var count = 0
      var before: Unicode.Scalar?
      for scalar in line {
        if scalar == "|", before != "\\" { count += 1 }
        before = scalar
      }
      precondition(columns ?? count == count, "a row has other columns than its table: \(line)")
      columns = count
    }
    let opened = text.split(separator: "\n").count { $0.hasPrefix("<details>") }
    let closed = text.split(separator: "\n").count { $0 == "</details>" }
    precondition(opened == closed, "what is folded away isn't closed")
  }
}

/// Builds reports from an input's choices.
private struct ReportMaking {
  var choices: Choices
  /// The words of the input, which provide unforeseen text.
  let words: [String]

  init(choices: Choices, input: [UInt8]) {
    self.choices = choices
    let text = String(decoding: input, as: UTF8.self)
    words = [text, String(text.prefix(12)), String(text.reversed())]
  }

  private static let texts = [
    "tickets.get", "Every ticket has an id.", "", " ", "\n", "a\nb\r\nc", "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;x\u{7}",
    "\u{9B}31m",
    "::error file=a::b", "\u{301}", "| a | b |", "\\|", "\\", "`", "```", "a`b``c", "<script>alert(1)</script>", "]]>",
    "-->", "&amp;",
    "</details>", "<!--", "\u{202E}abc", "\u{2028}", "\u{FEFF}", "\u{0}", "\u{FFFE}", "\u{FFFF}", "\u{85}",
    "e\u{301}\u{301}\u{301}",
    "👨‍👩‍👧‍👦👍🏽", "日本語テキスト", "שלום", "%0A%25::", "a,b:c=d", "@everyone #1 https://x.example", "~~~", "\"'", "\t\t", "# x",
    "- x",
    "\u{10FFFF}", "\u{E0001}", "1\u{FE0F}\u{20E3}", String(repeating: "x", count: 500),
    String(repeating: "\u{301}", count: 300),
    String(repeating: "あ ", count: 200), String(repeating: "/a", count: 200), String(repeating: "`", count: 200),
  ]

  mutating func text() -> String {
    let first = choices.once(in: 6) ? choices.one(of: words) : choices.one(of: Self.texts)
    return choices.once(in: 3) ? first + choices.one(of: Self.texts) : first
  }

  private mutating func maybe() -> String? { choices.below(3) == 0 ? nil : text() }

  var number: Int { mutating get { choices.one(of: [0, 1, 42, -1, .max, .min, 1_760_000_000]) } }

  private mutating func place() -> SourceLocation? {
    choices.below(3) == 0 ? nil : SourceLocation(file: text(), line: number, column: number)
  }

  private mutating func pointer() -> JSONPointer? {
    choices.below(3) == 0 ? nil : JSONPointer(tokens: (0...choices.below(4)).map { _ in text() })
  }

  private mutating func list<Value>(_ make: (inout ReportMaking) -> Value) -> [Value] {
    let count = choices.once(in: 60) ? 80 : choices.below(4)
    return (0..<count).map { _ in make(&self) }
  }

  mutating func report() -> Report {
    var report = Report(
      command: choices.one(of: ["verify", "probe", "coverage", "lint", "check", text()]), target: text(),
      endpoints: list { $0.endpoint() }, calls: list { $0.call() }, drift: list { $0.drift() },
      problems: list {
        Problem(
          $0.place() ?? SourceLocation(file: "", line: 1, column: 1), $0.text(),
          level: $0.choices.one(of: [.error, .warning]))
      }, exchanges: choices.below(9), exit: choices.one(of: [0, 1, 2, 3, 130, 143]),
      services: list { Report.ServiceLine(name: $0.text(), title: $0.text()) })
    report.evidence = list { making in
      Evidence(
        service: making.text(), endpoint: making.text(), kind: making.choices.one(of: Evidence.Kind.allCases),
        status: making.number, pointer: making.pointer(), value: making.maybe(), seen: making.choices.below(3))
    }
    report.coverage = list { making in
      Report.CoverageLine(
        endpoint: making.endpoint(), recordings: making.choices.below(3), calls: making.choices.below(3),
        mock: making.choices.one(of: Report.CoverageLine.Verified.allCases),
        server: making.choices.one(of: Report.CoverageLine.Verified.allCases), seen: making.choices.below(9),
        documented: making.choices.below(9))
    }
    report.verdicts = list { $0.verdict() }
    report.outages = list { making in
      Report.OutageLine(
        service: making.text(), endpoint: making.text(), cause: making.text(),
        places: (0..<making.choices.below(5)).compactMap { _ in making.place() })
    }
    report.variants = choices.below(3)
    report.called = choices.below(2) == 0 ? nil : choices.below(4)
    report.isEmptyHanded = choices.once(in: 4)
    report.failure = choices.once(in: 4) ? text() : nil
    return report
  }

  private mutating func endpoint() -> Report.EndpointLine {
    Report.EndpointLine(
      service: text(), id: text(), request: text(), standing: choices.one(of: [.documented, .unconfirmed, .assumed]),
      kind: choices.one(of: [.endpoint, .link]), contract: place())
  }

  private mutating func call() -> Report.CallLine {
    Report.CallLine(
      service: text(), endpoint: text(), name: text(), outcome: choices.one(of: Report.CallLine.Outcome.allCases),
      reason: maybe(), milliseconds: choices.one(of: [0, 1.5, -1, .infinity, .nan, 1e300, .leastNonzeroMagnitude]))
  }

  private mutating func drift() -> Drift {
    let pointer = pointer()
    var drift = Drift(
      rule: choices.one(of: RuleCatalog.all + [Rule(text(), .warning)]), severity: choices.one(of: Severity.allCases),
      service: text(),
      endpoint: text(), status: choices.below(2) == 0 ? nil : number, pointer: pointer, expected: maybe(),
      actual: maybe(), message: text(), contract: place(), detail: maybe(), call: maybe())
    drift.folded = pointer
    drift.count = choices.one(of: [1, 2, 1_000_000])
    drift.recording = maybe()
    if choices.once(in: 4) { drift.waived = Waived(reason: text(), until: maybe()) }
    return drift
  }

  private mutating func verdict() -> Report.Verdict {
    Report.Verdict(
      service: text(), endpoint: text(), request: text(),
      standing: choices.one(of: [.documented, .unconfirmed, .assumed]),
      kind: choices.one(of: Report.Verdict.Kind.allCases),
      confidence: choices.one(of: Report.Verdict.Confidence.allCases),
      sentence: text(),
      evidence: (0..<choices.below(3)).map { _ in
        Report.Verdict.Evidence(
          role: choices.one(of: Report.Verdict.Evidence.Role.allCases), request: text(), answer: text())
      }, place: maybe())
  }
}
