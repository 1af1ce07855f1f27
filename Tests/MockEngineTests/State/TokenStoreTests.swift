import PlumblineContractModel
import PlumblineJSONTree
import Testing

@testable import PlumblineMockEngine

/// The number of issued credentials that are stored, and the order in which they are dropped.
@Suite struct TokenStoreTests {
  /// The capacity of a store.
  private static let most = 1000
  private static let session: [(name: String, lifetime: Int?)] = [("session", nil)]
  private static let pair: [(name: String, lifetime: Int?)] = [("session", nil), ("refresh", nil)]

  private let ada = Persona(name: "ada", credentials: [:], permissions: [], source: .object([]))
  private let bob = Persona(name: "bob", credentials: [:], permissions: [], source: .object([]))

  private func counts(_ store: TokenStore, _ value: String, _ credential: String = "session") -> Bool {
    store.holder(credential, value, now: 0) != nil
  }

  /// Issues this number of sessions, and returns their values, the oldest first.
  private func logIn(_ store: inout TokenStore, _ times: Int, as persona: Persona) -> [String] {
    (0..<times).compactMap { _ in store.handOut(Self.session, to: persona, now: 0)["session"] }
  }

  @Test func `as many as it keeps all count`() {
    var store = TokenStore()
    let values = logIn(&store, Self.most, as: ada)
    #expect(Set(values).count == Self.most)
    #expect(values.allSatisfy { counts(store, $0) })
  }

  @Test func `each one more costs the oldest its place, and no other`() {
    var store = TokenStore()
    let old = logIn(&store, Self.most, as: ada)
    for number in 1...3 {
      let new = logIn(&store, 1, as: bob)
      #expect(new.allSatisfy { store.holder("session", $0, now: 0)?.persona == "bob" })
      #expect(old.map { counts(store, $0) } == old.indices.map { $0 >= number })
    }
  }

  @Test func `what is handed out at once takes a place for each credential`() {
    var store = TokenStore()
    let first = store.handOut(Self.pair, to: ada, now: 0)
    let rest = logIn(&store, Self.most - 1, as: bob)
    #expect(first["session"].map { counts(store, $0) } == false)
    #expect(first["refresh"].map { counts(store, $0, "refresh") } == true)
    #expect(rest.allSatisfy { counts(store, $0) })
  }

  @Test func `who logs out makes room, so that the oldest stays`() throws {
    var store = TokenStore()
    let old = logIn(&store, Self.most - 2, as: ada)
    let leaving = store.handOut(Self.pair, to: bob, now: 0)
    store.end("refresh", try #require(leaving["refresh"]), own: [])
    #expect(leaving["session"].map { counts(store, $0) } == false)
    let new = logIn(&store, 2, as: bob)
    #expect((old + new).allSatisfy { counts(store, $0) })
    _ = logIn(&store, 1, as: bob)
    #expect(!counts(store, old[0]))
    #expect(counts(store, old[1]))
  }

  @Test func `those of personas that have gone make room, too`() {
    var store = TokenStore()
    let old = logIn(&store, Self.most - 3, as: ada)
    let gone = logIn(&store, 3, as: bob)
    store = store.kept { $0 == "ada" }
    let new = logIn(&store, 3, as: ada)
    #expect((old + new).allSatisfy { counts(store, $0) })
    #expect(!gone.contains { counts(store, $0) })
    _ = logIn(&store, 1, as: ada)
    #expect(!counts(store, old[0]))
    #expect(counts(store, old[1]))
  }

  @Test func `a lifetime's last second counts, the next doesn't`() throws {
    var store = TokenStore()
    let value = try #require(store.handOut([("session", 60)], to: ada, now: 100)["session"])
    #expect(store.holder("session", value, now: 159) != nil)
    #expect(store.holder("session", value, now: 160) == nil)
  }
}
