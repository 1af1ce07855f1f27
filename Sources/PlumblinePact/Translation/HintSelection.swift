import PlumblineContractModel
import PlumblineRecordings

/// The matching rules that the schemas of a drafted contract can express: all except those that some value violates.
///
/// Only a whole contract shows whether rules fit, so they are tried together, and in halves if that fails. Each rule
/// that doesn't fit costs a number of trials that grows with the logarithm of the number of rules.
struct HintSelection {
  /// The maximum number of contracts to try.
  private static let mostTrials = 100

  struct Choice {
    var files: [ContractLoader.File]
    /// The rules that some value violates.
    var dropped: [SchemaHints.Hint] = []
    /// The number of rules that are left out because the trials are used up.
    var unexamined = 0
    /// A Boolean value that indicates whether there are more rules than were evaluated.
    var isCutOff = false
  }

  let files: [ContractLoader.File]
  let contract: Contract
  let samples: [PactTranslator.Sample]
  let recordings: [Recording]

  func chosen() -> Choice {
    let all = hints(nil)
    var choice = Choice(files: files, isCutOff: all.isCutOff && !all.applied.isEmpty)
    if all.applied.isEmpty { return choice }
    if fit(all) {
      choice.files = all.files
      return choice
    }
    var kept: Set<SchemaHints.Hint> = []
    var trials = 0
    // A stack of parts that are still to be tried, the first one on top.
    var open: [ArraySlice<SchemaHints.Hint>] = [all.applied[...]]
    while let part = open.popLast() {
      guard trials < Self.mostTrials else {
        choice.unexamined += part.count
        continue
      }
      trials += 1
      let made = hints(kept.union(part))
      if fit(made) {
        kept.formUnion(part)
        choice.files = made.files
      } else if part.count == 1 {
        choice.dropped += part
      } else {
        let middle = part.startIndex + part.count / 2
        open += [part[middle...], part[..<middle]]
      }
    }
    return choice
  }

  private func hints(_ only: Set<SchemaHints.Hint>?) -> SchemaHints {
    var hints = SchemaHints(files, contract, only: only)
    for (number, sample) in samples.enumerated() { hints.apply(sample, number: number) }
    return hints
  }

  private func fit(_ hints: SchemaHints) -> Bool {
    guard let made = ContractLoader.load(hints.files).contract else { return false }
    return SchemaHints.fit(samples.map(\.exchange) + recordings.map(\.exchange), in: made)
      && !RecordingLint.problems(in: recordings, contract: made).contains { $0.level == .error }
  }
}
