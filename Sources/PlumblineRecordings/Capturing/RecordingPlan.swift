import PlumblineContractModel
import PlumblineHTTPMessages

/// The files to write for the exchanges with a real server, and the exchanges that aren't written, with the reasons.
///
///     let plan = RecordingPlan(captures, of: contract, beside: recordings, options: options, callers: callers)
///     for file in plan.files { try AtomicFile.write(file.bytes, to: file.path) }
///
/// It writes nothing. Each request of an endpoint becomes a recording, as a client that replays a session expects the
/// responses that it got. The same request with a different response becomes a sequence. Existing recordings are kept,
/// and new ones are added only if a response shows something new for its request, such as a status, a member, a null or
/// a listed value. With ``Options/isOnePerAnswer``, this applies to all requests of an endpoint together, so that
/// recordings don't accumulate for different callers and items. An exchange without an endpoint becomes a draft in a
/// separate folder.
package struct RecordingPlan: Sendable {
  /// The options for creating recordings.
  package struct Options: Sendable {
    /// The server's base URL, as the recordings name it, or the file that they come from. The value is `nil` if it is
    /// unknown.
    package var from: String?
    /// The current date, as `YYYY-MM-DD`.
    package var on: String
    /// The provenance of the exchanges.
    package var kind = Provenance.Kind.recorded
    /// A Boolean value that indicates whether exchanges without new traits are written. They replace the recording with
    /// the same request, or become an additional one if there is none.
    package var refreshes = false
    /// A Boolean value that indicates whether a file with the same request gets the new response, even if it shows
    /// nothing new.
    package var replaces = false
    /// A Boolean value that indicates whether an exchange is written only if its response shows something that no
    /// response of its endpoint shows, regardless of the request.
    package var isOnePerAnswer = false
    /// A Boolean value that indicates whether other responses to the same request are steps of a sequence. Otherwise,
    /// they are treated as with ``isOnePerAnswer``.
    package var makesSequences = true
    /// A Boolean value that indicates whether every exchange becomes an additional recording, and existing ones are
    /// never overwritten.
    package var keepsOthers = false
    /// The size limit of an exchange, for messages about one that was truncated.
    package var largest = ByteSize(16 << 20)
    /// The drafts that already existed.
    package var drafts: [Recording] = []
    /// A Boolean value that indicates whether a response that breaks the contract is left out.
    package var isOnlyClean = false
    /// The path of `recording.schema.json` from a recording's folder, or `nil` if there is none.
    package var schema: String?
    /// Returns the path of a recording, for its file and for messages.
    package var path: @Sendable (_ endpoint: String, _ name: String) -> String
    /// Returns a Boolean value that indicates whether a file exists at a path, even if no recording was read from it.
    package var isThere: @Sendable (_ path: String) -> Bool
    /// Returns a Location on the server as a client of the mock sees it, or `nil` if it leads elsewhere.
    package var locally: @Sendable (String) -> String?
    /// Returns the path templates of exchanges that match no endpoint, to recognize other requests of the same kind.
    /// Without templates, only numbers and UUIDs in paths are ids.
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
    /// The provenance of the recording that it overwrites, or `nil` for a new one.
    package internal(set) var replacedKind: Provenance.Kind?
    /// The replaced places, as pointers.
    package let replaced: [String]
    /// The traits that are new in its response, such as `null at /response/body/data/assignee`.
    package let news: [String]
    /// The traits that are no longer shown by any recording.
    package internal(set) var gone: [String] = []
    /// A Boolean value that indicates whether the exchange has no endpoint.
    package internal(set) var isDraft = false
    /// The endpoints nearest to a draft's request, and why they don't match.
    package internal(set) var nearest: [String] = []
    /// The reason why the response is only the beginning of a stream, as a sentence, or `nil` if the stream ended
    /// normally.
    package internal(set) var brokenOff: String?
    /// The digest that the body matched before a string in it was replaced. It is a field's name, `path` or `query`, or
    /// `nil` if there is none.
    package internal(set) var changedDigest: String?
    /// The number of identical exchanges.
    package internal(set) var times = 1

    init(_ drafted: DraftedFile, replaced: [String], news: [String]) {
      recording = drafted.recording
      path = drafted.path
      bytes = drafted.bytes
      self.replaced = replaced
      self.news = news
    }

    /// Turns the recording into a step of a sequence.
    mutating func step(_ step: Recording.Step, schema: String?) {
      recording = recording.stepping(step)
      bytes = RecordingWriter.text(of: recording, schema: schema)
    }
  }

  /// Exchanges without new traits.
  package struct Like: Sendable, Hashable {
    /// The recording that shows the same traits.
    package let recording: String
    /// A Boolean value that indicates whether the recording has exactly the same request and response.
    package let isSame: Bool
    package internal(set) var times: Int
  }

  /// The folder of drafts without an endpoint, next to those of the endpoints.
  package static let undocumented = "undocumented"

  /// Exchanges that aren't written to a file.
  package struct Skip: Sendable, Hashable {
    /// The request, such as `GET /api/v2/tickets/7`.
    package let request: String
    package let reason: String
    package internal(set) var times = 1
  }

  /// Exchanges without new traits that are omitted because there are enough of their kind.
  package struct Surplus: Sendable, Hashable {
    /// The reason, with the kind and its limit, such as `items.get has 1000 recordings`.
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
  ///   - captures: The exchanges in chronological order.
  ///   - existing: The service's recordings.
  ///   - callers: The knowledge about callers, which learns from all exchanges first.
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
