import Foundation
import PlumblineAPIClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that repeats failed idempotent requests.
///
/// Requests with an idempotent method (RFC 9110 section 9.2.2) are repeated after a network error and after the
/// statuses 500, 502, 503, and 504. Client errors (4xx) are final, and a POST is never repeated.
public struct RetryingTransport: Transport {
  private static let idempotent: Set<String> = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]
  private static let passing: Set<Int> = [500, 502, 503, 504]

  private let transport: any Transport
  private let policy: RetryPolicy
  private let wait: @Sendable (Duration) async throws -> Void

  /// Creates a transport that repeats requests.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends each attempt.
  ///   - policy: The number of attempts and the pauses between them.
  ///   - wait: A closure that waits between two attempts, and throws if the task is canceled.
  public init(
    _ transport: any Transport, policy: RetryPolicy = RetryPolicy(),
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.transport = transport
    self.policy = policy
    self.wait = wait
  }

  /// Returns the response of the last attempt, or throws its error.
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

/// The number of attempts for a request, and the pauses between them.
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts. It is at least one.
  public var attempts: Int
  /// The pause before the second attempt. Each further pause is four times as long as the previous one.
  public var pause: Duration

  /// Creates a policy. The default is three attempts within two seconds.
  public init(attempts: Int = 3, pause: Duration = .milliseconds(300)) {
    self.attempts = attempts
    self.pause = pause
  }

  /// A policy that sends every request once.
  public static let never = RetryPolicy(attempts: 1)

  /// Returns the pause after the given number of attempts.
  func pause(after attempts: Int) -> Duration {
    // Four to the tenth power is already longer than any sensible pause.
    (1..<max(1, min(attempts, 10))).reduce(pause) { pause, _ in pause * 4 }
  }
}
