import PlumblineContractModel
import PlumblineRecordings
import PlumblineWorkspace

/// What came of a recording session, in lines: which files were written, which exchanges were skipped and why, and what was
/// kept out of the files.
struct RecordingList {
  private let plan: RecordingPlan
  private let guesses: [String]
  private let refused: [(sentence: String, times: Int)]
  /// Why files weren't written, by path.
  private let failures: [String: FileError]
  /// What the contract wants besides, now that there are recordings.
  private let missing: [Problem]

  init(
    _ plan: RecordingPlan, guesses: [String], refused: [(sentence: String, times: Int)],
    failures: [String: FileError], missing: [Problem]
  ) {
    self.plan = plan
    self.guesses = guesses
    self.refused = refused
    self.failures = failures
    self.missing = missing
  }

  /// - Parameters:
  ///   - isDry: whether the files were only planned.
  ///   - shown: makes a path as people want to see it.
  func lines(isDry: Bool, shown: (String) -> String) -> [String] {
    var lines: [String] = []
    for file in plan.files {
      if let failure = failures[file.path] {
        lines.append("  not written  \(shown(file.path)): \(failure.reason)")
        continue
      }
      let verb =
        file.isReplacement ? (isDry ? "would replace " : "replaced ") : (isDry ? "would write   " : "wrote    ")
      lines.append("  \(verb) \(shown(file.path))\(Self.times(file.times))")
      if !file.replaced.isEmpty { lines.append("    replaced there: \(file.replaced.joined(separator: ", "))") }
    }
    for skip in plan.skips { lines.append("  skipped   \(skip.request)\(Self.times(skip.times)): \(skip.reason)") }
    for (sentence, times) in refused { lines.append("  refused   \(sentence)\(Self.times(times))") }
    if !plan.leftOut.isEmpty {
      lines.append("  left out  \(plan.leftOut.joined(separator: ", ")): a recording names the persona")
    }
    for guess in guesses {
      lines.append("  guessed   \(guess): nothing said whose it is; --as, or the credential's variable, does")
    }
    lines += missing.map { "  missing   \($0)" }
    return lines
  }

  private static func times(_ count: Int) -> String { count > 1 ? "  × \(count)" : "" }
}
