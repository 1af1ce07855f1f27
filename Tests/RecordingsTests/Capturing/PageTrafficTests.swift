import PlumblineHTTPMessages
import PlumblineRecordings
import Testing

/// The list of requests that browsers send in addition to an API's, which recording, inferring and checking share.
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

  private func cached(_ target: String, _ status: Int, _ fields: HeaderFields) -> Exchange {
    Exchange(
      request: Request(method: .get, target: target, headers: fields), response: Response(status: status))
  }

  @Test func `the request shows whether a cached response belongs to a page`() {
    let exchanges = [
      cached("/", 304, ["Accept": "text/html,*/*;q=0.8", "Sec-Fetch-Dest": "document"]),
      cached("/button", 304, ["Sec-Fetch-Dest": "iframe"]), cached("/script", 200, ["Sec-Fetch-Dest": "script"]),
      cached("/logo", 200, ["Accept": "image/avif,image/webp,*/*"]),
      cached("/stats", 304, ["Accept": "*/*", "Sec-Fetch-Dest": "empty"]), cached("/items", 304, [:]),
      cached("/more", 200, ["Accept": "application/json, text/html"]),
      cached("/gone", 404, ["Sec-Fetch-Dest": "image"]),
      // A user who enters the URL of a call gets that call's response.
      Exchange(
        request: Request(method: .get, target: "/typed", headers: ["Sec-Fetch-Dest": "document"]),
        response: Response(status: 200, headers: ["Content-Type": "application/json"], body: Body("{}"))),
    ]
    #expect(parts(exchanges) == ["/", "/button", "/script", "/logo"])
  }

  @Test func `what no endpoint has and is a part of a page is no draft, and is reported`() throws {
    let picture = Capture(exchange("/pic.png", "image/png", "PNG"))
    let plan = try Shop.plan([picture, Capture(exchange("/widgets", "application/json", "[]"))])
    #expect(plan.ids == ["undocumented/get-widgets"])
    #expect(plan.skips.map(\.request) == ["GET /pic.png"])
    #expect(plan.skips.first?.reason.contains("image/png") == true)
  }
}
