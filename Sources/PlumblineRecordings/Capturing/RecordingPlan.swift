import PlumblineContractModel
import PlumblineHTTPMessages

/// The files to write for exchanges with a real server, and the exchanges that aren't written, with the reasons.
///
///     let plan = RecordingPlan(captures, of: contract, beside: recordings, options: options, callers: callers)
///     for file in plan.files { try AtomicFile.write(file.bytes, to: file.path) }
///
/// The plan itself writes nothing. Each request to an endpoint becomes a recording, because a client that replays a
/// session expects the responses that it got. If the same request has several responses, they become a sequence.
/// Existing recordings are kept, and new ones are added only if a response shows something new for its request, such as
/// a status, a member, a null, or a listed value.
///
/// With ``Options/isOnePerAnswer``, the requests to an endpoint aren't distinguished, so that recordings don't
/// accumulate for different callers and items. An exchange that matches no endpoint becomes a draft in a separate
/// folder.
package struct RecordingPlan: Sendable {
  /// The options for creating recordings.
  package struct Options: Sendable {
    /// The base URL of the server or the file that the recordings come from, as named in recordings, or `nil` if it is
    /// unknown.
    package var from: String?
    /// The current date, as `YYYY-MM-DD`.
    package var on: String
    /// The provenance of the exchanges.
    package var kind = Provenance.Kind.recorded
    /// A Boolean value that indicates whether to write exchanges without new traits. They replace the recording of the
    /// same request. If there is none, they become a new recording.
    package var refreshes = false
    /// A Boolean value that indicates whether to replace the response in a file with the same request even if the new
    /// response shows nothing new.
    package var replaces = false
    /// A Boolean value that indicates whether to write an exchange only if its response shows something that no other
    /// response of the endpoint shows, regardless of the request.
    package var isOnePerAnswer = false
    /// A Boolean value that indicates whether to turn different responses to the same request into the steps of a
    /// sequence. Otherwise, they are treated as with ``isOnePerAnswer``.
    package var makesSequences = true
    /// A Boolean value that indicates whether to write every exchange as a new recording, without overwriting existing
    /// ones.
    package var keepsOthers = false
    /// The size limit for exchanges, for messages about truncated ones.
    package var largest = ByteSize(16 << 20)
    /// The existing drafts.
    package var drafts: [Recording] = []
    /// A Boolean value that indicates whether to leave out responses that violate the contract.
    package var isOnlyClean = false
    /// The path of `recording.schema.json` relative to the recording's folder, or `nil` if the file doesn't exist.
    package var schema: String?
    /// A closure that returns the path of a recording, for its file and for messages.
    package var path: @Sendable (_ endpoint: String, _ name: String) -> String
    /// A closure that returns a Boolean value that indicates whether there is a file at a path, even if it couldn't be
    /// read as a recording.
    package var isThere: @Sendable (_ path: String) -> Bool
    /// A closure that converts a location on the server to what a client of the mock should see. It returns `nil` if
    /// the location is elsewhere.
    package var locally: @Sendable (String) -> String?
    /// A closure that derives path templates from exchanges that match no endpoint, to recognize other requests of the
    /// same kind. Without templates, only numbers and UUIDs in paths are considered ids.
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
    /// The provenance of the recording that is overwritten, or `nil` if the recording is new.
    package internal(set) var replacedKind: Provenance.Kind?
    /// The locations of replaced values, as pointers.
    package let replaced: [String]
    /// The new traits in the response, such as `null at /response/body/data/assignee`.
    package let news: [String]
    /// The traits that no recording shows anymore.
    package internal(set) var gone: [String] = []
    /// A Boolean value that indicates whether the exchange matches no endpoint.
    package internal(set) var isDraft = false
    /// The endpoints that are nearest to a draft's request, and the reasons why they don't match.
    package internal(set) var nearest: [String] = []
    /// The reason why the response is only the beginning of a stream, as a sentence, or `nil` if the stream was
    /// complete.
    package internal(set) var brokenOff: String?
    /// The digest that the body matched before a string in it was replaced: a field's name, `path`, or `query`. The
    /// value is `nil` if there is none.
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

  /// A number of exchanges without new traits.
  package struct Like: Sendable, Hashable {
    /// The id of the recording that shows the same traits.
    package let recording: String
    /// A Boolean value that indicates whether the recording has exactly the same request and response.
    package let isSame: Bool
    package internal(set) var times: Int
  }

  /// The name of the folder for drafts that match no endpoint. It is next to the folders of the endpoints.
  package static let undocumented = "undocumented"

  /// A number of exchanges that aren't written, for the same reason.
  package struct Skip: Sendable, Hashable {
    /// The request, such as `GET /api/v2/tickets/7`.
    package let request: String
    package let reason: String
    package internal(set) var times = 1
  }

  /// A number of exchanges without new traits that are omitted because there are enough of their kind.
  package struct Surplus: Sendable, Hashable {
    /// The reason, which names the kind and its limit, such as `items.get has 1000 recordings`.
    package let reason: String
    package internal(set) var times: Int
  }

  package let files: [File]
  package let skips: [Skip]
  package let surplus: [Surplus]
  package let likes: [Like]
  /// The credentials that are omitted from recordings, as pointers.
  package let leftOut: [String]

  /// - Parameters:
  ///   - captures: The exchanges in chronological order.
  ///   - existing: The service's recordings.
  ///   - callers: The registry of callers. It learns from all exchanges first.
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
