import PlumblineContractModel
import PlumblineHTTPMessages

/// Which files come of the exchanges with a real server, and of which exchanges none comes, and why.
///
///     let plan = RecordingPlan(captures, of: contract, beside: recordings, options: options, callers: callers)
///     for file in plan.files { try AtomicFile.write(file.bytes, to: file.path) }
///
/// It writes nothing. Each request of the endpoint that has it is a recording, as one that replays a session expects what it
/// got; the same request with another answer is a sequence. What was recorded before stays, and is added to only where an
/// answer shows what none of its request's does: a status, a member, null, a listed value. With
/// ``Options/isOnePerAnswer`` that is so of all: then recordings don't pile up, whoever asks and for whichever item. What no
/// endpoint has becomes a draft, in a folder that no endpoint has.
package struct RecordingPlan: Sendable {
  /// How recordings are made.
  package struct Options: Sendable {
    /// The server's base URL, as the recordings tell it, or the file that they are from; `nil` where nothing is said.
    package var from: String?
    /// The day, `YYYY-MM-DD`.
    package var on: String
    /// How the exchanges were come by.
    package var kind = Provenance.Kind.recorded
    /// A Boolean value that indicates whether exchanges are written of which nothing is new: in the place of the recording that
    /// has the request, or beside the others where none has it.
    package var refreshes = false
    /// A Boolean value that indicates whether a file that has the request gets the new answer, whatever is new in it.
    package var replaces = false
    /// A Boolean value that indicates whether an exchange is written only where its answer shows what none of its endpoint
    /// shows, whatever was asked.
    package var isOnePerAnswer = false
    /// A Boolean value that indicates whether other answers to the same request are steps of a sequence; else they are as with
    /// ``isOnePerAnswer``.
    package var makesSequences = true
    /// A Boolean value that indicates whether every exchange is written beside the recordings that there are, and none in the
    /// place of one.
    package var keepsOthers = false
    /// How large an exchange may be, as it is told of one that wasn't kept whole.
    package var largest = ByteSize(16 << 20)
    /// The drafts that were made before.
    package var drafts: [Recording] = []
    /// A Boolean value that indicates whether an answer that breaks the contract is left out.
    package var isOnlyClean = false
    /// The path of `recording.schema.json` from a recording's folder; `nil` where there is none.
    package var schema: String?
    /// Where a recording stands, for its file and for messages.
    package var path: @Sendable (_ endpoint: String, _ name: String) -> String
    /// Whether something stands at a path, which no recording that was read tells of.
    package var isThere: @Sendable (_ path: String) -> Bool
    /// What a Location on the server is to a client of the mock; `nil` for one that leads elsewhere.
    package var locally: @Sendable (String) -> String?
    /// The templates that the paths of exchanges have which no endpoint has, for other requests with the same endpoints.
    /// Without them only numbers and UUIDs in paths are ids.
    package var templates: @Sendable ([Exchange]) -> @Sendable (Request) -> String? = { _ in { _ in nil } }

    package init(
      from: String?, on: String, path: @escaping @Sendable (_ endpoint: String, _ name: String) -> String,
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
    package private(set) var recording: Recording
    package let path: String
    package private(set) var bytes: [UInt8]
    /// Where the recording came from in whose place it is written; `nil` for a new one.
    package internal(set) var replacedKind: Provenance.Kind?
    /// The places of what was replaced, as pointers.
    package let replaced: [String]
    /// What its answer shows that none before has shown: `null at /response/body/data/assignee`.
    package let news: [String]
    /// What no recording shows any longer.
    package internal(set) var gone: [String] = []
    /// A Boolean value that indicates whether no endpoint has it.
    package internal(set) var isDraft = false
    /// The endpoints that a draft's request comes near to, and why it misses them.
    package internal(set) var nearest: [String] = []
    /// Why its answer is only the beginning of a stream, in a sentence; `nil` where the stream ended by itself.
    package internal(set) var brokenOff: String?
    /// How many exchanges were this one.
    package internal(set) var times = 1

    init(_ drafted: DraftedFile, replaced: [String], news: [String]) {
      recording = drafted.recording
      path = drafted.path
      bytes = drafted.bytes
      self.replaced = replaced
      self.news = news
    }

    /// Makes it the step of a sequence.
    mutating func step(_ step: Recording.Step, schema: String?) {
      recording = recording.stepping(step)
      bytes = RecordingWriter.text(of: recording, schema: schema)
    }
  }

  /// Exchanges that show nothing which isn't recorded.
  package struct Like: Sendable, Hashable {
    /// The recording that shows it.
    package let recording: String
    /// A Boolean value that indicates whether it has the very request and answer.
    package let isSame: Bool
    package internal(set) var times: Int
  }

  /// The folder of what no endpoint has, beside those of the endpoints.
  package static let undocumented = "undocumented"

  /// Exchanges of which no file comes.
  package struct Skip: Sendable, Hashable {
    /// The request: `GET /api/v2/tickets/7`.
    package let request: String
    package let reason: String
    package internal(set) var times = 1
  }

  /// Exchanges that are left out because there is enough of their kind, and that show nothing new.
  package struct Surplus: Sendable, Hashable {
    /// What there is enough of: `items.get has 1000 recordings`.
    package let reason: String
    package internal(set) var times: Int
  }

  package let files: [File]
  package let skips: [Skip]
  package let surplus: [Surplus]
  package let likes: [Like]
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
    var drafting = RecordingDrafting(
      contract: contract, existing: existing, options: options, callers: callers,
      undocumented: found.filter { $0.endpoint == nil }.map(\.exchange))
    for (capture, found) in zip(captures, found) { drafting.add(capture, found.endpoint) }
    files = drafting.files
    skips = drafting.skips
    surplus = drafting.surplus.sorted { $0.key < $1.key }.map { Surplus(reason: $0.key, times: $0.value) }
    likes = drafting.likes
    leftOut = drafting.leftOut.sorted()
  }
}
