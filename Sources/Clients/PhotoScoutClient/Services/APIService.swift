import Foundation
import PlumblineAPIClient

/// PhotoScout's API: plans and conversations, as bare JSON.
///
/// Every answer is kept. When no answer comes at all, a read gives the one that was kept for this visitor; ``isOffline``
/// tells that it did. What the server refuses is never answered from the cache.
public actor APIService {
  private let api: APIClient
  private let visitor: any VisitorProviding
  private let cache: any AnswerCaching
  /// A Boolean value that indicates whether the last read was answered from what was kept, because the server couldn't be
  /// reached.
  public private(set) var isOffline = false
  /// Counts what was deleted, so that an answer from before it brings nothing back.
  private var deletions = 0

  /// - Parameters:
  ///   - apiBaseURL: where the API lives: `http://localhost:5173/api`.
  ///   - visitor: knows on whose behalf requests are sent.
  ///   - cache: keeps answers.
  ///   - transport: carries requests, and repeats those that may be.
  public init(
    apiBaseURL: URL, visitor: any VisitorProviding, cache: any AnswerCaching = InMemoryAnswerCache(),
    transport: any Transport
  ) {
    // The API knows its caller by the visitor id alone: there is no key and no token.
    api = APIClient(baseURL: apiBaseURL, apiKey: nil, token: InMemoryTokenStore(), transport: transport)
    self.visitor = visitor
    self.cache = cache
  }

  /// Forgets every answer that was kept.
  public func forgetAnswers() async {
    await cache.removeAll()
    isOffline = false
  }
}

// MARK: - Plans

extension APIService {
  private static let plans: EndpointPath = "/plans"

  /// The visitor's plans. `GET /plans`
  public func fetchPlans() async throws -> [Plan] {
    try await read(Self.plans)
  }

  /// The visitor's plans, asked for again and again: those that were kept, then each change, and what fails.
  ///
  /// - Parameters:
  ///   - interval: how long to wait after an answer, a second at least.
  ///   - wait: waits so long; throws when the task is cancelled.
  public nonisolated func planUpdates(
    every interval: Duration,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> Updates<[Plan]> {
    updates(of: Self.plans, every: interval, wait: wait)
  }

  /// One plan. `GET /plans/{id}`
  public func fetchPlan(id: String) async throws -> Plan {
    try await read(Self.plan(id))
  }

  /// Deletes a plan. `DELETE /plans/{id}`
  ///
  /// The plan is gone from what was kept as well, so that it doesn't come back when the device is offline.
  public func deletePlan(id: String) async throws {
    let visitorId = await visitor.visitorId
    _ = try await send(.delete, Self.plan(id), as: visitorId) { try $0.checkStatus($1) }
    deletions += 1
    await cache.setAnswer(nil, for: AnswerKey(Self.plan(id), of: visitorId))
    let list = AnswerKey(Self.plans, of: visitorId)
    guard let kept = await cache.answer(for: list) else { return }
    let plans = try? JSONCoding.decoder().decode([Plan].self, from: kept)
    await cache.setAnswer(try? plans.map { try JSONCoding.encoder().encode($0.filter { $0.id != id }) }, for: list)
  }

  private static func plan(_ id: String) -> EndpointPath { "/plans/\(id)" }
}

// MARK: - Conversations

extension APIService {
  private static let conversations: EndpointPath = "/conversations"

  /// The visitor's conversations. `GET /conversations`
  public func fetchConversations() async throws -> [Conversation] {
    try await read(Self.conversations)
  }

  /// The visitor's conversations, asked for again and again as ``planUpdates(every:wait:)`` does.
  public nonisolated func conversationUpdates(
    every interval: Duration,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> Updates<[Conversation]> {
    updates(of: Self.conversations, every: interval, wait: wait)
  }

  /// One conversation with its messages. `GET /conversations/{id}`
  public func fetchConversation(id: String) async throws -> ConversationDetail {
    try await read("/conversations/\(id)")
  }
}

// MARK: - Sending

extension APIService {
  /// Reads a value from the server; from what was kept when the server can't be reached.
  private func read<Value: Codable & Sendable>(_ path: EndpointPath) async throws -> Value {
    // Asked for once: who signs out meanwhile must not get another's answer, nor leave theirs to another.
    let visitorId = await visitor.visitorId
    do {
      return try await fetch(path, as: visitorId)
    } catch APIError.networkError(let error) {
      guard let value: Value = await kept(path, of: visitorId) else { throw APIError.networkError(error) }
      isOffline = true
      return value
    }
  }

  /// Reads a value from the server, and keeps the answer. Where something was deleted before it came, it is asked for again:
  /// it may be from before that.
  private func fetch<Value: Codable & Sendable>(_ path: EndpointPath, as visitorId: String) async throws -> Value {
    while true {
      let seen = deletions
      let (value, body) = try await send(.get, path, as: visitorId) { interpreter, response in
        (try interpreter.bare(response, of: Value.self), response.body)
      }
      if deletions != seen { continue }
      await cache.setAnswer(body, for: AnswerKey(path, of: visitorId))
      isOffline = false
      return value
    }
  }

  private func kept<Value: Codable & Sendable>(_ path: EndpointPath, of visitorId: String) async -> Value? {
    await cache.answer(for: AnswerKey(path, of: visitorId)).flatMap {
      try? JSONCoding.decoder().decode(Value.self, from: $0)
    }
  }

  /// A value as it changes, for whoever is signed in when it is asked for. What the network doesn't bring is a failure
  /// here: what was kept is shown already.
  private nonisolated func updates<Value: Codable & Sendable & Equatable>(
    of path: EndpointPath, every interval: Duration, wait: @escaping @Sendable (Duration) async throws -> Void
  ) -> Updates<Value> {
    let visitor = visitor
    return Updates(
      every: interval, wait: wait, kept: { await self.kept(path, of: visitor.visitorId) },
      fetch: { try await self.fetch(path, as: visitor.visitorId) })
  }

  private func send<Value>(
    _ method: HTTPMethod, _ path: EndpointPath, as visitorId: String,
    read: @Sendable (ResponseInterpreter, APIResponse) throws -> Value
  ) async throws -> Value {
    // An empty id is none: the server is to say that it needs one.
    let headers = visitorId.isEmpty ? [:] : ["X-Visitor-Id": visitorId]
    return try await api.send(APIRequest(method, path, headers: headers), read: read)
  }
}

/// Knows on whose behalf requests are sent.
public protocol VisitorProviding: Sendable {
  /// The Google user id of who is signed in, or the device's UUID.
  var visitorId: String { get async }
}
