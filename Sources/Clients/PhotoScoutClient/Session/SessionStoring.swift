/// Keeps who is signed in between launches.
public protocol SessionStoring: Sendable {
  /// What was kept; nil when nothing was, or when it can't be read any more.
  func session() async throws -> UserSession?
  /// Keeps a session in the place of the one before.
  func setSession(_ session: UserSession) async throws
}
