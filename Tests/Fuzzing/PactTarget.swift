import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblinePact
import PlumblineRecordings

/// The reader of pacts, their comparison with messages, and the contract and recordings that are created from a pact.
///
/// Seeds: Tests/Fuzzing/Seeds/pact
/// Length: 32768
/// Mutation: JSON
package enum PactTarget {
  /// The maximum number of interactions of a pact that are examined.
  private static let reach = 12

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    guard let document = try? PactTranslator.Document(input, path: "fuzzed.json") else { return }
    let log = NoteLog()
    if let pact = PactReader(path: "fuzzed.json", log: log).read(document.document.root) { check(pact) }
    ContractTarget.check(log.problems)
    let made = PactTranslator(service: "fuzzed").translate([document], today: "2026-11-24")
    ContractTarget.check(made.errors + made.notes)
    let isWhole = made.files.isEmpty ? !made.errors.isEmpty : made.errors.allSatisfy(\.isServable)
    precondition(isWhole, "a contract is there, or a mistake that keeps one from being made")
    for recording in made.recordings {
      let file = RecordingLoader.File(
        endpoint: recording.endpoint, name: recording.name, path: "\(recording.id).json",
        bytes: RecordingWriter.text(of: recording))
      let result = RecordingLoader.load([file])
      precondition(result.problems.isEmpty, "a recording that was made isn't read: \(result.problems)")
    }
  }

  /// Compares the messages of a pact with themselves. Regardless of the result, each difference must have a location
  /// and a message.
  private static func check(_ pact: Pact) {
    let matching = PactMatching(pact.version)
    for interaction in pact.interactions.prefix(reach) {
      if let request = interaction.request.request {
        check(matching.compare(interaction.request, request))
      }
      let (expected, sent) = (interaction.response, interaction.response.body.sent)
      check(matching.compare(expected, Response(status: expected.status ?? 200, body: Body(sent))))
      guard case .json(let body) = expected.body else { continue }
      let needed = ExpectedSchema(body, expected.rules)
      precondition(needed.schema.kind == .object || needed.schema.kind == .bool, "a schema is an object or a boolean")
      precondition(needed.unjudged.allSatisfy { !$0.reason.isEmpty }, "a part is left out without a reason")
    }
  }

  private static func check(_ mismatches: [PactMismatch]) {
    precondition(mismatches.allSatisfy { !$0.place.isEmpty && !$0.message.isEmpty }, "a difference without a sentence")
  }
}
