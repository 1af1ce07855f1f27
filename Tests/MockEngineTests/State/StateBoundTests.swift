import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// The limit on a session's state, and the part of the state that survives a reload.
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
    #expect(refused.message.contains("notes holds 5 items"))
    #expect(refused.message.contains("/__plumbline/reset"))
    #expect(session.send(.put, "/notes/3", body: #"{ "title": "Changed" }"#).status == 200)
    #expect(session.send(.post, "/notes/7/remarks", body: #"{ "key": "b", "text": "x" }"#).status == 201)
    #expect(session.send(.delete, "/notes/8").status == 200)
    #expect(create(session, "In its place").status == 201)
    session.reset()
    #expect(create(session, "Anew").data?["id"] == 8)
  }

  @Test func `when an item has the largest number there is, no other takes its place`() throws {
    for first in [Int.max - 1, Int.max] {
      let session = try Desk.session()
      #expect(session.send(.post, "/notes", body: #"{ "id": \#(first), "title": "First" }"#).status == 201)
      if first < Int.max { #expect(create(session, "Last").data?["id"]?.int == Int.max) }
      let refused = create(session, "None")
      #expect(refused.status == 507)
      #expect(refused.message.contains("no number is left"))
      #expect(refused.message.contains("/__plumbline/reset"))
      #expect(session.send(.get, "/notes/\(first)").data?["title"] == "First")
      session.reset()
      #expect(create(session, "Anew").status == 201)
    }
  }

  @Test func `memory is bounded as well as number`() throws {
    let session = try Desk.session(options: MockOptions(items: ItemLimits(bytes: 100_000)))
    let long = String(repeating: "x", count: 60_000)
    #expect(create(session, long).status == 201)
    #expect(create(session, long).status == 201)
    #expect(create(session, "short").status == 507)
    #expect(session.send(.post, "/notes/3/tags", body: #""more""#).status == 507)
  }

  @Test func `a list that is too long for an answer names the pages, which are answered`() throws {
    let session = try Desk.session(options: MockOptions(items: ItemLimits(answer: 2000)))
    for number in 0..<3 { create(session, String(repeating: "\(number)", count: 600)).expect(201) }
    for path in ["/notes", "/notes?per=100", "/page?per=100", "/notes?sort=title"] {
      let refused = session.send(.get, path)
      #expect(refused.status == 507, "\(path)")
      #expect(refused.code == "INSUFFICIENT_STORAGE")
      #expect(
        refused.message.contains("more than a response may have")
          && refused.message.contains("Request smaller pages with per"),
        "\(refused.message)")
    }
    #expect(session.send(.get, "/notes?per=2&page=2").status == 200)
    #expect(session.send(.get, "/notes/8").status == 200)
    #expect(session.collections == nil)
    let refused = session.send(.put, "/notes/8", body: #"{ "title": "\#(String(repeating: "x", count: 2000))" }"#)
    #expect(refused.status == 507)
    #expect(refused.message.contains("more than a response may have"))
    #expect(ItemLimits(answer: .max).answer == ItemLimits.longestAnswer)
  }

  @Test func `where memory is used up what is there may change, but not grow`() throws {
    let session = try Desk.session(options: MockOptions(items: ItemLimits(bytes: 100_000)))
    let long = String(repeating: "x", count: 60_000)
    create(session, long).expect(201)
    create(session, long).expect(201)
    let refused = session.send(.put, "/notes/3", body: #"{ "title": "\#(long)" }"#)
    #expect(refused.status == 507)
    #expect(refused.message.contains("memory limit of 100000 bytes"), "\(refused.message)")
    #expect(session.send(.get, "/notes/3").data?["title"] == "Tea")
    session.send(.put, "/notes/9", body: #"{ "title": "short" }"#).expect(200)
    // There is enough space again.
    session.send(.put, "/notes/3", body: #"{ "title": "\#(long)" }"#).expect(200)
    #expect(session.send(.get, "/notes/3").data?["title"]?.string == long)
    session.send(.delete, "/notes/8").expect(200)
    create(session, "Another").expect(201)
  }

  @Test func `items that change again and again stay what they are, and what they were takes no room`() throws {
    let session = try Desk.session(options: MockOptions(items: ItemLimits(bytes: 400_000)))
    let long = String(repeating: "y", count: 3000)
    for number in 0..<20 { create(session, "Note \(number)").expect(201) }
    for round in 0..<30 {
      for id in [3, 7, 8, 17, 27] {
        session.send(.put, "/notes/\(id)", body: #"{ "title": "\#(round) of \#(id)", "text": "\#(long)" }"#).expect(200)
      }
    }
    for id in [3, 7, 8, 17, 27] {
      #expect(session.send(.get, "/notes/\(id)").data?["title"]?.string == "29 of \(id)")
      #expect(session.send(.get, "/notes/\(id)").data?["text"]?.string == long)
    }
    #expect(session.send(.get, "/notes/9").data?["title"] == "Note 1")
    #expect(session.send(.get, "/notes?per=500").ids == [3, 7, 5] + Array(8...27))
    #expect(session.send(.get, "/notes?per=2&page=3").ids == [9, 10])
  }

  @Test func `a reset after much was remembered releases memory, and reports it`() async throws {
    let session = try Desk.session()
    let long = String(repeating: "z", count: 1 << 20)
    for _ in 0..<9 { create(session, long).expect(201) }
    let (relieved, relieve) = AsyncStream<Void>.makeStream()
    session.reset { relieve.yield() }
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
    for await _ in relieved { break }
    // A small state is discarded immediately, without a notification.
    create(session, "Short").expect(201)
    session.reset { Issue.record("nothing much was given up") }
    #expect(session.send(.get, "/notes").ids == [3, 7, 5])
  }

  @Test func `a collection with an empty seed remembers from the start`() throws {
    let session = try Desk.session()
    session.send(.post, "/drafts", body: #"{ "name": "a" }"#).expect(201)
    #expect(session.send(.get, "/drafts").data?.elements.map { $0["name"]?.string } == ["a"])
  }

  @Test func `a new item is what its body says and its schema adds`() throws {
    let session = try Desk.session()
    func make(_ body: String) -> Seen { session.send(.post, "/drafts", body: body) }
    let at = #""at":"2026-11-21T02:15:00Z""#
    #expect(
      make(#"{ "unknown": 1, "name" : "a\u0062\"", "more": { "b": [ 1, 2 ] } }"#).data?.text
        == #"{"id":1,"name":"a\u0062\"","stars":3,"more":{"b":[1,2]},\#(at)}"#)
    #expect(
      make(#"{ "name": "c", "id": 7, "stars": 5 }"#).data?.text == #"{"id":7,"name":"c","stars":5,"more":null,\#(at)}"#)
    // A key that is in use isn't assigned again. The next key is greater than all previous ones.
    #expect(make(#"{ "name": "d", "id": 7.0, "day": "2026-01-02" }"#).data?["id"] == 8)
    // Items beyond the limit are rejected and leave nothing behind.
    let long = make(#"{ "name": "longer than ten" }"#)
    #expect(long.status == 422)
    #expect(long.message.contains("/name"))
    #expect(make(#"{ "name": "e", "day": "today" }"#).status == 422)
    #expect(make(#"{ "stars": 1, "id": "x" }"#).status == 422)
    #expect(session.send(.get, "/drafts").data?.elements.map { $0["id"]?.int } == [1, 7, 8])
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
