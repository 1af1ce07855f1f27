import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// The new parts of a response, and the name that its recording gets for them.
@Suite struct NewAnswerTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  private static func item(_ data: String, _ target: String = "/items/7") -> Capture {
    Shop.exchange(.get, target, agent, answer: #"{ "ok": true, "data": \#(data) }"#)
  }

  /// Returns the name and the news of the recording that is created for a second response with a different item.
  private func second(_ first: String, _ second: String) throws -> (name: String, news: [String])? {
    let plan = try Shop.plan([Self.item(first), Self.item(second, "/items/8")])
    #expect(plan.files.first?.news == ["status 200"])
    return plan.files.dropFirst().first.map { ($0.recording.name, $0.news) }
  }

  @Test(arguments: [
    (#"{ "a": "x" }"#, #"{ "a": null }"#, "success-with-null-a", "null at /response/body/data/a"),
    (#"{ "a": 1 }"#, #"{ "a": 1, "n": 2 }"#, "success-with-n", "/response/body/data/n"),
    (#"{ "a": 1, "notes": 2 }"#, #"{ "a": 1 }"#, "success-without-notes", "no /response/body/data/notes"),
    (#"{ "a": 1 }"#, #"{ "a": "1" }"#, "success-with-string-a", "a string at /response/body/data/a"),
    (#"{ "a": [1] }"#, #"{ "a": [] }"#, "success-with-empty-a", "an empty list at /response/body/data/a"),
    (#"{ "a": [] }"#, #"{ "a": [1] }"#, "success-with-a-items", "/response/body/data/a/*"),
    (
      #"{ "a": [{ "b": 1 }] }"#, #"{ "a": [{ "b": 1 }, { "b": null }] }"#, "success-with-null-b",
      "null at /response/body/data/a/*/b"
    ),
    (#"{ "a": 1 }"#, #"{ "a": 1, "o": { "p": [{ "q": null }] } }"#, "success-with-o", "/response/body/data/o"),
  ])
  func `an answer that shows something new is a recording called by it`(
    first: String, next: String, name: String, news: String
  ) throws {
    let made = try #require(try second(first, next))
    #expect(made.name == name)
    #expect(made.news == [news])
  }

  @Test(arguments: [
    (#"{ "a": "x" }"#, #"{ "a": "y" }"#), (#"{ "a": [1, 2] }"#, #"{ "a": [3] }"#),
    (#"{ "a": [{ "b": 1 }, { "b": null }] }"#, #"{ "a": [{ "b": null }] }"#),
    (#"{ "a": { "17": { "n": 1 } } }"#, #"{ "a": { "18": { "n": 2 }, "19": { "n": 3 } } }"#),
    (#"{ "a": [{ "b": 1 }, {}] }"#, #"{ "a": [{}] }"#),
  ])
  func `other values, other items and parts of what was shown are nothing new`(first: String, next: String) throws {
    let made = try second(first, next)
    #expect(made == nil)
  }

  @Test func `what two recordings show together isn't recorded a third time`() throws {
    let plan = try Shop.plan([
      Self.item(#"{ "a": 1, "b": 1 }"#), Self.item(#"{ "a": null, "b": 1 }"#, "/items/8"),
      Self.item(#"{ "a": 1 }"#, "/items/9"), Self.item(#"{ "a": null }"#, "/items/10"),
    ])
    #expect(plan.ids == ["items.get/success", "items.get/success-with-null-a", "items.get/success-without-b"])
    #expect(plan.likes.map(\.times) == [1])
  }

  @Test func `a value that the contract lists is new, and a free text isn't`() throws {
    let small = Shop.exchange(
      .get, "/people", Self.agent, answer: #"{ "data": [{ "id": "1", "size": "small", "note": "a" }] }"#)
    let large = Shop.exchange(
      .get, "/people", Self.agent, answer: #"{ "data": [{ "id": "2", "size": "large", "note": "b" }] }"#)
    let plan = try Shop.plan([small, large, small, large])
    #expect(plan.ids == ["people.list/success", "people.list/success-size-large"])
    #expect(plan.files.last?.news == [#""large" at /response/body/data/*/size"#])
    #expect(plan.files.map(\.times) == [2, 2])
  }

  @Test func `another error code is new, and the same for another item or caller isn't`() throws {
    func refused(_ target: String, _ code: String, _ fields: HeaderFields = Self.agent) -> Capture {
      Shop.exchange(.post, target, fields, "{}", status: 409, answer: #"{ "ok": false, "error": "\#(code)" }"#)
    }
    let viewer: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer viewer-token"]
    let plan = try Shop.plan([
      refused("/items/7/buy", "TAKEN"), refused("/items/8/buy", "SOLD_OUT"), refused("/items/9/buy", "TAKEN"),
      refused("/items/9/buy", "SOLD_OUT", viewer),
    ])
    #expect(plan.ids == ["items.buy/taken", "items.buy/sold-out"])
    #expect(plan.files.last?.news == ["the error code SOLD_OUT"])
    #expect(plan.likes.map(\.recording) == ["items.buy/taken", "items.buy/sold-out"])
  }

  @Test func `another answer to the same request comes after the first by name, so that the mock answers as before`()
    throws
  {
    let missing = Shop.exchange(
      .get, "/items/7", Self.agent, status: 404, answer: #"{ "ok": false, "error": "NOT_FOUND" }"#)
    let plan = try Shop.plan([Self.item(#"{ "a": 1 }"#), missing, Self.item(#"{ "a": null }"#)])
    #expect(plan.ids == ["items.get/success", "items.get/success-not-found", "items.get/success-with-null-a"])
    let before = try #require(plan.files.first?.recording)
    #expect(plan.ids.allSatisfy { $0 >= before.id })
  }

  @Test func `a name that is taken gets a number`() throws {
    let plan = try Shop.plan([
      Self.item(#"{ "a": { "n": 1 }, "b": { "n": 1 } }"#),
      Self.item(#"{ "a": { "n": null }, "b": { "n": 1 } }"#, "/items/8"),
      Self.item(#"{ "a": { "n": 1 }, "b": { "n": null } }"#, "/items/9"),
    ])
    #expect(plan.ids.suffix(2) == ["items.get/success-with-null-n", "items.get/success-with-null-n-2"])
  }

  @Test func `refreshing writes other items beside the first and other values in its place`() throws {
    let first = try Shop.plan([Self.item(#"{ "a": 1 }"#)]).files.map(\.recording)
    let plan = try Shop.plan([Self.item(#"{ "a": 2 }"#), Self.item(#"{ "a": 3 }"#, "/items/8")], beside: first) {
      $0.refreshes = true
    }
    #expect(plan.ids == ["items.get/success", "items.get/success-8"])
    #expect(plan.files.map(\.replacedKind) == [.recorded, nil])
    #expect(plan.files.map { $0.recording.responseBody?["data"]?["a"] } == [2, 3])
    #expect(plan.files.allSatisfy { $0.news.isEmpty && $0.gone.isEmpty })
  }

  @Test func `the steps of a sequence are refreshed one after the other`() throws {
    let steps = (1...2).map { step in
      RecordingFiles.file(
        RecordingFiles.text(
          request: #"{ "method": "GET", "path": "/items/7", "persona": "agent" }"#,
          response: #"{ "status": 200, "body": { "ok": true, "data": { "a": \#(step) } } }"#,
          more: #", "sequence": { "name": "job", "step": \#(step) }"#), name: step == 1 ? "z-first" : "a-second")
    }
    let plan = try Shop.plan(
      [Self.item(#"{ "a": 11 }"#), Self.item(#"{ "a": 12 }"#)], beside: RecordingLoader.load(steps).recordings
    ) { $0.refreshes = true }
    #expect(plan.ids == ["items.get/z-first", "items.get/a-second"])
    #expect(plan.files.map(\.recording.step?.number) == [1, 2])
  }
}
