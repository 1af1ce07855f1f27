import HTTPMessages
import JSONTree
import MockEngine
import Testing

@Suite struct StateListTests {
  @Test(arguments: [
    ("", [3, 7, 5]), ("?kind=LOW", [7]), ("?kind=low", []), ("?q=TEA", [3, 5]), ("?q=", [3, 7, 5]),
    ("?q=tea&kind=MID", [5]), ("?sort=title", [5, 7, 3]), ("?sort=title&order=desc", [3, 7, 5]),
    ("?sort=kind", [7, 5, 3]), ("?sort=created_at", [7, 5, 3]), ("?sort=text", [3, 5, 7]),
    ("?sort=text&order=desc", [5, 3, 7]), ("?sort=nonsense", [3, 7, 5]), ("?sort=id&order=desc", [7, 5, 3]),
    ("?per=2", [3, 7]), ("?per=2&page=2", [5]), ("?per=2&page=3", []), ("?page=2", []), ("?per=0&page=0", [3]),
    ("?per=9223372036854775807&page=9223372036854775807", []), ("?kind=LOW&kind=HIGH", [3, 7]),
  ])
  func `a list is filtered, sorted and cut`(query: String, ids: [Int]) throws {
    #expect(try Desk.session().send(.get, "/notes" + query).ids == ids)
  }

  @Test func `the envelope tells which part it is`() throws {
    let session = try Desk.session()
    #expect(
      session.send(.get, "/notes?per=2").json?["pages"]
        == ["page": 1, "per": 2, "total": 3, "pages": 2, "next": true])
    #expect(
      session.send(.get, "/notes?per=2&page=2&q=tea").json?["pages"]
        == ["page": 2, "per": 2, "total": 2, "pages": 1, "next": false])
    #expect(
      session.send(.get, "/notes?q=nothing").json?["pages"]
        == ["page": 1, "per": 20, "total": 0, "pages": 0, "next": false])
  }

  @Test func `a list may stand inside the payload`() throws {
    let seen = try Desk.session().send(.get, "/page?per=2&page=2")
    #expect(seen.data?["items"]?.elements.compactMap { $0["id"]?.int } == [5])
    #expect((seen.data?["total"], seen.data?["next"]) == (3, false))
  }
}
