import HTTPMessages
import JSONTree
import MockEngine
import Testing

/// How much a session remembers, and what of it a reload leaves.
@Suite struct StateBoundTests {
  private func create(_ session: MockSession, _ title: String) -> Seen {
    session.send(.post, "/notes", body: #"{ "title": "\#(title)" }"#)
  }

  @Test func `a full collection takes nothing new, says how to reset, and goes on with what it has`() throws {
    let session = try Desk.session(options: MockOptions(items: ItemLimits(count: 5)))
    #expect(create(session, "Fourth").status == 201)
    #expect(create(session, "Fifth").status == 201)
    let refused = create(session, "Sixth")
    #expect(refused.status == 507)
    #expect(refused.code == "INSUFFICIENT_STORAGE")
    #expect(refused.message.contains("notes holds 5 items") && refused.message.contains("/__plumbline/reset"))
    #expect(session.send(.put, "/notes/3", body: #"{ "title": "Changed" }"#).status == 200)
    #expect(session.send(.post, "/notes/7/remarks", body: #"{ "key": "b", "text": "x" }"#).status == 201)
    #expect(session.send(.delete, "/notes/8").status == 200)
    #expect(create(session, "In its place").status == 201)
    session.reset()
    #expect(create(session, "Anew").data?["id"] == 8)
  }

  @Test func `memory is bounded as well as number`() throws {
    let session = try Desk.session(options: MockOptions(items: ItemLimits(bytes: 100_000)))
    let long = String(repeating: "x", count: 60_000)
    #expect(create(session, long).status == 201)
    #expect(create(session, long).status == 201)
    #expect(create(session, "short").status == 507)
    #expect(session.send(.post, "/notes/3/tags", body: #""more""#).status == 507)
  }

  @Test func `what is left after many were deleted keeps its order and its keys`() throws {
    let session = try Desk.session()
    for number in 0..<200 { create(session, "Note \(number)").expect(201) }
    for id in 8..<208 where id % 10 != 0 { session.send(.delete, "/notes/\(id)").expect(200) }
    let kept = [3, 7, 5] + stride(from: 10, to: 208, by: 10)
    #expect(session.send(.get, "/notes?per=500").ids == kept)
    for id in kept { #expect(session.send(.get, "/notes/\(id)").data?["id"]?.int == id) }
    #expect(session.send(.get, "/notes/11").status == 404)
    #expect(create(session, "Last").data?["id"] == 208)
    #expect(session.send(.get, "/notes?per=500").ids?.last == 208)
  }

  @Test func `a reload keeps what was changed and who is logged in`() throws {
    let session = try Desk.session()
    create(session, "Kept").expect(201)
    let token = try #require(
      session.send(.post, "/login", headers: ["X-Key": "k"], body: #"{ "user": "olga" }"#).data?["token"]?.string)
    let next = session.successor(library: try Desk.library(), options: MockOptions())
    #expect(next.send(.get, "/notes/8", as: token).data?["title"] == "Kept")
    #expect(next.send(.get, "/notes").ids == [3, 7, 5, 8])
    next.reset()
    #expect(next.send(.get, "/notes").ids == [3, 7, 5])
  }
}
