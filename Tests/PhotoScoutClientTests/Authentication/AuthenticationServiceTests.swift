import Foundation
import PhotoScoutClient
import Testing

@Suite struct AuthenticationServiceTests {
  private func service(_ store: any SessionStoring = InMemorySessionStore()) async throws -> AuthenticationService {
    try await AuthenticationService(store: store, now: { Tokens.now })
  }

  private static func redirect(_ token: String) -> String { "\(GoogleSignIn.photoScout.redirectURI)#id_token=\(token)" }

  @Test func `a redirect signs in, and the next launch knows it`() async throws {
    let store = InMemorySessionStore(UserSession(deviceId: "device"))
    let service = try await service(store)
    #expect(await service.isAuthenticated == false)
    #expect(await service.visitorId == "device")
    _ = await service.beginSignIn(nonce: Tokens.nonce)
    try await service.completeSignIn(redirect: Self.redirect(Tokens.token()))
    #expect(await service.isAuthenticated)
    #expect(await service.userId == "105925737740615784679")
    #expect(await service.userEmail == "user@example.com")
    #expect(await service.userName == "John Doe")
    #expect(await service.visitorId == "105925737740615784679")

    let relaunched = try await self.service(store)
    #expect(await relaunched.isAuthenticated)
    #expect(await relaunched.userName == "John Doe")
    try await relaunched.signOut()
    #expect(await relaunched.isAuthenticated == false)
    #expect(await relaunched.visitorId == "device", "The device is still the same.")
    #expect(try await self.service(store).isAuthenticated == false)
  }

  @Test func `a token signs in once`() async throws {
    let service = try await service()
    _ = await service.beginSignIn(nonce: Tokens.nonce)
    try await service.signInWithGoogle(idToken: Tokens.token())
    try await service.signOut()
    await #expect(throws: AuthenticationError.foreignNonce) {
      try await service.signInWithGoogle(idToken: Tokens.token())
    }
    #expect(await service.isAuthenticated == false)
  }

  @Test func `a sign-in that fails leaves who was signed in, and may be tried again`() async throws {
    let store = InMemorySessionStore(UserSession(deviceId: "device", user: GoogleUser(id: "1", name: "Ada")))
    let service = try await service(store)
    _ = await service.beginSignIn(nonce: Tokens.nonce)
    for text in ["", "com.example:/oauth2redirect#id_token=a", Self.redirect("a.b.c"), Self.redirect("") + "#error=x"] {
      await #expect(throws: AuthenticationError.self) { try await service.completeSignIn(redirect: text) }
    }
    #expect(await service.userName == "Ada")
    try await service.completeSignIn(redirect: Self.redirect(Tokens.token()))
    #expect(await service.userName == "John Doe")
  }

  @Test func `every sign-in has a nonce of its own, and only the last counts`() async throws {
    let service = try await service()
    let first = await service.beginSignIn()
    let second = await service.beginSignIn()
    #expect(first != second)
    let nonce = try #require(second.components(separatedBy: "&nonce=").last)
    #expect(nonce.utf8.count == 43)
    #expect(nonce.utf8.allSatisfy { !"+/=%".utf8.contains($0) })
    _ = await service.beginSignIn(nonce: Tokens.nonce)
    _ = await service.beginSignIn(nonce: "another")
    await #expect(throws: AuthenticationError.foreignNonce) {
      try await service.signInWithGoogle(idToken: Tokens.token())
    }
  }

  @Test func `a device gets an id and keeps it`() async throws {
    let store = InMemorySessionStore()
    let id = try await service(store).visitorId
    #expect(UUID(uuidString: id) != nil)
    #expect(try await service(store).visitorId == id)
    #expect(try await service().visitorId != id)
  }

  /// A store that can save only once, after which it's full.
  private actor FullStore: SessionStoring {
    struct Full: Error {}
    private var kept: UserSession?

    func session() -> UserSession? { kept }

    func setSession(_ session: UserSession) throws {
      if kept != nil { throw Full() }
      kept = session
    }
  }

  @Test func `what can't be kept doesn't hold`() async throws {
    let service = try await service(FullStore())
    _ = await service.beginSignIn(nonce: Tokens.nonce)
    await #expect(throws: FullStore.Full.self) { try await service.signInWithGoogle(idToken: Tokens.token()) }
    #expect(await service.isAuthenticated == false)
  }

  /// A store that is slow. The earlier a call is, the longer it takes.
  private actor SlowStore: SessionStoring {
    private(set) var all: [UserSession] = []

    func session() -> UserSession? { all.last }

    func setSession(_ session: UserSession) async {
      for _ in 0..<(all.count < 3 ? 50 : 1) { await Task.yield() }
      all.append(session)
    }
  }

  @Test func `what is kept is what holds, however changes meet`() async throws {
    let store = SlowStore()
    let service = try await service(store)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          if number.isMultiple(of: 2) { return (try? await service.signOut()) ?? () }
          _ = await service.beginSignIn(nonce: Tokens.nonce)
          try? await service.signInWithGoogle(idToken: Tokens.token())
        }
      }
    }
    #expect(await store.session()?.user?.id == service.userId)
    #expect(await store.session()?.visitorId == service.visitorId)
  }

  @Test func `the defaults keep a session, and what they can't read is none`() async throws {
    let suite = "plumbline.tests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let store = UserDefaultsSessionStore(suiteName: suite)
    #expect(await store.session() == nil)
    let session = UserSession(deviceId: "device", user: GoogleUser(id: "1", email: "a@example.com"))
    try await store.setSession(session)
    #expect(await UserDefaultsSessionStore(suiteName: suite).session() == session)
  }
}
