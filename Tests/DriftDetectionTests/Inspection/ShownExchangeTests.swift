import Foundation
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Exchanges as a report shows them.
struct ShownExchangeTests {
  private func shown(
    _ body: String, type: String = "application/json", around pointer: JSONPointer? = nil, request: Request? = nil
  ) -> ShownExchange {
    let response = Response(status: 200, headers: ["Content-Type": type], body: Body(body))
    let request = request ?? Request(method: .get, target: "/notes/7", headers: ["X-API-Key": "k-4711-secret"])
    return ExchangeView(Exchange(request: request, response: response), of: Notes.contract).shown(around: pointer)
  }

  @Test func `credentials are masked, and the variable that holds them is named`() throws {
    let shown = shown(#"{"token":"abcdefgh12345678","note":"seen with k-4711-secret"}"#)
    let field = try #require(shown.fields.first { $0.name == "X-API-Key" })
    #expect(field.value == "•••")
    #expect(field.variable == "NOTES_KEY")
    #expect(!"\(shown)".contains("k-4711-secret"))
    #expect(!"\(shown)".contains("abcdefgh12345678"))
  }

  @Test func `a short answer is there whole, with its lines`() {
    let shown = shown(#"{"id":7,"tags":["a"]}"#)
    #expect(shown.answer?.body == .init("{\n  \"id\": 7,\n  \"tags\": [\n    \"a\"\n  ]\n}", isJSON: true))
  }

  @Test(arguments: [0, 3, 977, 1999])
  func `of a long answer the place stays and what lies beside it goes, and it is still JSON`(index: Int) throws {
    let items = (0..<2000).map { #"{"id":\#($0),"text":"\#(String(repeating: "x", count: 300))"}"# }
    let body = #"{"page":1,"data":{"notes":[\#(items.joined(separator: ","))]}}"#
    let shown = shown(body, around: JSONPointer("/response/body/data/notes/\(index)/id"))
    let answer = try #require(shown.answer?.body)
    #expect(answer.note == "shortened from \(body.utf8.count) bytes")
    #expect(answer.text.utf8.count <= 4000)
    let json = try JSON.parse(answer.text)
    let notes = try #require(json["data"]?["notes"])
    #expect(notes.elements.contains { $0["id"]?.int == index }, "\(answer.text)")
    let left = notes.elements.compactMap(\.string).compactMap { Int($0.split(separator: " ")[1]) }.reduce(0, +)
    #expect(left + notes.elements.count { $0.string == nil } == 2000, "Every item is shown or counted.")
  }

  @Test func `an object of very many members and deep levels is cut too`() throws {
    let wide = "{" + (0..<5000).map { #""m\#($0)":{"a":{"b":[1,2,3]}}"# }.joined(separator: ",") + "}"
    let shown = shown(wide, around: JSONPointer("/response/body/m4321/a/b/1"))
    let json = try JSON.parse(try #require(shown.answer?.body.text))
    #expect(json["m4321"]?["a"]?["b"]?[1]?.int == 2)
    #expect(json["…"]?.string?.hasSuffix(" more") == true)
  }

  @Test func `text is cut between characters, and what is no text is reported by its size`() {
    let text = String(repeating: "é", count: 3000)
    let cut = shown(text, type: "text/plain").answer?.body
    #expect(cut?.note == "the first 4000 of 6000 bytes")
    #expect(cut?.text == String(repeating: "é", count: 2000) + "…")
    let odd = shown("x" + text, type: "text/plain").answer?.body
    #expect(odd?.text.utf8.count == 3999 + 3)
    let bytes = Response(status: 200, headers: ["Content-Type": "image/png"], body: Body([0x89, 0xFF, 0x00]))
    let image = ExchangeView(
      Exchange(request: Request(method: .get, target: "/notes/7"), response: bytes), of: Notes.contract
    ).shown(around: nil)
    #expect(image.answer?.body == .init(note: "3 bytes of image/png"))
  }

  @Test func `very many fields and a very long target are cut`() {
    var request = Request(method: .get, target: "/notes/7?q=" + String(repeating: "a", count: 5000))
    for number in 0..<100 { request.headers["X-\(number)"] = String(repeating: "b", count: 2000) }
    let shown = shown("{}", request: request)
    #expect(shown.target.utf8.count < 700)
    #expect(shown.fields.count == 41)
    #expect(shown.fields.last?.value == "60 more…")
    #expect(shown.fields.allSatisfy { $0.value.utf8.count < 700 })
  }

  @Test func `a number of very many digits and a character of very many marks are cut`() throws {
    let digits = String(repeating: "7", count: 50_000)
    let marks = "e" + String(repeating: "\u{301}", count: 50_000)
    let shown = shown("{\"a\":\(digits),\"b\":\"\(marks)\"}")
    let text = try #require(shown.answer?.body.text)
    #expect(text.utf8.count <= 4000, "\(text.utf8.count)")
    #expect(text.contains("a number of 50000 characters"))
  }

  @Test func `very many findings of a large answer cost no more than a few`() {
    let body = "{" + (0..<20_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + "}"
    let view = ExchangeView(
      Exchange(
        request: Request(method: .get, target: "/notes/7"),
        response: Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(body))),
      of: Notes.contract)
    let shown = (0..<1000).map { view.shown(around: JSONPointer("/response/body/m\(19_000 + $0)")) }
    #expect(shown[3].answer?.body.text.contains("\"m19003\"") == true)
    #expect(shown[999] == shown[500])
    #expect(shown[999].answer?.body.text.contains("\"m0\"") == true)
  }

  @Test func `of equal findings the exchange decides which one is reported, not the order`() {
    let drift = Drift(rule: .response.field.missing, service: "notes", endpoint: "a", message: "It is missing.")
    func told(_ bodies: [String]) -> DriftMerge {
      var merge = DriftMerge(choosing: .least)
      for body in bodies { merge.add([drift]) { _ in shown(body) } }
      return merge
    }
    let whole = told(["{}", "[]", "7"]).drift
    #expect(whole == told(["7", "[]", "{}"]).drift)
    #expect(whole.first?.exchange != nil)
    // Merging parts that are reported separately produces the same result.
    var parts = DriftMerge(choosing: .least)
    parts.add(told(["7"]).drift)
    parts.add(told(["[]", "{}"]).drift)
    #expect(parts.drift == whole)
  }

  @Test func `only the finding that is reported is asked for its exchange`() {
    var merge = DriftMerge()
    var asked = 0
    let drift = Drift(rule: .response.field.missing, service: "notes", endpoint: "a", message: "It is missing.")
    for _ in 0..<100 {
      merge.add([drift]) { _ in
        asked += 1
        return shown("{}")
      }
    }
    #expect(asked == 1)
    #expect(merge.drift.map(\.count) == [100])
    #expect(merge.drift.first?.exchange == shown("{}"))
  }
}
