import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings

/// The reader and the writer of recordings, the lint, the inspector, and a mock that replays the recording.
///
/// Seeds: Recordings/truelog Recordings/photoscout Recordings/realityportal
/// Length: 8192
/// Mutation: JSON
package enum RecordingTarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let contract = AnyContract.contract
    let result = RecordingLoader.load([file(input, endpoint: "any.get1")])
    ContractTarget.check(result.problems)
    precondition(result.recordings.isEmpty != result.problems.isEmpty, "a recording is there, or a problem")
    guard let read = result.recordings.first else { return }
    var endpoint = "any.get1"
    if case .found(let found) = contract.router.route(read.request) {
      endpoint = found.id
    }
    let recordings = RecordingLoader.load([file(input, endpoint: endpoint)]).recordings
    guard let recording = recordings.first else { preconditionFailure("another folder, another recording") }
    check(recording)
    ContractTarget.check(RecordingLint.problems(in: recordings, contract: contract))
    let inspector = Inspector(contract)
    precondition(inspector.inspect(recording) == inspector.inspect(recording), "the same recording, other drift")
    let session = MockSession(library: MockLibrary(contract: contract, recordings: recordings))
    var request = recording.request(in: contract)
    for prefer in [nil, "example=fuzzed, explain", "code=\(recording.response.status), wait=1"] {
      if let prefer { request.headers["Prefer"] = prefer }
      let answer = session.answer(to: request)
      _ = inspector.inspect(Exchange(request: request, outcome: answer.outcome))
    }
    _ = session.explain(request)
  }

  private static func file(_ bytes: [UInt8], endpoint: String) -> RecordingLoader.File {
    RecordingLoader.File(
      endpoint: endpoint, name: "fuzzed", path: "Recordings/any/\(endpoint)/fuzzed.json", bytes: bytes)
  }

  /// Checks that a written recording reads back as the same recording.
  private static func check(_ recording: Recording) {
    let text = RecordingWriter.text(of: recording)
    let result = RecordingLoader.load([file(text, endpoint: recording.endpoint)])
    guard let again = result.recordings.first else {
      preconditionFailure("what was written isn't read: \(result.problems)\n\(String(decoding: text, as: UTF8.self))")
    }
    precondition(again.response.status == recording.response.status && again.request.method == recording.request.method)
    precondition(again.step == recording.step && again.delay == recording.delay && again.caller == recording.caller)
    precondition(RecordingWriter.text(of: again) == text, "written twice, it is another text")
  }
}
