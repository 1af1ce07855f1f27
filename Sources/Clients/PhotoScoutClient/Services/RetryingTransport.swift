import Foundation
import PlumblineAPIClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends a request again when nothing came of it and sending it twice is the same as once.
///
/// Idempotent methods are repeated (RFC 9110 section 9.2.2) after a failure of the network and after 500, 502, 503 and
/// 504. What the server refuses (4xx) stays refused, and a POST is never repeated.
public struct RetryingTransport: Transport {
  private static let idempotent: Set<String> = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]
  private static let passing: Set<Int> = [500, 502, 503, 504]

  private let transport: any Transport
  private let policy: RetryPolicy
  private let wait: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - transport: carries each attempt.
  ///   - policy: how often, and after how long.
  ///   - wait: waits between two attempts; throws when the task is cancelled.
  public init(
    _ transport: any Transport, policy: RetryPolicy = RetryPolicy(),
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.transport = transport
    self.policy = policy
    self.wait = wait
  }

  /// The answer of the last attempt, or its error.
  public func send(_ request: URLRequest) async throws -> APIResponse {
    var attempt = 1
    while true {
      let isLast = attempt >= policy.attempts || !Self.idempotent.contains(request.httpMethod ?? "GET")
      do {
        let response = try await transport.send(request)
        if isLast || !Self.passing.contains(response.status) { return response }
      } catch {
        if isLast || !(error is URLError) || Task.isCancelled { throw error }
      }
      try await wait(policy.pause(after: attempt))
      attempt += 1
    }
  }
}

/// How often a request is sent again, and after how long.
public struct RetryPolicy: Sendable, Hashable {
  /// How many times a request is sent at most, at least once.
  public var attempts: Int
  /// How long to wait before the second attempt; each further wait is four times as long.
  public var pause: Duration

  /// Three attempts within two seconds, unless told otherwise.
  public init(attempts: Int = 3, pause: Duration = .milliseconds(300)) {
    self.attempts = attempts
    self.pause = pause
  }

  /// Everything is sent once.
  public static let never = RetryPolicy(attempts: 1)

  /// How long to wait after so many attempts.
  func pause(after attempts: Int) -> Duration {
    // Four to the tenth is longer than anybody waits.
    (1..<max(1, min(attempts, 10))).reduce(pause) { pause, _ in pause * 4 }
  }
}
