import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings
import Testing

@Suite struct SequenceTests {
  private func step(_ number: Int, _ name: String, status: Int = 200) throws -> Recording {
    try Shop.recording(
      "items.get", name, request: #"{ "method": "GET", "path": "/items/7" }"#, status: status,
      body: status == 200 ? #"{ "ok": true, "data": { "id": 7, "name": "\#(name)" } }"# : Shop.failure("SERVER_ERROR"),
      more: #", "sequence": { "name": "poll", "step": \#(number) }"#)
  }

  @Test func `steps follow one another and the last stays`() throws {
    let library = MockLibrary(
      contract: try Shop.contract(),
      recordings: [
        try step(3, "a-last"), try step(1, "z-first"), try step(2, "down", status: 503),
        try Shop.recording("items.get", "other", request: #"{ "method": "GET", "path": "/items/8" }"#),
      ])
    let session = MockSession(library: library)
    let names = (0..<4).map { _ in session.send(.get, "/items/7").from }
    #expect(names == ["items.get/z-first", "items.get/down", "items.get/a-last", "items.get/a-last"])
    #expect(session.send(.get, "/items/8").from == "items.get/other")
    #expect(MockSession(library: library).send(.get, "/items/7").from == "items.get/z-first")
    session.reset()
    #expect(session.send(.get, "/items/7").from == "items.get/z-first")
  }

  @Test func `a HEAD shows the step that the next GET gets, and leaves it to that`() throws {
    let session = try Shop.session([try step(1, "one"), try step(2, "two")])
    #expect(session.send(.head, "/items/7").from == "items.get/one")
    #expect(session.send(.get, "/items/7").from == "items.get/one")
    #expect(session.send(.head, "/items/9").from == "items.get/two")
    #expect(session.send(.get, "/items/7").from == "items.get/two")
  }

  @Test func `where only a sequence is recorded it answers other paths too`() throws {
    let session = try Shop.session([try step(1, "one"), try step(2, "two")])
    #expect(session.send(.get, "/items/9").from == "items.get/one")
    #expect(session.send(.get, "/items/9").from == "items.get/two")
  }

  @Test func `a reload goes on where a sequence stood`() throws {
    let library = MockLibrary(contract: try Shop.contract(), recordings: [try step(1, "one"), try step(2, "two")])
    let session = MockSession(library: library)
    #expect(session.send(.get, "/items/7").from == "items.get/one")
    let next = session.successor(library: library, options: MockOptions())
    #expect(next.send(.get, "/items/7").from == "items.get/two")
    let without = MockLibrary(
      contract: try Shop.contract(),
      recordings: [try Shop.recording("items.get", "single", request: #"{ "method": "GET", "path": "/items/7" }"#)])
    #expect(
      session.successor(library: without, options: MockOptions()).send(.get, "/items/7").from == "items.get/single")
  }

  @Test func `a step is played as often as it says`() throws {
    let recordings = try [("pending", 1, 3), ("done", 2, 1)].map { name, number, times in
      try Shop.recording(
        "items.get", name, request: #"{ "method": "GET", "path": "/items/7" }"#,
        more: #", "sequence": { "name": "poll", "step": \#(number), "times": \#(times) }"#)
    }
    let session = try Shop.session(recordings)
    let names = (0..<5).map { _ in session.send(.get, "/items/7").from?.dropFirst("items.get/".count) }
    #expect(names == ["pending", "pending", "pending", "done", "done"])
  }

  @Test func `a sequence that cycles starts again after its last step`() throws {
    let recordings = try (1...3).map { number in
      try Shop.recording(
        "items.get", "s\(number)", request: #"{ "method": "GET", "path": "/items/7" }"#,
        more: #", "sequence": { "name": "poll", "step": \#(number)\#(number == 2 ? ", \"cycle\": true" : "") }"#)
    }
    let session = try Shop.session(recordings)
    let names = (0..<7).map { _ in session.send(.get, "/items/7").from?.suffix(1) }
    #expect(names == ["1", "2", "3", "1", "2", "3", "1"])
  }

  @Test func `of several sequences the one whose body came goes on, and what was recorded once stays itself`() throws {
    func put(_ name: String, _ sent: String, _ step: Int?) throws -> Recording {
      try Shop.recording(
        "items.put", name,
        request: #"{ "method": "PUT", "path": "/items/7", "body": { "name": "\#(sent)", "count": 1 } }"#,
        more: step.map { #", "sequence": { "name": "of-\#(sent)", "step": \#($0) }"# } ?? "")
    }
    let session = try Shop.session([
      try put("a1", "a", 1), try put("a2", "a", 2), try put("b1", "b", 1), try put("b2", "b", 2),
      try put("c", "c", nil),
    ])
    func send(_ name: String) -> String? {
      let json: HeaderFields = ["Content-Type": "application/json"]
      return session.send(.put, "/items/7", headers: json, body: #"{ "name": "\#(name)", "count": 1 }"#).from
    }
    #expect(send("b") == "items.put/b1")
    #expect(send("a") == "items.put/a1")
    #expect(send("c") == "items.put/c")
    #expect(send("b") == "items.put/b2")
    #expect(send("a") == "items.put/a2")
  }

  @Test func `what was recorded once is answered where it is nearer, and no step goes to what its match refuses`()
    throws
  {
    func put(_ name: String, _ sent: String, _ more: String = "") throws -> Recording {
      try Shop.recording(
        "items.put", name, request: #"{ "method": "PUT", "path": "/items/7", "body": \#(sent) }"#, more: more)
    }
    let steps = #""sequence": { "name": "s", "step": 1 }"#
    let session = try Shop.session([
      try put("step", #"{ "name": "z" }"#, ", \(steps)"), try put("single", #"{ "name": "a", "count": 1 }"#),
    ])
    let json: HeaderFields = ["Content-Type": "application/json"]
    #expect(
      session.send(.put, "/items/7", headers: json, body: #"{ "name": "a", "count": 2 }"#).from == "items.put/single")
    #expect(session.send(.put, "/items/7", headers: json, body: #"{ "name": "z" }"#).from == "items.put/step")
    let matching = try Shop.session([
      try put(
        "vip", #"{ "name": "vip" }"#, #", \#(steps), "match": { "body#/name": { "const": "vip" } }"#),
      try put("plain", #"{ "name": "plain" }"#),
    ])
    #expect(matching.send(.put, "/items/7", headers: json, body: #"{ "name": "gold" }"#).from == "items.put/plain")
    #expect(matching.send(.put, "/items/7", headers: json, body: #"{ "name": "vip" }"#).from == "items.put/vip")
  }

  @Test func `of several sequences none advances for an unrelated request`() throws {
    func step(_ id: Int, _ number: Int) throws -> Recording {
      try Shop.recording(
        "items.get", "i\(id)-\(number)", request: #"{ "method": "GET", "path": "/items/\#(id)" }"#,
        more: #", "sequence": { "name": "of-\#(id)", "step": \#(number) }"#)
    }
    let session = try Shop.session([try step(7, 1), try step(7, 2), try step(8, 1), try step(8, 2)])
    _ = session.send(.get, "/items/9")
    #expect(session.send(.get, "/items/7").from == "items.get/i7-1")
    #expect(session.send(.get, "/items/8").from == "items.get/i8-1")
    #expect(session.send(.get, "/items/7").from == "items.get/i7-2")
  }
}
