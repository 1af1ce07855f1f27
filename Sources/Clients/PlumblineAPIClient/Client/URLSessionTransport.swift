import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over a `URLSession` that gives each request its own deadline.
///
/// The transport enforces the deadline itself, because `URLSession` on Linux counts whole seconds and can wait past its
/// own timeout.
public struct URLSessionTransport: Transport {
  /// The session that all clients share. It has no cache and no cookies, follows no redirects, and answers no password
  /// challenges.
  public static let sharedSession: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    return URLSession(configuration: configuration, delegate: SessionPolicy(), delegateQueue: nil)
  }()

  private let session: URLSession
  private let deadline: Duration

  /// Creates a transport from a session and a deadline.
  ///
  /// - Parameters:
  ///   - session: A session that lives as long as the app. Creating one for each request would leak memory.
  ///   - deadline: The maximum duration of one call.
  public init(session: URLSession = Self.sharedSession, deadline: Duration = .seconds(30)) {
    self.session = session
    self.deadline = deadline
  }

  /// Sends one request.
  ///
  /// - Throws: `URLError.timedOut` after the deadline, or `CancellationError` if the task is canceled.
  public func send(_ request: URLRequest) async throws -> APIResponse {
    var request = request
    // The session's own timeout must be in whole seconds and later than the deadline.
    request.timeoutInterval = Double(min(max(deadline.components.seconds, 0), 86_400) + 2)
    let pending = PendingResponse()
    return try await withTaskCancellationHandler { [request] in
      try await withCheckedThrowingContinuation { continuation in
        pending.begin(request, in: session, deadline: deadline, continuation)
      }
    } onCancel: {
      pending.finish(.failure(CancellationError()))
    }
  }
}
