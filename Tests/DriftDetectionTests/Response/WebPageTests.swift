import PlumblineDriftDetection
import PlumblineHTTPMessages
import Testing

struct WebPageTests {
  private func page(_ mediaType: String?, _ text: String) -> String? {
    var headers: HeaderFields = [:]
    if let mediaType { headers["content-type"] = mediaType }
    return WebPage(Response(status: 500, headers: headers, body: Body(text))).map { "\($0)" }
  }

  @Test func `a page is known by its type or by its first words, and named by its title`() {
    #expect(page("text/html; charset=utf-8", "<h1>Oops</h1>") == "an HTML page")
    #expect(page(nil, "\n <!DOCTYPE HTML><TITLE lang=en>\n Bad\n Day </TITLE>") == #"an HTML page (title "Bad Day")"#)
    #expect(page("application/json", "<html><head><title></title>") == "an HTML page")
    #expect(page("application/json", #"{ "html": "<html>" }"#) == nil)
    #expect(page("text/plain", "404 page not found") == nil)
    #expect(page("text/html", "") == nil)
    #expect(page("text/html", #"{ "ok": true }"#) == nil)
  }

  @Test(arguments: [
    "<html><title", "<html><title>", "<html><title>İ", "<html></title>", "<html><title>\u{0}\u{1B}[31m",
  ])
  func `half a page is one as well`(text: String) {
    #expect(page("text/html", text)?.hasPrefix("an HTML page") == true)
    #expect(page("text/html", text)?.contains("\u{1B}") == false)
  }

  @Test func `an undocumented status says that it came with a page`() {
    let found = Notes.inspector.inspect(
      .made("/notes/7", status: 418, answerHeaders: ["content-type": "text/html"], text: "<title>Tea</title>"))
    #expect(found.map(\.message).first?.hasSuffix(#"It was sent with an HTML page (title "Tea")."#) == true)
  }
}
