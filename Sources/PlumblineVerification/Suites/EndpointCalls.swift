/// A builder of the calls for one endpoint, each of which runs one method of a client.
///
/// ```swift
/// EndpointCalls("plans.get", client: { try $0.client() })
///   .ordinary("reads a plan") { client, context in try await client.plan(id: context.planID) }
///   .failure("notFound", "reads a plan that doesn't exist") { client, _ in try await client.plan(id: "none") }
///   .calls
/// ```
public struct EndpointCalls<Client: Sendable>: Sendable {
  /// A closure that creates the client as an app would.
  public typealias Make = @Sendable (CallContext) async throws -> Client
  /// A closure that runs one method of the client.
  public typealias Run = @Sendable (Client, CallContext) async throws -> any Sendable

  /// The calls so far, in order.
  public private(set) var calls: [Call] = []
  private let endpoint: String
  private let make: Make

  /// - Parameters:
  ///   - endpoint: The endpoint's id, such as `tickets.update`.
  ///   - make: A closure that creates the client for each call.
  public init(_ endpoint: String, client make: @escaping Make) {
    self.endpoint = endpoint
    self.make = make
  }

  /// Adds a call that succeeds, because of its data or because the mock replays a recording.
  public func success(
    _ name: String, as caller: Call.Caller = .first, by means: Call.Means = .data, run: @escaping Run
  ) -> EndpointCalls {
    adding(name, caller, .success, means, run)
  }

  /// Adds a call that succeeds and whose value must match the response. Otherwise, the call fails.
  ///
  /// ```swift
  /// .success("reads a note's time", run: { client, _ in try await client.note(7) }) { note, answer in
  ///   note.year == answer.number(at: "/data/year").map { Int($0) } ? nil : "it reads the year \(note.year)"
  /// }
  /// ```
  /// - Parameters:
  ///   - name: A short description of the call.
  ///   - caller: The caller.
  ///   - run: A closure that runs the client's method.
  ///   - gives: A closure that returns a short description of the problem with a decoded value, or `nil` if it is
  ///     correct.
  public func success<Value: Sendable>(
    _ name: String, as caller: Call.Caller = .first,
    run: @escaping @Sendable (Client, CallContext) async throws -> Value,
    gives: @escaping @Sendable (Value, CallAnswer) -> String?
  ) -> EndpointCalls {
    var copy = adding(name, caller, .success, .data) { client, context in try await run(client, context) }
    copy.calls[copy.calls.count - 1].comparison = { value, answer in (value as? Value).flatMap { gives($0, answer) } }
    return copy
  }

  /// Adds a call that succeeds, along with calls for the errors that any request to the endpoint may encounter: missing
  /// credentials and a server error.
  ///
  /// The expected errors are the contract's `unauthorized` and `serverError`. For the latter, the mock replays the
  /// endpoint's recording `server-error`.
  public func ordinary(_ name: String, as caller: Call.Caller = .first, run: @escaping Run) -> EndpointCalls {
    success(name, as: caller, run: run)
      .failure("unauthorized", "\(name), without credentials", as: .nobody, run: run)
      .played("server-error", expecting: "serverError", "\(name), while the server fails", as: caller, run: run)
  }

  /// Adds a call that succeeds for each of several values, to find servers that reject one of them. Only the responses
  /// to the first value are varied, because the others reveal nothing new.
  ///
  /// ```swift
  /// .success("sets an alert's level to", each: Level.known) { client, _, level in try await client.set(level) }
  /// // "sets an alert's level to low", "sets an alert's level to high"
  /// ```
  /// - Parameters:
  ///   - name: A short description of the calls, which each value completes.
  ///   - values: The values, one for each call.
  ///   - caller: The caller.
  ///   - run: A closure that runs the client's method with a value.
  public func success<Value: Sendable & CustomStringConvertible>(
    _ name: String, each values: [Value], as caller: Call.Caller = .first,
    run: @escaping @Sendable (Client, CallContext, Value) async throws -> any Sendable
  ) -> EndpointCalls {
    var copy = self
    for (index, value) in values.enumerated() {
      copy = copy.success("\(name) \(value)", as: caller) { client, context in try await run(client, context, value) }
      copy.calls[copy.calls.count - 1].isAnotherValue = index > 0
    }
    return copy
  }

  /// Adds a call that fails because of its data or its caller.
  public func failure(
    _ failure: String, _ name: String, as caller: Call.Caller = .first, run: @escaping Run
  ) -> EndpointCalls {
    adding(name, caller, .failure(failure), .data, run)
  }

  /// Adds a call that fails because the mock replays a recording of an error. On a real server it is skipped.
  public func played(
    _ recording: String, expecting failure: String, _ name: String, as caller: Call.Caller = .first,
    run: @escaping Run
  ) -> EndpointCalls {
    adding(name, caller, .failure(failure), .recording(recording), run)
  }

  private func adding(
    _ name: String, _ caller: Call.Caller, _ expectation: Call.Expectation, _ means: Call.Means, _ run: @escaping Run
  ) -> EndpointCalls {
    let make = make
    var copy = self
    copy.calls.append(
      Call(endpoint, name, as: caller, expecting: expectation, by: means) { context in
        try await run(make(context), context)
      })
    return copy
  }
}
