/// One run of one client method: the endpoint that it reaches, and its expected outcome.
public struct Call: Sendable {
  /// The expected outcome of a call.
  public enum Expectation: Sendable, Hashable {
    /// One of the endpoint's documented successes.
    case success
    /// One of the endpoint's documented failures, by its name in the contract: `notFound`.
    case failure(String)
  }

  /// The caller.
  public enum Caller: Sendable, Hashable {
    /// The contract's first persona.
    case first
    /// The persona of this name.
    case persona(String)
    /// An anonymous caller: no credentials are sent.
    case nobody
  }

  /// The cause of the expected outcome.
  public enum Means: Sendable, Hashable {
    /// The data that is sent: an id that doesn't exist, a value that isn't allowed, a caller without the permission.
    case data
    /// A recording of the endpoint that the mock plays, by its name. A real server can't play it, so there the call is skipped.
    case recording(String)
  }

  /// The endpoint's id: `tickets.update`.
  public let endpoint: String
  /// A few words for the call: "edits a ticket".
  public let name: String
  public let caller: Caller
  public let expectation: Expectation
  public let means: Means
  /// A Boolean value that indicates whether a request that changes something may only concern items that the run has created: a
  /// request that is known to be wrong.
  package var needsOwnItem = false
  /// The recorded refusal that is also requested from a real server; `nil` for all other calls.
  package var replay: Replay?
  /// A Boolean value that indicates whether the call before it differs only in a value that it sends, so its responses
  /// reveal nothing new about the client.
  package var isAnotherValue = false
  /// Its place among its suite's calls, by which another process with the same suite finds it; `nil` if none has it.
  package var number: Int?
  /// The values that it sends though its server may not know them.
  package var guesses = CallGuesses()
  /// Compares the value that the client decoded with the response that it came from, and returns the mismatch; `nil` if the
  /// suite doesn't compare them.
  package var comparison: (@Sendable (any Sendable, CallAnswer) -> String?)?
  /// Runs the client and returns the decoded value.
  public let run: @Sendable (CallContext) async throws -> any Sendable

  public init(
    _ endpoint: String, _ name: String, as caller: Caller = .first, expecting expectation: Expectation = .success,
    by means: Means = .data, run: @escaping @Sendable (CallContext) async throws -> any Sendable
  ) {
    self.endpoint = endpoint
    self.name = name
    self.caller = caller
    self.expectation = expectation
    self.means = means
    self.run = run
  }

  /// The title in reports: "tickets.update: edits a ticket".
  package var title: String { "\(endpoint): \(name)" }
}

/// The failure that a client reported to its caller, in terms that all clients share.
public struct ClientFailure: Sendable, Hashable {
  /// The kinds that a caller acts on differently.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Log in again (401).
    case unauthorized
    /// Not allowed (403).
    case forbidden
    /// No such thing (404).
    case notFound
    /// Not in its present state (409).
    case conflict
    /// The input is wrong (400, 422).
    case validation
    /// The server failed (500 and above, or anything else that it refused).
    case server
    /// No response came.
    case network
    /// A response came that the client can't read.
    case decoding
    /// None of these.
    case other
  }

  public var kind: Kind
  /// The message that the client would show to a person.
  public var message: String
  /// The place where decoding stopped, as a JSON Pointer into the body, for ``Kind/decoding``.
  public var codingPath: String?

  public init(_ kind: Kind, message: String, codingPath: String? = nil) {
    self.kind = kind
    self.message = message
    self.codingPath = codingPath
  }
}
