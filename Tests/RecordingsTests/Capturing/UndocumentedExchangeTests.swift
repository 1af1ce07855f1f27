import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Exchanges without a documented endpoint, which are saved as drafts.
@Suite struct UndocumentedExchangeTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]

  private func get(_ target: String, _ answer: String = #"{ "n": 1 }"#, status: Int = 200) -> Capture {
    Shop.exchange(.get, target, Self.agent, status: status, answer: answer)
  }

  @Test func `of each method, path without its ids, status and shape there is one draft`() throws {
    let plan = try Shop.plan([
      get("/widgets/7?full=true"), get("/widgets/8?full=true"), get("/widgets/9?full=true", #"{ "n": null }"#),
      get("/widgets/10", #"{ "error": "NO" }"#, status: 404),
      Shop.exchange(.post, "/widgets", Self.agent, #"{ "n": 1 }"#),
      get("/widgets/0b0c8d2e-1f5a-4b6e-9c3d-2a1b0c9d8e7f"), get("/itms/7", status: 404),
    ])
    #expect(
      plan.ids == [
        "undocumented/get-widgets-n", "undocumented/get-widgets-n-with-null-n", "undocumented/get-widgets-n-404",
        "undocumented/post-widgets", "undocumented/get-widgets-id",
      ])
    #expect(plan.files.allSatisfy { $0.isDraft })
    #expect(plan.files.map(\.times) == [2, 1, 1, 1, 1])
    #expect(plan.files.first?.path == "Recordings/shop/undocumented/get-widgets-n.json")
    #expect(plan.files[1].news == ["null at /response/body/n"])
    #expect(plan.skips.map(\.request) == ["GET /itms/7"], "a path that only ever has a 404 is a slip")
    let first = try #require(plan.files.first?.recording)
    #expect(first.request.target == "/widgets/7?full=true")
    #expect(first.caller == .persona("agent"))
    #expect(first.responseBody == ["n": 1])
    #expect(first.provenance.kind == .recorded)
  }

  @Test func `each query is a draft, called by what it has otherwise, and the same query isn't another`() throws {
    let captures = [
      get("/widgets?page=1"), get("/widgets?page=2&per_page=3"), get("/widgets?status=open"), get("/widgets"),
      get("/widgets?status=open"), get("/widgets?page=x", #"{ "error": "NO" }"#, status: 422),
      get("/widgets?per_page=x", #"{ "error": "NO" }"#, status: 422),
    ]
    let plan = try Shop.plan(captures)
    #expect(
      plan.ids == [
        "undocumented/get-widgets", "undocumented/get-widgets-page-2-per-page-3",
        "undocumented/get-widgets-status-open-without-page", "undocumented/get-widgets-without-page",
        "undocumented/get-widgets-422", "undocumented/get-widgets-422-per-page-x-without-page",
      ])
    #expect(plan.files.map(\.times) == [1, 1, 2, 1, 1, 1])
    #expect(
      plan.files.map(\.news) == [
        ["status 200"], ["the query page=2&per_page=3"], ["the query status=open"], ["no query"], ["status 422"],
        ["the query per_page=x"],
      ])
    let again = try Shop.plan(captures) { $0.drafts = plan.files.map(\.recording) }
    #expect(again.ids.isEmpty)
    #expect(again.likes.map(\.times) == [1, 1, 2, 1, 1, 1])
  }

  @Test func `a list's pages don't pile up, and a refusal for who asks is one whatever is asked`() throws {
    let pages = try Shop.plan((1...50).map { get("/widgets?page=\($0)") } + [get("/widgets?page=1&sort=n")])
    #expect(pages.files.count == 21)
    #expect(pages.files.map(\.times).reduce(0, +) == 51)
    #expect(pages.files.last?.news == ["the query page=1&sort=n"])
    let refused = try Shop.plan((1...3).map { get("/widgets?page=\($0)", status: 401) })
    #expect(refused.files.map(\.times) == [3])
  }

  @Test func `a query's secret is neither in a draft's name nor reported as new`() throws {
    let plan = try Shop.plan([get("/widgets?page=1"), get("/widgets?page=1&access_token=Zz9-live-4711-qq")])
    #expect(plan.files.count == 2, "\(plan.skips)")
    for file in plan.files { #expect(!"\(file.path) \(file.news)".contains("4711"), "\(file.path) \(file.news)") }
  }

  @Test func `drafts that are there aren't made again, and a 404 of what is known is`() throws {
    let drafts = try Shop.plan([get("/widgets/7")]).files.map(\.recording)
    let plan = try Shop.plan([get("/widgets/8"), get("/widgets/9", "{}", status: 404)]) { $0.drafts = drafts }
    #expect(plan.ids == ["undocumented/get-widgets-n-404"])
    #expect(plan.likes.map(\.recording) == ["undocumented/get-widgets-n"])
  }

  @Test func `a 404 of a template is one draft, wherever it comes, and one of none is a slip`() throws {
    let templates: @Sendable ([Exchange]) -> @Sendable (Request) -> String? = { answered in
      let isKnown = answered.contains { $0.request.path == "/widgets/w_17" && $0.response?.status == 200 }
      return { isKnown && $0.path.hasPrefix("/widgets/") ? "/widgets/{widget_id}" : nil }
    }
    let captures = [
      get("/widgets/lost", #"{ "error": "NO" }"#, status: 404), get("/widgets/w_17"),
      get("/widgets/gone", #"{ "error": "NO" }"#, status: 404), get("/wigets/w_17", status: 404),
    ]
    let plan = try Shop.plan(captures) { $0.templates = templates }
    #expect(plan.ids == ["undocumented/get-widgets-widget-id-404", "undocumented/get-widgets-w-17"])
    #expect(plan.files.map(\.times) == [2, 1])
    #expect(plan.skips.map(\.request) == ["GET /wigets/w_17"])
    // Existing drafts are evidence too.
    let late = try Shop.plan([captures[0]]) { [drafts = plan.files.suffix(1).map(\.recording)] options in
      options.templates = templates
      options.drafts = drafts
    }
    #expect(late.ids == ["undocumented/get-widgets-widget-id-404"])
    let again = try Shop.plan(captures) { [drafts = plan.files.map(\.recording)] options in
      options.templates = templates
      options.drafts = drafts
    }
    #expect(again.ids.isEmpty)
    #expect(again.likes.map(\.times) == [2, 1])
  }

  @Test func `no secret is in a draft`() throws {
    let plan = try Shop.plan(
      [
        Shop.exchange(
          .post, "/keys/rotate?access_token=Zz9-x", ["X-Key": "K-live-123456", "Cookie": "sid=abcdefgh-1"],
          #"{ "password": "s3cret!!" }"#, answer: #"{ "token": "Tt-live-99", "echo": "K-live-123456" }"#,
          fields: ["Set-Cookie": "sid=9a8b7c6d; Path=/"])
      ], environment: ["key": "K-live-123456"])
    #expect(plan.ids == ["undocumented/post-keys-rotate"], "\(plan.skips)")
    for secret in ["K-live", "abcdefgh", "s3cret", "Tt-live", "9a8b7c6d", "Zz9"] {
      #expect(!plan.text.contains(secret), "\(secret) in\n\(plan.text)")
    }
    #expect(plan.files.first?.recording.responseBody?["echo"] == "demo-key")
  }

  @Test func `no secret of a path is in a draft's name, nor what is about people`() throws {
    let plan = try Shop.plan([get("/reset-token/Zz9-live-4711-qq/confirm"), get("/mail/olga@corp.sg/inbox")])
    #expect(plan.files.count == 2, "\(plan.skips)")
    for file in plan.files {
      for secret in ["live-4711", "olga"] {
        #expect(!file.path.contains(secret), "\(file.path)")
        #expect(!file.recording.request.path.contains(secret))
      }
    }
  }

  @Test func `a name that another path has already gets a number`() throws {
    let plan = try Shop.plan([get("/widgets/7"), get("/widgets/n")])
    #expect(plan.ids == ["undocumented/get-widgets-n", "undocumented/get-widgets-n-2"])
  }
}
