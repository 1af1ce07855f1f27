/// The verdict on a run. It is the first thing that a reader should see.
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
  /// A short phrase, such as "No drift" or "1 breaking, 2 warnings in 3 endpoints".
  let headline: String
  /// Further details as a sentence.
  let sentence: String?

  init(_ digest: ReportDigest) {
    let report = digest.report
    let summary = digest.summary
    var rest: [String] = []
    if let failure = report.failure {
      kind = .bad
      // An exit status of 128 or more means that a signal ended the run when part of it was done.
      headline =
        report.isEmptyHanded
        ? "Nothing was checked"
        : report.exit >= 128 ? "The run was cut short" : "The run couldn't be carried out"
      sentence = failure
      return
    }
    let failed = report.calls.filter(\.isTelling).failurePhrase
    let problems = summary.problems > 0 ? String.count(summary.problems, "problem") + " in files" : nil
    let outages = summary.outages > 0 ? String.count(summary.outages, "outage") + " (no drift)" : nil
    if let presence = report.presencePhrase, report.exit != 2 {
      // The main result of a probe is whether the endpoints exist.
      kind = report.exit != 0 ? .bad : report.verdicts.allSatisfy { $0.kind == .exists } ? .good : .noted
      headline = presence
      rest = [digest.driftPhrase, outages, problems].compactMap { $0 }
    } else if report.exit != 0 {
      kind = .bad
      // An invalid file takes precedence, because its content wasn't inspected.
      let found = report.exit == 2 ? [problems, digest.driftPhrase, failed] : [digest.driftPhrase, failed, problems]
      let known = found.compactMap { $0 }
      headline = known.first ?? "The run failed"
      rest = Array(known.dropFirst()) + [outages].compactMap { $0 }
    } else if let phrase = digest.driftPhrase {
      kind = .noted
      headline = phrase.prefix(1).uppercased() + phrase.dropFirst()
      // The runs that a coverage report is based on weren't subject to this run's gate.
      rest = [digest.open.isEmpty ? nil : "nothing at or above the gate", outages, problems].compactMap { $0 }
    } else {
      kind = problems == nil && outages == nil ? .good : .noted
      headline =
        outages.map { "No drift, " + $0.replacing(" (no drift)", with: "") }
        ?? (report.isComparison ? "Nothing changed" : "No drift")
      rest = [outages.map { _ in "an outage isn't drift and says nothing about the contract" }, problems].compactMap {
        $0
      }
    }
    if !digest.waived.isEmpty { rest.append("\(digest.waived.count) waived") }
    let text = rest.joined(separator: ", ")
    sentence = text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// The mark before the headline.
  var sign: String {
    switch kind {
    case .good: "✓"
    case .noted: "!"
    case .bad: "✗"
    }
  }
}

extension Report {
  /// A phrase for which endpoints exist, such as "37 of 37 exist" or "35 of 37 exist, 1 missing, 1 blocked", or `nil`
  /// if no server was probed.
  fileprivate var presencePhrase: String? {
    if verdicts.isEmpty { return nil }
    let counts = Report.Verdict.Kind.allCases.map { kind in (kind, verdicts.count { $0.kind == kind }) }
    let others = counts.filter { $0.0 != .exists && $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }
    let there = verdicts.count { $0.kind == .exists }
    return (["\(there) of \(verdicts.count) exist"] + others).joined(separator: ", ")
  }
}
