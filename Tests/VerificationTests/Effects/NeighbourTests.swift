import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Servers whose requests have effects on other items.
struct NeighbourTests {
  private static func only(_ patterns: String..., variables: [String: String] = [:]) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: patterns.map { Wildcard($0) }, variables: variables)
  }

  @Test func `a removal that takes others with it is breaking, and each is reported whole`() async throws {
    let plain = StoreServer()
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .delete, !request.path.hasSuffix("/5") else { return nil }
      _ = plain.said(to: plain.request(.delete, "/boxes/5"))
      return ask()
    }
    let before = store.contents("/boxes")
    #expect(before[0]?.elements.contains { $0["id"]?.int == 5 } == true)
    let outcomes = try await store.verify(Self.only("boxes.remove: *contract"))
    let found = outcomes.flatMap(\.drift)
    #expect(found.map(\.rule.id) == ["effect.collateral"], "\(found.map(\.message))")
    #expect(found.map(\.severity) == [.breaking])
    #expect(
      found.first?.message.contains("but afterwards boxes 5 was missing from GET /boxes") == true,
      "\(found.map(\.message))")
    let told = outcomes.undone.filter {
      $0.contains("boxes 5, which existed before the run, has been gone since DELETE /boxes/")
    }
    #expect(
      told.count == 1 && told[0].hasPrefix("failed boxes.remove: left behind") && told[0].contains(#""id":5"#),
      "\(told)")
  }

  @Test func `what is changed along with another is breaking, and put back`() async throws {
    let plain = StoreServer()
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .put, request.path == "/rooms/70" else { return nil }
      let answer = ask()
      _ = plain.said(to: plain.request(.put, "/rooms/71", #"{ "name": "Hall" }"#))
      return answer
    }
    let before = store.contents("/rooms")
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "70"]))
    let found = outcomes.flatMap(\.drift)
    #expect(found.map(\.rule.id) == ["effect.collateral"], "\(found.map(\.message))")
    #expect(found.map(\.severity) == [.breaking])
    #expect(found.first?.message.contains("name of rooms 71 changed as well") == true, "\(found.map(\.message))")
    #expect(store.contents("/rooms") == before, "\(outcomes.undone)")
  }

  @Test func `what changes otherwise in the same moment is a warning, and left alone`() async throws {
    let plain = StoreServer()
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .put, request.path == "/rooms/70" else { return nil }
      let answer = ask()
      _ = plain.said(to: plain.request(.put, "/rooms/71", #"{ "name": "Somebody's" }"#))
      return answer
    }
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "70"]))
    let found = outcomes.flatMap(\.drift)
    #expect(found.map(\.severity) == [.warning], "\(found.map(\.message))")
    #expect(!store.writes.contains("PUT /rooms/71"))
    let name = store.contents("/rooms")[0]?.elements.first { $0["id"]?.int == 71 }?["name"]
    #expect(name?.string == "Somebody's")
  }

  @Test func `one that vanishes beside a change may have been removed by another user`() async throws {
    let plain = StoreServer()
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .post, request.path.hasSuffix("/fill") else { return nil }
      let answer = ask()
      _ = plain.said(to: plain.request(.delete, "/boxes/5"))
      return answer
    }
    let outcomes = try await store.verify(Self.only("boxes.fill: *contract"))
    let found = outcomes.flatMap(\.drift).filter { $0.rule.id == "effect.collateral" }
    #expect(found.map(\.severity) == [.warning], "\(found.map(\.message))")
    #expect(
      outcomes.undone.contains { $0.hasPrefix("skipped boxes.fill: may be left behind: boxes 5") }, "\(outcomes.undone)"
    )
  }

  @Test func `a member that differs from read to read isn't a change`() async throws {
    let reads = Counted()
    let plain = StoreServer()
    let store = StoreServer(beside: plain) { request, ask in
      guard request.method == .get, request.path == "/rooms" else { return nil }
      let warden = "Ito \(reads.count("rooms"))"
      return OutgoingResponse(
        Notes.response(
          200,
          #"{ "ok": true, "data": [{ "id": 70, "name": "Attic", "light": "off", "warden": "Ito" }, "#
            + #"{ "id": 71, "name": "Cellar", "light": "off", "warden": "\#(warden)" }] }"#))
    }
    let outcomes = try await store.verify(Self.only("rooms.rename: *contract", variables: ["room_id": "70"]))
    #expect(reads.seen("rooms") > 2)
    #expect(outcomes.flatMap(\.drift).isEmpty, "\(outcomes.flatMap(\.drift).map(\.message))")
  }

  @Test func `what a list shows late of an earlier request is no change along with the next one`() async throws {
    let first = Mutex<OutgoingResponse?>(nil)
    let renamed = Counted()
    let plain = StoreServer()
    let store = StoreServer(beside: plain) { request, ask in
      // The list stays as it was before the first change until the second one arrives.
      if request.method == .put, request.path == "/rooms/70", first.withLock({ $0 == nil }) {
        let shown = plain.said(to: plain.request(.get, "/rooms"))
        first.withLock { $0 = shown }
      }
      if request.method == .put, request.path == "/rooms/71" { _ = renamed.count("second") }
      guard request.method == .get, request.path == "/rooms", renamed.seen("second") == 0 else { return nil }
      return first.withLock { $0 }
    }
    let before = plain.contents("/rooms")
    let edits = [70, 71].map { room in
      ArticleSuite.Step(
        endpoint: "rooms.rename", method: .put, path: { _ in "/rooms/\(room)" }, body: { _ in #"{ "name": "Hall" }"# })
    }
    let outcomes = try await store.verify(VerifierOptions(allowsWrites: true), suite: ArticleSuite(edits, of: "rooms"))
    #expect(renamed.seen("second") > 0, "\(outcomes.complaints)")
    #expect(!outcomes.flatMap(\.drift).contains { $0.rule.id == "effect.collateral" }, "\(outcomes.complaints)")
    #expect(plain.contents("/rooms") == before, "\(outcomes.undone)")
  }

  @Test func `a server that does what it says touches no other item`() async throws {
    let outcomes = try await StoreServer().verify()
    #expect(!outcomes.flatMap(\.drift).contains { $0.rule.id == "effect.collateral" })
  }
}
