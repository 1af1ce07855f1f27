import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The reader of HAR files, the inspector for the captured exchanges, and the recordings that are created from them.
///
/// Seeds: har/mitmproxy/test/mitmproxy/data Tests/Fuzzing/Seeds/har
/// Length: 32768
/// Mutation: JSON
package enum HARTarget {
  /// The maximum number of exchanges of a file that are examined.
  private static let reach = 12

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let result = HARReader.read(input, path: "fuzzed.har")
    ContractTarget.check(result.problems)
    let isWrong = result.problems.contains { $0.level == .error }
    precondition((result.file == nil) == isWrong, "a file is there, or an error")
    guard let file = result.file else { return }
    let contract = AnyContract.contract
    let inspector = Inspector(
      contract, options: Inspector.Options(visibility: .withoutCredentials, today: "2026-11-22"))
    var ledger = EvidenceLedger(contract)
    var captures: [Capture] = []
    for entry in file.entries.prefix(reach) {
      let drift = inspector.inspect(entry.exchange)
      precondition(drift.allSatisfy { !$0.message.isEmpty }, "a drift without a sentence")
      let redactor = Redactor(showing: entry.exchange.request, of: contract)
      _ = redactor.path(of: entry.exchange.request)
      _ = redactor.body(of: entry.exchange.request)
      _ = inspector.outage(of: entry.exchange)
      ledger.note(entry.exchange)
      captures.append(Capture(entry.exchange))
    }
    record(captures, contract)
  }

  /// Checks that recordings created from exchanges can be read.
  private static func record(_ captures: [Capture], _ contract: Contract) {
    var callers = CallerRegistry(contract)
    let options = RecordingPlan.Options(
      from: "https://api.example.test", on: "2026-11-22", path: { "\($0)/\($1).json" })
    let plan = RecordingPlan(captures, of: contract, beside: [], options: options, callers: &callers)
    for file in plan.files {
      let recording = RecordingLoader.File(
        endpoint: file.recording.endpoint, name: file.recording.name, path: file.path, bytes: file.bytes)
      let result = RecordingLoader.load([recording])
      precondition(result.problems.isEmpty, "a recording that was made isn't read: \(result.problems)")
    }
  }
}
