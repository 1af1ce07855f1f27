import PlumblineContractModel
import PlumblineRecordings
import PlumblineReporting
import PlumblineWorkspace

/// A formatter for the result of a recording session: the written files, the skipped exchanges with the reasons, and
/// the values that were kept out of the files.
struct RecordingList {
  private let plan: RecordingPlan
  private let guesses: [String]
  private let refused: [(sentence: String, times: Int)]
  /// The errors that occurred while writing files, by path.
  private let failures: [String: FileError]
  /// The problems with recordings that the contract needs in addition to the new ones.
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

  /// Returns the result as lines.
  ///
  /// - Parameters:
  ///   - isDry: A Boolean value that indicates whether the files were only planned.
  ///   - shown: A closure that returns the display form of a path.
  func lines(isDry: Bool, shown: (String) -> String) -> [String] {
    var lines: [String] = []
    for file in plan.files {
      if let failure = failures[file.path] {
        lines.append("  not written  \(shown(file.path)): \(failure.reason)")
        continue
      }
      lines.append("  \(Self.verb(file, isDry: isDry)) \(shown(file.path))\(Self.times(file.times))")
      lines += Self.details(of: file).map { "    \($0)" }
    }
    for like in plan.likes where like.isSame { lines.append("  unchanged \(like.recording)\(Self.times(like.times))") }
    for like in plan.likes where !like.isSame {
      lines.append("  like      \(like.recording)\(Self.times(like.times)), with other values; --refresh writes them")
    }
    for skip in plan.skips {
      // The nearest endpoints are listed below.
      let reasons = skip.reason.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.append("  skipped   \(skip.request)\(Self.times(skip.times)): \(reasons.first ?? "")")
      lines += reasons.dropFirst()
    }
    for surplus in plan.surplus {
      let answers = String.count(surplus.times, "answer")
      lines.append(
        "  skipped   \(answers) with nothing new: \(surplus.reason); no more like these are recorded")
    }
    for (sentence, times) in refused { lines.append("  refused   \(sentence)\(Self.times(times))") }
    if !plan.leftOut.isEmpty {
      lines.append("  left out  \(plan.leftOut.joined(separator: ", ")): recordings name a persona instead")
    }
    for guess in guesses {
      lines.append("  guessed   \(guess): the caller is unknown; set --as or the credential's variable")
    }
    lines += missing.map { "  missing   \($0)" }
    return lines
  }

  private static func verb(_ file: RecordingPlan.File, isDry: Bool) -> String {
    let verb = file.replacedKind != nil ? "replace" : file.isDraft ? "draft" : "write"
    if isDry { return "would \(verb)" + String(repeating: " ", count: max(1, 8 - verb.utf8.count)) }
    return ["replace": "replaced ", "draft": "drafted  "][verb] ?? "wrote    "
  }

  /// Returns remarks on a file, such as the details that it is the first to show, those no longer shown, and the kind
  /// of recording that it replaces.
  private static func details(of file: RecordingPlan.File) -> [String] {
    var details = file.news.map { "new: \($0)" } + file.gone.map { "no longer shown: \($0)" }
    if let kind = file.replacedKind, kind != .recorded { details.append("\(kind.rawValue) before") }
    if let reason = file.brokenOff { details.append(reason.asClause) }
    if let proof = RecordingWriter.reasonForBytes(in: file.recording) {
      details.append("kept as text, byte for byte: a client compares it with the digest in \(place(of: proof))")
    } else if RecordingWriter.repeatsKey(file.recording.response) {
      details.append("kept as text, byte for byte: its JSON has a duplicate key")
    }
    if let digest = file.changedDigest {
      details.append(
        "its body no longer matches the digest in \(place(of: digest)): a client that checks it rejects the response")
    }
    details += file.nearest
    if !file.replaced.isEmpty { details.append("replaced there: \(file.replaced.joined(separator: ", "))") }
    return details
  }

  /// Returns a description of where a digest is used: a field's name, `path` or `query`.
  private static func place(of digest: String) -> String {
    ["path", "query"].contains(digest) ? "the \(digest)" : digest
  }

  private static func times(_ count: Int) -> String { count > 1 ? "  × \(count)" : "" }
}
