import PlumblineHTTPMessages
import PlumblineInference
import Testing

/// The template of a new request, chosen from those that were inferred from other requests.
@Suite struct PathTemplatesTests {
  private static func exchange(_ target: String, _ body: String = #"{ "size": 1 }"#, status: Int = 200) -> Exchange {
    Exchange(
      request: Request(method: .get, target: target),
      response: Response(status: status, headers: ["Content-Type": "application/json"], body: Body(body)))
  }

  private static let templates = PathTemplates([
    exchange("/shops", #"[{ "slug": "north" }]"#), exchange("/shops/north/stock"), exchange("/widgets/w_17"),
    exchange("/files/42.json"), exchange("/me"),
  ])

  @Test(arguments: [
    ("/widgets/lost?x=1", "/widgets/{widget_id}"), ("/shops/east/stock", "/shops/{shop_slug}/stock"),
    ("/files/43.json", "/files/{file_id}.json"),
  ])
  func `another thing of a kind has the template of its kind`(target: String, template: String) {
    #expect(Self.templates.template(of: Request(method: .get, target: target)) == template)
  }

  @Test(arguments: [
    "/wigets/w_17", "/widgets/lost/parts", "/widgets/me", "/widgets/", "/shops/east", "/files/lost.json", "/us", "/me",
  ])
  func `a slip has none, nor has a word of the API`(target: String) {
    #expect(Self.templates.template(of: Request(method: .get, target: target)) == nil)
  }

  @Test func `another method has none, and what was refused makes none`() {
    #expect(Self.templates.template(of: Request(method: .delete, target: "/widgets/w_18")) == nil)
    let refused = PathTemplates((1...9).map { Self.exchange("/widgets/w_1\($0)", status: 404) })
    #expect(refused.template(of: Request(method: .get, target: "/widgets/lost")) == nil)
  }
}
