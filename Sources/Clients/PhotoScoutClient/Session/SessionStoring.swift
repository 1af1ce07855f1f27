/// Keeps who is signed in between launches.
public protocol SessionStoring: Sendable {
  /// What was kept; nil when nothing was, or when it can't be read any more.
  func session() async throws -> UserSession?
  /// Keeps a session in the place of the one before.
  func setSession(_ session: UserSession) async throws
}

/// Forgets everything when the process ends: for tests, previews and command line tools.
public actor InMemorySessionStore: SessionStoring {
  private var current: UserSession?

  /// A store that holds a session from the start.
  public init(_ session: UserSession? = nil) {
    current = session
  }

  /// What was kept.
  public func session() -> UserSession? { current }

  /// Keeps a session in the place of the one before.
  public func setSession(_ session: UserSession) { current = session }
}
