import Foundation
import PlumblineAPIClient

/// PhotoScout's API for plans and conversations. Its responses are JSON without an envelope.
///
/// Every response is cached. If the server can't be reached, a read returns the visitor's cached response and sets
/// ``isOffline``. A request that the server rejects is never answered from the cache.
public actor APIService {
  private let api: APIClient
  private let visitor: any VisitorProviding
  private let cache: any AnswerCaching
  /// A Boolean value that indicates whether the last read came from the cache because the server couldn't be reached.
  public private(set) var isOffline = false
  /// The number of deletions so far. It prevents a response from before a deletion from restoring the deleted plan.
  private var deletions = 0

  /// Creates a service for an API.
  ///
  /// - Parameters:
  ///   - apiBaseURL: The URL of the API, such as `http://localhost:5173/api`.
  ///   - visitor: The source of the visitor ID for requests.
  ///   - cache: The cache of responses.
  ///   - transport: The transport that sends requests and repeats idempotent ones.
  public init(
    apiBaseURL: URL, visitor: any VisitorProviding, cache: any AnswerCaching = InMemoryAnswerCache(),
    transport: any Transport
  ) {
    // The API identifies its caller by the visitor ID alone, so there is no key and no token.
    api = APIClient(baseURL: apiBaseURL, apiKey: nil, token: InMemoryTokenStore(), transport: transport)
    self.visitor = visitor
    self.cache = cache
  }

  /// Removes all cached responses.
  public func forgetAnswers() async {
    await cache.removeAll()
    isOffline = false
  }
}

// MARK: - Plans

extension APIService {
  private static let plans: EndpointPath = "/plans"

  /// Returns the visitor's plans. `GET /plans`
  public func fetchPlans() async throws -> [Plan] {
    try await read(Self.plans)
  }

  /// Polls the visitor's plans. Yields the cached plans first, and then each change and each error.
  ///
  /// - Parameters:
  ///   - interval: The pause after a response, at least one second.
  ///   - wait: A closure that waits for the given duration, and throws if the task is canceled.
  public nonisolated func planUpdates(
    every interval: Duration,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> Updates<[Plan]> {
    updates(of: Self.plans, every: interval, wait: wait)
  }

  /// Returns one plan. `GET /plans/{id}`
  public func fetchPlan(id: String) async throws -> Plan {
    try await read(Self.plan(id))
  }

  /// Deletes a plan. `DELETE /plans/{id}`
  ///
  /// The plan is also removed from the cache, so that it doesn't reappear when the device is offline.
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

  /// Returns the visitor's conversations. `GET /conversations`
  public func fetchConversations() async throws -> [Conversation] {
    try await read(Self.conversations)
  }

  /// Polls the visitor's conversations like ``planUpdates(every:wait:)`` polls the plans.
  public nonisolated func conversationUpdates(
    every interval: Duration,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> Updates<[Conversation]> {
    updates(of: Self.conversations, every: interval, wait: wait)
  }

  /// Returns one conversation with its messages. `GET /conversations/{id}`
  public func fetchConversation(id: String) async throws -> ConversationDetail {
    try await read("/conversations/\(id)")
  }
}

// MARK: - Sending

extension APIService {
  /// Reads a value from the server, or from the cache if the server can't be reached.
  private func read<Value: Codable & Sendable>(_ path: EndpointPath) async throws -> Value {
    // Read the visitor ID only once. If the user signs out meanwhile, the request must neither return nor cache another
    // visitor's response.
    let visitorId = await visitor.visitorId
    do {
      return try await fetch(path, as: visitorId)
    } catch APIError.networkError(let error) {
      guard let value: Value = await kept(path, of: visitorId) else { throw APIError.networkError(error) }
      isOffline = true
      return value
    }
  }

  /// Reads a value from the server and caches the response. If a plan was deleted meanwhile, reads it again, because
  /// the response may predate the deletion.
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

  /// Polls a value for the user who is signed in at the time of each request. Network errors are reported rather than
  /// hidden by the cache, because the cached value is already shown.
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
    // Treat an empty ID as none, so that the server reports that it requires one.
    let headers = visitorId.isEmpty ? [:] : ["X-Visitor-Id": visitorId]
    return try await api.send(APIRequest(method, path, headers: headers), read: read)
  }
}

/// A source of the visitor ID for requests.
public protocol VisitorProviding: Sendable {
  /// The Google user ID of the signed-in user, or the device's UUID if no one is signed in.
  var visitorId: String { get async }
}
