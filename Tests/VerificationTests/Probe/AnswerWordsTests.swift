import PlumblineHTTPMessages
import PlumblineVerification
import Testing

struct AnswerWordsTests {
  private func words(_ text: String, at target: String) -> ResponseWords {
    ResponseWords(Array(text.utf8), of: Request(method: .get, target: target))
  }

  @Test func `the path that a server echoes makes no difference`() {
    let one = words("<p>Cannot GET /api/v2/notes/17</p>", at: "/api/v2/notes/17")
    let other = words("<p>Cannot GET /api/v2/plumbline-nonsense/17</p>", at: "/api/v2/plumbline-nonsense/17")
    #expect(one.words == ["p", "cannot", "get", "*", "p"])
    #expect(one.isAlike(other))
  }

  @Test func `a path in other letters, or percent-encoded, makes no difference`() {
    let one = words("No route /API/Notes/a%20b", at: "/api/notes/a%20b")
    let other = words("No route /API/Zq/a b", at: "/api/zq/a%20b")
    #expect(one.isAlike(other))
  }

  @Test func `times, traces and ids make no difference`() {
    let one = words(#"{"at": "2026-11-21T06:00:00Z", "trace": "7f3a-99", "error": "NO"}"#, at: "/a")
    let other = words(#"{"at": "2026-11-22T07:30:01Z", "trace": "b812-07", "error": "NO"}"#, at: "/b")
    #expect(one.isAlike(other))
  }

  @Test func `in few words each counts`() {
    #expect(!words("No such note", at: "/notes/1").isAlike(words("No such route", at: "/zq/1")))
  }

  @Test func `in many words a few may differ, but not most`() {
    let page =
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    #expect(words(page + " nonceabc", at: "/a").isAlike(words(page + " noncexyz", at: "/b")))
    let other = page.replacing("e", with: "q")
    #expect(!words(page, at: "/a").isAlike(words(other, at: "/b")))
  }

  @Test func `bytes that are no text are no trouble`() {
    #expect(ResponseWords([0xFF, 0x00, 0xC3, 0x28, 0x41], of: Request(method: .get, target: "*")).words.count == 3)
    #expect(ResponseWords([], of: Request(method: .get, target: "/")).words.isEmpty)
  }
}
