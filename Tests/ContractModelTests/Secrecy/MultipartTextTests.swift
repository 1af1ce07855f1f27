import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// What stands between the parts of a form, such as the names of files, is read as the parts are.
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
    // As recordings have it: bytes that are no text stay.
    let redactor = Redactor(nil)
    let texts = MessageTexts(nil, change: { redactor.replacement(of: $0) })
    let shown = texts.body(form(file, note), headers, BodyOutline(), at: "/request/body") ?? []
    #expect(text(shown).contains("filename=\"•••\""), "\(text(shown))")
    #expect(!text(shown).contains("hunter2"))
    #expect(text(shown).split(separator: Self.mark).count == 3)
    #expect(text(shown).hasPrefix(Self.mark) && text(shown).hasSuffix("\(Self.mark)--\r\n"))
    let bytes = Array("\r\n\r\n".utf8) + file + Array("\r\n".utf8)
    #expect(shown.indices.contains { shown[$0...].starts(with: bytes) })
  }
}
