import Foundation

/// Who is signed in: makes the sign-in's URL, takes the redirect, and remembers the user between launches.
///
///     let url = await authentication.beginSignIn()            // for the web view
///     try await authentication.completeSignIn(redirect: text)  // when it is sent to the redirect
///
/// As in PhotoScout, who has signed in stays so until they sign out: the token's end bounds the sign-in, not the session.
public actor AuthenticationService: VisitorProviding {
  private let store: any SessionStoring
  private let google: GoogleSignIn
  private let now: @Sendable () -> Date
  private var session: UserSession
  /// The nonce of the sign-in that is under way. It is good for one token.
  private var nonce: String?
  /// The last change that is being kept: changes are kept one after the other.
  private var keeping: Task<Void, any Error>?

  /// Restores what the store kept. A device that has no id yet gets one, and keeps it.
  ///
  /// - Parameters:
  ///   - store: keeps who is signed in between launches.
  ///   - google: the app, as Google knows it.
  ///   - now: tells the time.
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

  /// A Boolean value that indicates whether somebody is signed in.
  public var isAuthenticated: Bool { session.user != nil }
  /// Google's id of who is signed in.
  public var userId: String? { session.user?.id }
  /// The address of who is signed in, if Google told it.
  public var userEmail: String? { session.user?.email }
  /// The name of who is signed in, if Google told it.
  public var userName: String? { session.user?.name }
  /// The Google user id of who is signed in, or the device's UUID.
  public var visitorId: String { session.visitorId }

  /// Begins a sign-in, in the place of one that is under way: the URL for the web view.
  public func beginSignIn() -> String { beginSignIn(nonce: Nonce.make()) }

  /// Begins a sign-in with a nonce of the caller's: a value that nobody can guess.
  public func beginSignIn(nonce: String) -> String {
    self.nonce = nonce
    return google.url(nonce: nonce)
  }

  /// Ends a sign-in with the redirect that Google sent, its fragment included.
  ///
  /// - Throws: ``AuthenticationError``, or what the store throws. Whoever was signed in stays so.
  public func completeSignIn(redirect text: String) async throws {
    try await signInWithGoogle(idToken: try google.idToken(inRedirect: text))
  }

  /// Ends a sign-in with the token that Google sent.
  ///
  /// The token has to belong to the sign-in that is under way, to this app and to now; its signature isn't verified (see
  /// ``IDToken``).
  ///
  /// - Throws: ``AuthenticationError``, or what the store throws. Whoever was signed in stays so.
  public func signInWithGoogle(idToken: String) async throws {
    let token = try IDToken(decoding: idToken)
    try token.validate(at: now(), clientID: google.clientID, nonce: nonce)
    nonce = nil
    try await keep(GoogleUser(token))
  }

  /// Signs out; the device keeps its id.
  public func signOut() async throws {
    nonce = nil
    try await keep(nil)
  }

  /// What isn't stored doesn't hold: an app that forgets a sign-out would be signed in again at its next launch.
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
