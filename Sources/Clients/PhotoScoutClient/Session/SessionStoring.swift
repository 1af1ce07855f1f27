/// A store that keeps the session between launches.
public protocol SessionStoring: Sendable {
  /// Returns the stored session, or `nil` if there is none, or if it can't be read.
  func session() async throws -> UserSession?
  /// Stores a session, replacing the previous one.
  func setSession(_ session: UserSession) async throws
}

/// A session store in memory for tests, previews, and command-line tools. Its session is lost when the process ends.
public actor InMemorySessionStore: SessionStoring {
  private var current: UserSession?

  /// Creates a store that already holds a session.
  public init(_ session: UserSession? = nil) {
    current = session
  }

  /// Returns the stored session.
  public func session() -> UserSession? { current }

  /// Stores a session, replacing the previous one.
  public func setSession(_ session: UserSession) { current = session }
}
