/// A run of one client method, with the endpoint that it calls and the expected outcome.
public struct Call: Sendable {
  /// The expected outcome of a call.
  public enum Expectation: Sendable, Hashable {
    /// One of the endpoint's documented successes.
    case success
    /// One of the endpoint's documented errors, by its name in the contract, such as `notFound`.
    case failure(String)
  }

  /// The caller.
  public enum Caller: Sendable, Hashable {
    /// The contract's first persona.
    case first
    /// The persona with this name.
    case persona(String)
    /// An anonymous caller: no credentials are sent.
    case nobody
  }

  /// The cause of the expected outcome.
  public enum Means: Sendable, Hashable {
    /// The data that is sent, such as a nonexistent id, an invalid value, or a caller without permission.
    case data
    /// A recording of the endpoint, by name, that the mock replays. A real server can't replay it, so the call is
    /// skipped there.
    case recording(String)
  }

  /// The endpoint's id, such as `tickets.update`.
  public let endpoint: String
  /// A short description of the call, such as "edits a ticket".
  public let name: String
  public let caller: Caller
  public let expectation: Expectation
  public let means: Means
  /// A Boolean value that indicates whether the call's requests are deliberately wrong, so that they may only change
  /// items that the run created.
  package var needsOwnItem = false
  /// The recorded refusal whose request is also sent to a real server, or `nil` for all other calls.
  package var replay: Replay?
  /// A Boolean value that indicates whether the call differs from the previous one only in a value that it sends, so
  /// that its responses reveal nothing new about the client.
  package var isAnotherValue = false
  /// The call's index among its suite's calls, which another process with the same suite uses to find it, or `nil` if
  /// no other process has the call.
  package var number: Int?
  /// The values that the call sends and that its server may not know.
  package var guesses = CallGuesses()
  /// A closure that compares the value that the client decoded with the response that it came from, and returns the
  /// mismatch, or `nil` if the suite doesn't compare them.
  package var comparison: (@Sendable (any Sendable, CallAnswer) -> String?)?
  /// A closure that runs the client and returns the decoded value.
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

  /// The title in reports, such as "tickets.update: edits a ticket".
  package var title: String { "\(endpoint): \(name)" }
}

/// The error that a client reported to its caller, in terms that are common to all clients.
public struct ClientFailure: Sendable, Hashable {
  /// The kinds of errors that a caller handles differently.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The user must log in again (401).
    case unauthorized
    /// The user isn't allowed to do this (403).
    case forbidden
    /// The resource doesn't exist (404).
    case notFound
    /// The operation isn't possible in the current state (409).
    case conflict
    /// The input is wrong (400, 422).
    case validation
    /// The server failed (500 and above, or any other error status).
    case server
    /// There was no response.
    case network
    /// The client can't decode the response.
    case decoding
    /// The error is none of these.
    case other
  }

  public var kind: Kind
  /// The message that the client would show to a user.
  public var message: String
  /// The location where decoding stopped, as a JSON Pointer into the body, for ``Kind/decoding``.
  public var codingPath: String?
  /// A Boolean value that indicates whether the message says nothing beyond the response's status.
  package var isOfStatusAlone = false

  public init(_ kind: Kind, message: String, codingPath: String? = nil) {
    self.kind = kind
    self.message = message
    self.codingPath = codingPath
  }
}
