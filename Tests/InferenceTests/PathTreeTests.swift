import PlumblineHTTPMessages
import Testing

@testable import PlumblineInference

@Suite struct PathTreeTests {
  /// Returns the templates of requests, each given with the JSON of its response.
  private func templates(_ lines: [(String, String)], isCamel: Bool = false) -> [String] {
    let exchanges = lines.compactMap { path, body in
      SeenExchange(
        Exchange(
          request: Request(method: .get, target: path),
          response: Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(body))),
        origin: nil)
    }
    let tree = PathTree(exchanges, isCamel: isCamel)
    return tree.templates.map { tree.text(of: $0).text }
  }

  @Test(arguments: [
    "42", "7", "-3", "123e4567-e89b-12d3-a456-426614174000", "2026-11-25", "ada@example.com", "cus_9s6XKzkNRiz8i3",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "ORD-2024-0017", "5f43a1b2c3d4e5f6", "order-17",
  ])
  func `a word that can't name a kind of things is an identifier`(word: String) {
    #expect(PathWord.isIdentifier(word))
    #expect(templates([("/orders/\(word)", "{}")]) == ["/orders/{order_id}"])
  }

  @Test(arguments: ["tickets", "v2", "v1.1", "oauth2", "s3", "me", "check-out", "2fa", ""])
  func `words of an API are none`(word: String) {
    #expect(!PathWord.isIdentifier(word))
    #expect(templates([("/orders/\(word)", "{}")]) == ["/orders/\(word)"])
  }

  @Test func `a word is a key where the thing's own answer, or the list above, has it`() {
    #expect(templates([("/shops/corner-store", #"{"slug": "corner-store"}"#)]) == ["/shops/{shop_slug}"])
    #expect(
      templates([("/shops", #"{"data": [{"code": "north"}]}"#), ("/shops/north/stock", "{}")])
        == ["/shops", "/shops/{shop_code}/stock"])
    #expect(templates([("/shops/stock", #"{"total": 3}"#)]) == ["/shops/stock"])
  }

  @Test func `a word beside keys is one where it is asked for and answered like them`() {
    let user = #"{"id": 1, "email": "a@example.com", "joined": "2026-01-01"}"#
    #expect(
      templates([("/users/1", user), ("/users/ada", user), ("/users/stats", #"{"total": 4}"#), ("/users/me", user)])
        == ["/users/{user_id}", "/users/{user_id}", "/users/stats", "/users/me"])
  }

  @Test func `words that are in lists are keys where several have the same below`() {
    let values = #"{"data": ["a", "b"]}"#
    #expect(
      templates([
        ("/labels", #"{"data": ["job", "city"]}"#), ("/label/job/values", values), ("/label/city/values", values),
      ])
        == ["/labels", "/label/{label_name}/values", "/label/{label_name}/values"])
  }

  @Test func `a number that all paths begin with is a version`() {
    #expect(
      templates([("/3/movie/550", "{}"), ("/3/tv/1396", "{}"), ("/3/configuration", "{}")])
        == ["/3/movie/{movie_id}", "/3/tv/{tv_id}", "/3/configuration"])
    #expect(templates([("/3/a", "{}"), ("/4/a", "{}")]) == ["/{id}/a", "/{id}/a"])
    #expect(templates([("/orders/3/items", "{}"), ("/orders/3/notes", "{}")]).first == "/orders/{order_id}/items")
  }

  @Test func `resources stay words, whatever lists have such words`() {
    let thing = #"{"id": 550, "name": "x"}"#
    let configuration = #"{"images": {"sizes": ["w92"]}, "change_keys": ["movie", "tv", "person", "collection"]}"#
    let names = ["movie", "tv", "person", "collection"]
    let lines = names.map { ("/3/\($0)/550", thing) } + [("/3/configuration", configuration)]
    let wanted = names.map { "/3/\($0)/{\($0)_id}" } + ["/3/configuration"]
    #expect(templates(lines) == wanted)
    #expect(templates(names.map { ("/catalog/\($0)/550", thing) }).allSatisfy { $0.hasPrefix("/catalog/") })
    #expect(
      templates(lines.map { path, body in ("/site" + path.dropFirst(2), body) })
        == wanted.map { "/site" + $0.dropFirst(2) })
  }

  @Test(arguments: [
    ("movies", "movie"), ("categories", "category"), ("cookies", "cookie"), ("series", "series"), ("ties", "tie"),
    ("statuses", "status"), ("status", "status"), ("news", "news"), ("boxes", "box"), ("sizes", "size"),
    ("caches", "cache"), ("people", "person"), ("tvMovies", "tvMovie"), ("check-out_entries", "check-out_entry"),
    ("analyses", "analysis"), ("addresses", "address"), ("tickets", "ticket"), ("id", "id"),
  ])
  func `one of many is called by the English word`(many: String, one: String) {
    #expect(PathWord.singular(many) == one)
  }

  @Test func `actions of many names stay words`() {
    let done = #"{"ok": true}"#
    let names = ["start", "stop", "pause"]
    #expect(templates(names.map { ("/jobs/7/\($0)", done) }) == names.map { "/jobs/{job_id}/\($0)" })
  }

  @Test func `a kind of file stays behind the key`() {
    #expect(
      templates([("/reports/17.pdf", "{}"), ("/reports/18", "{}")]) == [
        "/reports/{report_id}.pdf", "/reports/{report_id}",
      ])
  }

  @Test func `names are written as members are, and each once`() {
    #expect(templates([("/users/1/users/2", "{}")], isCamel: true) == ["/users/{userId}/users/{userId2}"])
    #expect(templates([("/1/2", "{}")]) == ["/{id}/{id2}"])
  }

  @Test func `hostile paths make templates that can be read again`() throws {
    for path in [
      "/", "//", "/a//b/", "/%7Bid%7D", "/a%2Fb/1", "/{x}", "/\u{0}", "/" + String(repeating: "a/", count: 60),
      "/%zz",
    ] {
      for text in templates([(path, "{}")]) { _ = try PathTemplate(parsing: text) }
    }
  }
}
