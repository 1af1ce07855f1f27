import Foundation

/// The sign-in state. It creates the sign-in URL, accepts the redirect, and remembers the user between launches.
///
///     let url = await authentication.beginSignIn()            // for the web view
///     try await authentication.completeSignIn(redirect: text)  // when it is sent to the redirect
///
/// As in PhotoScout, users stay signed in until they sign out: the token's expiry limits the sign-in, not the session.
public actor AuthenticationService: VisitorProviding {
  private let store: any SessionStoring
  private let google: GoogleSignIn
  private let now: @Sendable () -> Date
  private var session: UserSession
  /// The nonce of the sign-in in progress, or `nil` if there is none. It is valid for one token.
  private var nonce: String?
  /// The most recent write to the store. Writes run in order, one at a time.
  private var keeping: Task<Void, any Error>?

  /// Creates a service that restores the stored session. A device without an ID gets a new one, which is stored.
  ///
  /// - Parameters:
  ///   - store: The store that keeps the session between launches.
  ///   - google: The app's Google configuration.
  ///   - now: A closure that returns the current time.
  public init(
    store: any SessionStoring, google: GoogleSignIn = .photoScout, now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    self.store = store
    self.google = google
    self.now = now
    if let kept = try await store.session() {
      session = kept
    } else {
      session = UserSession(deviceId: UUID().uuidString)
      try await store.setSession(session)
    }
  }

  /// A Boolean value that indicates whether a user is signed in.
  public var isAuthenticated: Bool { session.user != nil }
  /// The Google ID of the signed-in user, or `nil` if no one is signed in.
  public var userId: String? { session.user?.id }
  /// The email address of the signed-in user, if Google provided it.
  public var userEmail: String? { session.user?.email }
  /// The name of the signed-in user, if Google provided it.
  public var userName: String? { session.user?.name }
  /// The Google user ID of the signed-in user, or the device's UUID if no one is signed in.
  public var visitorId: String { session.visitorId }

  /// Begins a sign-in, replacing one in progress, and returns the URL for the web view.
  public func beginSignIn() -> String { beginSignIn(nonce: Nonce.make()) }

  /// Begins a sign-in with the given nonce. The nonce must be unguessable.
  public func beginSignIn(nonce: String) -> String {
    self.nonce = nonce
    return google.url(nonce: nonce)
  }

  /// Completes a sign-in with the redirect that Google sent, including its fragment.
  ///
  /// - Throws: ``AuthenticationError``, or the store's error. In that case the previous user stays signed in.
  public func completeSignIn(redirect text: String) async throws {
    try await signInWithGoogle(idToken: try google.idToken(inRedirect: text))
  }

  /// Completes a sign-in with the token that Google sent.
  ///
  /// The token has to belong to the sign-in in progress and to this app, and be currently valid. Its signature isn't
  /// verified (see ``IDToken``).
  ///
  /// - Throws: ``AuthenticationError``, or the store's error. In that case the previous user stays signed in.
  public func signInWithGoogle(idToken: String) async throws {
    let token = try IDToken(decoding: idToken)
    try token.validate(at: now(), clientID: google.clientID, nonce: nonce)
    nonce = nil
    try await keep(GoogleUser(token))
  }

  /// Signs out. The device keeps its ID.
  public func signOut() async throws {
    nonce = nil
    try await keep(nil)
  }

  /// Stores a change before it takes effect. If a sign-out took effect without being stored, the next launch would sign
  /// the user in again.
  private func keep(_ user: GoogleUser?) async throws {
    let before = keeping
    let change = Task {
      _ = await before?.result
      let new = UserSession(deviceId: session.deviceId, user: user)
      try await store.setSession(new)
      session = new
    }
    keeping = change
    try await change.value
  }
}
