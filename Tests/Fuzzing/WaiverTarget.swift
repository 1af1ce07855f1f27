import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// The reader and the writer of `waivers.json`, and the ledger that uses the result.
///
/// Seeds: Tests/Fuzzing/Seeds/waivers
/// Mutation: JSON
package enum WaiverTarget {
  private static let drift: [Drift] = [Rule.response.field.missing, .endpoint.undocumented, .waiver.unused].map {
    rule in
    var drift = Drift(
      rule: rule, service: "any", endpoint: "tickets.get", status: 200, pointer: "/response/body/data/3/id",
      message: "It is missing.")
    drift.folded = "/response/body/data/*/id"
    return drift
  }

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let endpoints = ["tickets.get", "tickets.list"]
    let result = WaiverLoader.load(input, path: "Contracts/any/waivers.json", service: "any", endpoints: endpoints)
    ContractTarget.check(result.problems)
    precondition((result.policy == nil) == result.problems.contains { $0.level == .error }, "a policy, or an error")
    let entry = WaiverWriter.Entry(fingerprint: drift[0].fingerprint, reason: "known | <b>\u{1B}", until: "2027-01-31")
    if let text = try? WaiverWriter.adding(entry, to: input, path: "waivers.json"), result.policy != nil {
      let again = WaiverLoader.load(Array(text.utf8), path: "w", service: "any", endpoints: endpoints)
      guard let policy = again.policy else { preconditionFailure("what was written isn't read: \(again.problems)") }
      precondition(policy.waivers.contains { $0.excuses(drift[0]) }, "the waiver that was written excuses nothing")
    }
    guard let policy = result.policy else { return }
    for today in ["2026-11-22", "0000-00-00", "9999-12-31"] {
      var ledger = WaiverLedger([policy], today: today)
      var excused = drift
      ledger.apply(to: &excused)
      for (before, after) in zip(drift, excused) {
        precondition(after.fingerprint == before.fingerprint, "a waiver changes what a drift is")
      }
      precondition(ledger.findings { _, _ in true }.allSatisfy { !$0.message.isEmpty })
    }
  }
}
