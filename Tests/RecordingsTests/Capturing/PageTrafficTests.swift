import PlumblineHTTPMessages
import PlumblineRecordings
import Testing

/// What browsers ask besides an API is one list, which recording, inferring and checking share.
@Suite struct PageTrafficTests {
  private func exchange(_ target: String, _ type: String, _ body: String) -> Exchange {
    Exchange(
      request: Request(method: .get, target: target),
      response: Response(status: 200, headers: ["Content-Type": type], body: Body(body)))
  }

  private func parts(_ exchanges: [Exchange]) -> [String] {
    let pages = PageTraffic(exchanges)
    return exchanges.filter { exchange in
      exchange.response.map { pages.hasPart(exchange.request, $0) } ?? false
    }.map(\.request.target)
  }

  @Test func `pages and their parts are no calls, and what answers JSON as well is one`() {
    let exchanges = [
      exchange("/pic.png", "image/png", "PNG"), exchange("/", "text/html; charset=utf-8", "<p>"),
      exchange("/site.json", "application/manifest+json", "{}"), exchange("/items", "application/json", "[]"),
      exchange("/things", "text/html", "<p>"), exchange("/things", "application/json", "[]"),
      exchange("/export", "text/csv", "a,b"),
    ]
    #expect(parts(exchanges) == ["/pic.png", "/", "/site.json"])
  }

  @Test func `what no endpoint has and is a part of a page is no draft, and is told`() throws {
    let picture = Capture(exchange("/pic.png", "image/png", "PNG"))
    let plan = try Shop.plan([picture, Capture(exchange("/widgets", "application/json", "[]"))])
    #expect(plan.ids == ["undocumented/get-widgets"])
    #expect(plan.skips.map(\.request) == ["GET /pic.png"])
    #expect(plan.skips.first?.reason.contains("image/png") == true)
  }
}
