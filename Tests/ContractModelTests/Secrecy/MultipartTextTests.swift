import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// Text between the parts of a form, such as file names, which is redacted like the parts.
@Suite struct MultipartTextTests {
  private static let type = "multipart/form-data; boundary=AKIAIOSFODNN7EXAMPLE"
  private static let mark = "--AKIAIOSFODNN7EXAMPLE"

  private func form(_ file: [UInt8], _ note: String) -> [UInt8] {
    let head =
      "\(Self.mark)\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\(note)\r\n"
      + "\(Self.mark)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"sk_live_4eC39HqLyjWD\"\r\n"
      + "Content-Type: application/pdf\r\n\r\n"
    return Array(head.utf8) + file + Array("\r\n\(Self.mark)--\r\n".utf8)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: ["hello", "password=hunter2"])
  func `a secret in a file's name is masked, whatever the file has, and the boundary stays`(note: String) {
    let file: [UInt8] = [0x25, 0x00, 0xFF, 0xFE, 0x80]
    let headers: HeaderFields = ["Content-Type": Self.type]
    // Recordings work the same way. Bytes that aren't text stay unchanged.
    let redactor = Redactor(nil)
    let texts = MessageTexts(nil, change: { redactor.replacement(of: $0) })
    let shown = texts.body(form(file, note), headers, BodyOutline(), at: "/request/body") ?? []
    #expect(text(shown).contains("filename=\"•••\""), "\(text(shown))")
    #expect(!text(shown).contains("hunter2"))
    #expect(text(shown).split(separator: Self.mark).count == 3)
    #expect(text(shown).hasPrefix(Self.mark))
    #expect(text(shown).hasSuffix("\(Self.mark)--\r\n"))
    let bytes = Array("\r\n\r\n".utf8) + file + Array("\r\n".utf8)
    #expect(shown.indices.contains { shown[$0...].starts(with: bytes) })
  }

  private func shown(_ form: String) -> String {
    var table = SecretTable()
    table.addCredential("q7planted", as: Redactor.mask)
    let request = Request(
      method: .post, target: "/", headers: ["Content-Type": "multipart/form-data; boundary=cut"], body: Body(form))
    return text(Redactor(nil, table).body(of: request))
  }

  @Test func `a part's fields are read as those of a message, and their names and parameters too`() {
    func part(_ name: String, _ file: String, _ key: String, _ extra: String) -> String {
      "--cut\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a;\(file).txt\"\r\n"
        + "Authorization: Bearer \(key)\r\n\(extra): 1\r\n\r\nplain\r\n--cut--\r\n"
    }
    #expect(shown(part("q7planted", "q7planted", "abc.def", "X-q7planted")) == part("•••", "•••", "•••", "X-•••"))
    #expect(shown(part("note", "b", "abc.def", "X-Note")) == part("note", "b", "•••", "X-Note"))
  }

  @Test func `a file's name in another charset is read`() {
    func form(_ name: String) -> String {
      let file = "Content-Disposition: form-data; name=\"f\"; filename*=UTF-8''\(name).pdf"
      return "--cut\r\n\(file)\r\n\r\nplain\r\n--cut--\r\n"
    }
    #expect(shown(form("r%C3%A9-q7planted")) == form("r%C3%A9-%E2%80%A2%E2%80%A2%E2%80%A2"))
    #expect(shown(form("r%C3%A9-q%37planted")) == form("r%C3%A9-%E2%80%A2%E2%80%A2%E2%80%A2"))
    #expect(shown(form("r%C3%A9")) == form("r%C3%A9"))
  }

  @Test func `what is before the parts and behind them is read`() {
    let part = "Content-Disposition: form-data; name=\"n\"\r\n\r\nplain\r\n"
    let form = "say q7planted\r\n--cut\r\n\(part)--cut--\r\nq7planted\r\n"
    #expect(shown(form) == form.replacing("q7planted", with: "•••"))
  }
}
