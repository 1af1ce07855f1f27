/// What came of a run, as the first thing that a reader should see.
struct Verdict {
  enum Kind: String {
    /// Nothing was found.
    case good
    /// Something was found that doesn't fail the run.
    case noted
    /// The run failed.
    case bad
  }

  let kind: Kind
  /// A few words: "No drift", "1 breaking, 2 warnings in 3 endpoints".
  let headline: String
  /// What else there is to say, as a sentence.
  let sentence: String?

  init(_ digest: ReportDigest) {
    let report = digest.report
    let summary = digest.summary
    var rest: [String] = []
    if let failure = report.failure {
      kind = .bad
      // 128 and more: a signal ended it, after some of it was done.
      headline =
        report.isEmptyHanded
        ? "Nothing was inspected"
        : report.exit >= 128 ? "The run was cut short" : "The run could not be carried out"
      sentence = failure
      return
    }
    let failed = report.calls.filter(\.isTelling).failurePhrase
    let problems = summary.problems > 0 ? String.count(summary.problems, "problem") + " in files" : nil
    let outages = summary.outages > 0 ? String.count(summary.outages, "outage") + " (no drift)" : nil
    if report.exit != 0 {
      kind = .bad
      // A wrong file comes first: what it describes wasn't looked at.
      let found = report.exit == 2 ? [problems, digest.driftPhrase, failed] : [digest.driftPhrase, failed, problems]
      let known = found.compactMap { $0 }
      headline = known.first ?? "The run failed"
      rest = Array(known.dropFirst()) + [outages].compactMap { $0 }
    } else if let phrase = digest.driftPhrase {
      kind = .noted
      headline = phrase
      rest = ["nothing that the gate stops"] + [outages, problems].compactMap { $0 }
    } else {
      kind = problems == nil && outages == nil ? .good : .noted
      headline =
        outages.map { "No drift, " + $0.replacing(" (no drift)", with: "") }
        ?? (report.isComparison ? "Nothing changed" : "No drift")
      rest = [outages.map { _ in "an outage is no drift, and says nothing of the contract" }, problems].compactMap {
        $0
      }
    }
    if !digest.waived.isEmpty { rest.append("\(digest.waived.count) waived") }
    let text = rest.joined(separator: ", ")
    sentence = text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// The sign that stands before the headline.
  var sign: String {
    switch kind {
    case .good: "✓"
    case .noted: "!"
    case .bad: "✗"
    }
  }
}
