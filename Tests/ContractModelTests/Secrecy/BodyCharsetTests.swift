import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

@Suite struct BodyCharsetTests {
  private let redactor = Redactor(nil)

  @Test(
    arguments: [
      ("application/json; charset=utf-16", [0xFE, 0xFF], true), ("application/json", [0xFF, 0xFE], false),
      ("application/json", [], true), ("application/json; charset=UTF-16LE", [], false), ("text/plain", [], false),
    ] as [(String, [UInt8], Bool)])
  func `UTF-16 is read and written`(type: String, mark: [UInt8], isBigEndian: Bool) throws {
    let body = mark + Self.utf16(#"{"name":"Jörg 😀","password":["x y"]}"#, isBigEndian: isBigEndian)
    let shown = redactor.body(
      of: Request(method: .post, target: "/", headers: ["Content-Type": type], body: Body(body)))
    let other = Self.utf16(#"{"name":"Jörg 😀","password":["•••"]}"#, isBigEndian: isBigEndian)
    #expect(shown == mark + other)
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  @Test(arguments: ["application/json; charset=ISO-8859-1", "application/json", "text/plain; charset=windows-1252"])
  func `a body in another charset is read, and the rest of it stays`(type: String) {
    let body = Array(#"{"name":"J"#.utf8) + [0xF6] + Array(#"rg","tokens":["x y"]}"#.utf8)
    let shown = redactor.body(
      of: Request(method: .post, target: "/", headers: ["Content-Type": type], body: Body(body)))
    #expect(shown == Array(#"{"name":"J"#.utf8) + [0xF6] + Array(#"rg","tokens":["***"]}"#.utf8))
  }

  @Test(arguments: [
    ("image/png", [0x89, 0x50, 0xF6, 0x00, 0xFF]), ("image/png", [0xFF, 0xFE, 0x00, 0xD8]),
    ("text/plain", [0x61, 0xF6, 0x0D, 0x0A, 0x80, 0xFF]), ("text/plain", [0xFE, 0xFF, 0xD8, 0x00, 0x61]),
  ])
  func `bytes without secrets stay`(type: String, bytes: [UInt8]) {
    let request = Request(method: .post, target: "/", headers: ["Content-Type": type], body: Body(bytes))
    #expect(redactor.body(of: request) == bytes)
  }

  @Test(arguments: ["application/octet-stream", "application/x-plist", ""])
  func `bytes without control characters are a text, whatever they are called`(type: String) {
    let bytes = Array("J".utf8) + [0xF6] + Array("rg\tsaid password=x7-secret-word\r\n".utf8)
    let headers: HeaderFields = type.isEmpty ? [:] : ["Content-Type": type]
    let shown = redactor.body(of: Request(method: .post, target: "/", headers: headers, body: Body(bytes)))
    #expect(shown == Array("J".utf8) + [0xF6] + Array("rg\tsaid password=***\r\n".utf8))
  }

  @Test func `bytes that don't say what they are, are no UTF-8 and have control characters are no text`() {
    let bytes: [UInt8] = [0xB7, 0x00] + Array(#"password=x7-secret-word {"password":"x y"}"#.utf8) + [0xAF]
    var places: [String] = []
    let texts = MessageTexts(
      nil,
      change: { leaf in
        places.append(leaf.place)
        return nil
      })
    #expect(texts.body(bytes, HeaderFields(), BodyOutline(), at: "/request/body") == nil)
    #expect(places == [])
    _ = texts.body(bytes, ["Content-Type": "text/plain"], BodyOutline(), at: "/request/body")
    #expect(places == ["/request/body"])
  }

  @Test func `a mark before JSON and a text that is JSON don't hide it`() {
    let marked = Request(
      method: .post, target: "/", headers: ["Content-Type": "application/json"],
      body: Body([0xEF, 0xBB, 0xBF] + Array(#"{"secrets":{"a":"x y"}}"#.utf8)))
    #expect(redactor.body(of: marked) == [0xEF, 0xBB, 0xBF] + Array(#"{"secrets":{"a":"•••"}}"#.utf8))
    let text = Request(
      method: .post, target: "/", headers: ["Content-Type": "text/plain"], body: Body(#" {"secrets":{"a":"x y"}}"#))
    #expect(redactor.body(of: text) == Array(#"{"secrets":{"a":"•••"}}"#.utf8))
  }

  @Test func `what is learned of bodies in any charset is masked elsewhere`() throws {
    let body = Self.utf16(#"{"password":"q7-secret-word"}"#, isBigEndian: true)
    let request = Request(method: .post, target: "/", headers: ["Content-Type": "application/json"], body: Body(body))
    let contract = try TrueLog.contract()
    #expect(Redactor(showing: request, of: contract).text("it was q7-secret-word") == "it was •••")
  }
}
