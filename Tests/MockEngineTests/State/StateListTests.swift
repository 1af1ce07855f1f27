import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

@Suite struct StateListTests {
  @Test(arguments: [
    ("", [3, 7, 5]), ("?kind=LOW", [7]), ("?kind=low", []), ("?q=TEA", [3, 5]), ("?q=", [3, 7, 5]),
    ("?q=tea&kind=MID", [5]), ("?sort=title", [5, 7, 3]), ("?sort=title&order=desc", [3, 7, 5]),
    ("?sort=kind", [7, 5, 3]), ("?sort=created_at", [7, 5, 3]), ("?sort=text", [3, 5, 7]),
    ("?sort=text&order=desc", [5, 3, 7]), ("?sort=nonsense", [3, 7, 5]), ("?sort=id&order=desc", [7, 5, 3]),
    ("?per=2", [3, 7]), ("?per=2&page=2", [5]), ("?per=2&page=3", []), ("?page=2", []), ("?per=0&page=0", [3]),
    ("?per=9223372036854775807&page=9223372036854775807", []), ("?kind=LOW&kind=HIGH", [3, 7]),
    ("?page=9223372036854775808", []), ("?page=1e400", []), ("?page=1e1", []), ("?page=2.0&per=2", [5]),
    ("?page=-9223372036854775809", [3, 7, 5]), ("?per=9223372036854775808", [3, 7, 5]),
    ("?per=9223372036854775808&page=2", []), ("?per=1e400&page=1e400", []), ("?page=-2&per=2", [3, 7]),
  ])
  func `a list is filtered, sorted and cut`(query: String, ids: [Int]) throws {
    #expect(try Desk.session().send(.get, "/notes" + query).ids == ids)
  }

  @Test(arguments: ["+5", "%2B5", "05", "1.5", "abc", "1e-1", ""])
  func `a page that is no number by its schema is refused`(page: String) throws {
    let seen = try Desk.session().send(.get, "/notes?page=\(page)")
    #expect(seen.status == 422 && seen.code == "INVALID", "\(seen)")
  }

  @Test(arguments: [
    ("2", [5]), ("02", [5]), ("%2B2", [5]), ("9223372036854775808", []), ("%2B0099999999999999999999", []),
    ("-9223372036854775809", [3, 7]), ("0", [3, 7]), ("-1", [3, 7]), ("x", [3, 7]), ("", [3, 7]), ("%2B", [3, 7]),
  ])
  func `a page of which the schema makes no number is read as servers do`(page: String, ids: [Int]) throws {
    #expect(try Desk.session().send(.get, "/loose?per=2&page=\(page)").ids == ids)
  }

  @Test func `a page that is beyond counting is reported as requested`() throws {
    let pages = try Desk.session().send(.get, "/notes?per=2&page=9223372036854775808").json?["pages"]
    #expect(pages?.text == #"{"page":9223372036854775808,"per":2,"total":3,"pages":2,"next":false}"#)
    let size = try Desk.session().send(.get, "/notes?per=1e30").json?["pages"]
    #expect(size?.text == #"{"page":1,"per":1e30,"total":3,"pages":1,"next":false}"#)
  }

  @Test func `the envelope shows which part it is`() throws {
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

  @Test(arguments: [
    ("?q=banana", [20]), ("?q=CAF%C3%89", [21]), ("?q=cafe", []), ("?q=kelvin%20k", [23]), ("?q=say%20%22HI", [24]),
    ("?q=e3", []), ("?q=1000", [22]), ("?q=created_at", []), ("?q=TEA", [3, 5, 25]), ("?kind=HIGH", [3, 25]),
    ("?kind=high", []), ("?kind=HIGH&sort=title&order=desc", [3, 25]), ("?kind=HIGH&q=ice", [25]),
    ("?sort=title&per=2&page=2", [21, 5]),
  ])
  func `what was made is found like what was there from the start`(query: String, ids: [Int]) throws {
    let session = try Desk.session()
    let notes = [
      #"{ "id": 20, "title": "\u0042anana" }"#, #"{ "id": 21, "title": "Caf\#u{E9}" }"#,
      #"{ "id": 22, "title": "1000" }"#, #"{ "id": 23, "title": "Kelvin \#u{212A}" }"#,
      #"{ "id": 24, "title": "Say \"hi\"" }"#, #"{ "id": 25, "title": "Iced tea", "kind": "HIGH" }"#,
    ]
    for note in notes { #expect(session.send(.post, "/notes", body: note).status == 201) }
    #expect(session.send(.get, "/notes" + query).ids == ids)
  }

  @Test func `a list may be inside the payload`() throws {
    let seen = try Desk.session().send(.get, "/page?per=2&page=2")
    #expect(seen.data?["items"]?.elements.compactMap { $0["id"]?.int } == [5])
    #expect((seen.data?["total"], seen.data?["next"]) == (3, false))
  }
}
