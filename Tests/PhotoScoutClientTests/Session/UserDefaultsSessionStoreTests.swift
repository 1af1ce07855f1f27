import Foundation
import PhotoScoutClient
import Testing

@Suite struct UserDefaultsSessionStoreTests {
  /// Runs a closure with temporary user defaults, which are removed afterward.
  private func withDefaults(_ body: (UserDefaults, String) async throws -> Void) async throws {
    let suite = "plumbline.tests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    try await body(try #require(UserDefaults(suiteName: suite)), suite)
  }

  private let ada = GoogleUser(id: "105925737740615784679", email: "ada@example.com", name: "Ada", picture: "https://p")

  @Test func `the user's id lies under userId, and goes with a sign-out`() async throws {
    try await withDefaults { defaults, suite in
      let store = UserDefaultsSessionStore(suiteName: suite)
      let session = UserSession(deviceId: "device", user: ada)
      try await store.setSession(session)
      #expect(defaults.object(forKey: "userId") as? String == ada.id)
      #expect(await UserDefaultsSessionStore(suiteName: suite).session() == session)
      try await store.setSession(UserSession(deviceId: "device"))
      #expect(defaults.object(forKey: "userId") == nil)
      #expect(await UserDefaultsSessionStore(suiteName: suite).session() == UserSession(deviceId: "device"))
    }
  }

  @Test func `a session of the earlier form is read, and moved`() async throws {
    try await withDefaults { defaults, suite in
      let earlier = try JSONEncoder().encode(UserSession(deviceId: "device", user: ada))
      defaults.set(earlier, forKey: "photoscout.session")
      let store = UserDefaultsSessionStore(suiteName: suite)
      #expect(await store.session() == UserSession(deviceId: "device", user: ada))
      #expect(defaults.string(forKey: "userId") == ada.id)
      defaults.removeObject(forKey: "userId")
      #expect(await store.session() == UserSession(deviceId: "device"), "From now on the key alone decides.")
    }
  }

  @Test func `an earlier device without a signed-in user keeps its id`() async throws {
    try await withDefaults { defaults, suite in
      defaults.set(try JSONEncoder().encode(UserSession(deviceId: "device")), forKey: "photoscout.session")
      #expect(await UserDefaultsSessionStore(suiteName: suite).session() == UserSession(deviceId: "device"))
    }
  }

  @Test func `whom the app itself has signed in is signed in, on a device that keeps its id`() async throws {
    try await withDefaults { defaults, suite in
      defaults.set("42", forKey: "userId")
      let session = try #require(await UserDefaultsSessionStore(suiteName: suite).session())
      #expect(session.user == GoogleUser(id: "42"))
      #expect(UUID(uuidString: session.deviceId) != nil)
      #expect(await UserDefaultsSessionStore(suiteName: suite).session() == session)
    }
  }

  @Test func `another's profile isn't shown`() async throws {
    try await withDefaults { defaults, suite in
      let store = UserDefaultsSessionStore(suiteName: suite)
      try await store.setSession(UserSession(deviceId: "device", user: ada))
      defaults.set("42", forKey: "userId")
      #expect(await store.session() == UserSession(deviceId: "device", user: GoogleUser(id: "42")))
    }
  }

  @Test func `what can't be read is no session, and no one has an empty id`() async throws {
    try await withDefaults { defaults, suite in
      let store = UserDefaultsSessionStore(suiteName: suite)
      for broken in [Data(), Data("[]".utf8), Data(#"{"deviceId":7}"#.utf8)] {
        defaults.set(broken, forKey: "photoscout.session")
        #expect(await store.session() == nil)
      }
      defaults.set("", forKey: "userId")
      #expect(await store.session() == nil)
    }
  }

  @Test func `the rest may lie elsewhere, the id may not`() async throws {
    try await withDefaults { defaults, suite in
      let store = UserDefaultsSessionStore(suiteName: suite, key: "other")
      try await store.setSession(UserSession(deviceId: "device", user: ada))
      #expect(defaults.data(forKey: "other") != nil)
      #expect(defaults.data(forKey: "photoscout.session") == nil)
      #expect(defaults.string(forKey: UserDefaultsSessionStore.userIdKey) == ada.id)
      #expect(UserDefaultsSessionStore.userIdKey == "userId")
    }
  }
}
