import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// An exchange whose secrets have been removed, for creating a recording.
struct DraftedExchange {
  let exchange: Exchange
  let caller: Recording.Caller
  /// The locations of replaced values, as pointers.
  let replaced: [String]

  /// The bindings for values of the request that occur in the response.
  private var bindings: [Recording.Binding] {
    exchange.response.map { CallBindings.bindings(in: $0, answering: exchange.request) } ?? []
  }

  /// The digest that the response's body no longer matches because a string in it was replaced. It is given as a
  /// field's name, or as `path` or `query` if it is part of the request. The value is `nil` if there is none.
  var changedDigest: String? {
    guard isBodyReplaced, let response = exchange.response else { return nil }
    return ContentDigests.proof(of: response, to: exchange.request)
  }

  private var isBodyReplaced: Bool { replaced.contains { $0.hasPrefix("/response/body") } }

  /// Creates the exchange's recording. It keeps the replay settings of an older recording as far as the new response
  /// supports them.
  func recording(
    named name: String, in folder: String, _ options: RecordingPlan.Options, like old: Recording? = nil
  ) -> Recording {
    let body = exchange.response?.body.bytes.flatMap { try? JSON.parse($0) }
    let stream = exchange.response.flatMap { StreamJSON($0) }
    let bindings = (old?.bindings ?? self.bindings).filter { binding in
      if let header = binding.header { return exchange.response?.headers.contains(header) ?? false }
      if let stream { return stream.value(at: binding.target) != nil }
      return body?.at(binding.target) != nil
    }
    var kept = exchange
    if isBodyReplaced, var response = exchange.response {
      response.headers = ContentDigests.removed(from: response.headers)
      kept.outcome = .response(response)
    }
    var recording = Recording(
      endpoint: folder, name: name,
      provenance: Provenance(
        kind: options.kind, on: options.on, from: options.from, note: Recording.note(replacing: replaced)),
      caller: caller, exchange: kept, requestBody: nil, responseBody: body, bindings: bindings,
      step: old?.step, match: old?.match ?? Condition(),
      location: SourceLocation(file: options.path(folder, name), line: 1, column: 1))
    recording.delay = old?.delay
    recording.extras = old?.extras ?? []
    return recording
  }
}

/// A recording's file as it will be written, and the recording that reading it yields.
struct DraftedFile {
  /// The reason why an exchange can't be written to a file.
  struct Refusal: Error {
    let reason: String
  }

  let path: String
  let bytes: [UInt8]
  /// The recording that reading the file yields.
  let recording: Recording

  /// - Parameter contract: The contract to check the recording against, or `nil` for a recording without an endpoint.
  init(
    _ recording: Recording, _ options: RecordingPlan.Options, secrets: SecretTable, contract: Contract?
  ) throws(Refusal) {
    path = options.path(recording.endpoint, recording.name)
    bytes = RecordingWriter.text(of: recording, schema: options.schema)
    if secrets.occurs(in: bytes) {
      throw Refusal(reason: "it contains a credential in a place where it can't be replaced")
    }
    // Make sure that reading the file yields the same recording.
    let path = path
    let read = RecordingLoader.load([
      .init(endpoint: recording.endpoint, name: recording.name, path: path, bytes: bytes)
    ])
    let wrong =
      read.problems.first
      ?? contract.flatMap { contract in
        read.recordings.first.flatMap { RecordingLint.problems(inFileOf: $0, contract: contract).first }
      }
    guard let made = read.recordings.first, wrong == nil else {
      throw Refusal(reason: "it can't be a recording: \(wrong?.message ?? "its file can't be read")")
    }
    self.recording = made
  }
}
