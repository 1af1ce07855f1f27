import PlumblineContractModel
import PlumblineHTTPMessages

/// Which files come of the exchanges with a real server, and of which exchanges none comes, and why.
///
///     let plan = RecordingPlan(captures, of: contract, beside: recordings, options: options, callers: callers)
///     for file in plan.files { try AtomicFile.write(file.bytes, to: file.path) }
///
/// It writes nothing. An exchange becomes a recording of the endpoint that has its request, unless a recording has the
/// request already: the mock answers one request one way. So the same exchange again makes no second file, in one session
/// or in the next, and an existing file is only replaced where that is wanted.
package struct RecordingPlan: Sendable {
  /// How recordings are made.
  package struct Options: Sendable {
    /// The server's base URL, as the recordings tell it.
    package var from: String
    /// The day, `YYYY-MM-DD`.
    package var on: String
    /// Whether a file that has the request gets the new answer.
    package var replaces = false
    /// Whether an answer that breaks the contract is left out.
    package var isOnlyClean = false
    /// The path of `recording.schema.json` from a recording's folder; `nil` where there is none.
    package var schema: String?
    /// Where a recording stands, for its file and for messages.
    package var path: @Sendable (_ endpoint: String, _ name: String) -> String
    /// Whether something stands at a path, which no recording that was read tells of.
    package var isThere: @Sendable (_ path: String) -> Bool
    /// What a Location on the server is to a client of the mock; `nil` for one that leads elsewhere.
    package var locally: @Sendable (String) -> String?

    package init(
      from: String, on: String, path: @escaping @Sendable (_ endpoint: String, _ name: String) -> String,
      isThere: @escaping @Sendable (_ path: String) -> Bool = { _ in false },
      locally: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      self.from = from
      self.on = on
      self.path = path
      self.isThere = isThere
      self.locally = locally
    }
  }

  /// A file to write.
  package struct File: Sendable {
    package let recording: Recording
    package let path: String
    package let bytes: [UInt8]
    package let isReplacement: Bool
    /// The places of what was replaced, as pointers.
    package let replaced: [String]
    /// How many exchanges were this one.
    package internal(set) var times = 1
  }

  /// Exchanges of which no file comes.
  package struct Skip: Sendable, Hashable {
    /// The request: `GET /api/v2/tickets/7`.
    package let request: String
    package let reason: String
    package internal(set) var times = 1
  }

  package let files: [File]
  package let skips: [Skip]
  /// The credentials that recordings leave out, as pointers.
  package let leftOut: [String]

  /// - Parameters:
  ///   - captures: the exchanges in the order in which they came.
  ///   - existing: the service's recordings.
  ///   - callers: what is known of who is calling; it learns from all exchanges first.
  package init(
    _ captures: [Capture], of contract: Contract, beside existing: [Recording], options: Options,
    callers: inout CallerRegistry
  ) {
    let found = captures.map { capture -> (exchange: Exchange, endpoint: Endpoint?) in
      let request = capture.exchange.request
      guard case .found(let endpoint) = contract.router.route(request) else {
        return (capture.exchange, nil)
      }
      return (capture.exchange, endpoint)
    }
    callers.learn(found)
    var drafting = RecordingDrafting(contract: contract, existing: existing, options: options, callers: callers)
    for (capture, found) in zip(captures, found) { drafting.add(capture, found.endpoint) }
    files = drafting.files
    skips = drafting.skips
    leftOut = drafting.leftOut.sorted()
  }
}
