import PlumblineContractModel
import PlumblineJSONTree
import PlumblinePostman
import PlumblineRecordings

/// The reader of Postman collections, and the contract and recordings that are created from a collection.
///
/// Seeds: postman
/// Length: 32768
/// Mutation: JSON
package enum PostmanTarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let translator = PostmanTranslator(service: "fuzzed", path: "fuzzed.json")
    guard let document = try? translator.document(input) else { return }
    let made = translator.translate(document, today: "2026-11-24")
    ContractTarget.check(made.errors + made.notes)
    let isWhole = made.files.isEmpty ? !made.errors.isEmpty : made.errors.allSatisfy(\.isServable)
    precondition(isWhole, "a contract is there, or a mistake that keeps one from being made")
    let loaded = ContractLoader.load(made.files)
    ContractTarget.check(loaded.problems)
    for recording in made.recordings {
      let file = RecordingLoader.File(
        endpoint: recording.endpoint, name: recording.name, path: "\(recording.id).json",
        bytes: RecordingWriter.text(of: recording))
      let result = RecordingLoader.load([file])
      precondition(result.problems.isEmpty, "a recording that was made isn't read: \(result.problems)")
    }
  }
}
