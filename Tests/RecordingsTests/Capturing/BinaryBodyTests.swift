import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Bytes that aren't text, which are recorded as they were sent.
@Suite struct BinaryBodyTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]
  /// Bytes that appear to contain an email address.
  private static let bytes: [UInt8] = [0xB7, 0x00] + Array("b@x.org".utf8) + [0xAF, 0x1F, 0xFF]

  private func push(_ bytes: [UInt8], answer: String = #"{ "n": 1 }"#) -> Capture {
    Capture(
      Exchange(
        request: Request(method: .put, target: "/blobs/7", headers: Self.agent, body: Body(bytes)),
        response: Response(status: 201, headers: ["Content-Type": "application/json"], body: Body(answer))))
  }

  @Test func `bytes without a content type that are no text are neither read nor changed`() throws {
    let mail = "Ask olga@corp.sg or b@x.org"
    let plan = try Shop.plan([push(Self.bytes), Shop.exchange(.post, "/notes", Self.agent, #"{ "a": "\#(mail)" }"#)])
    let recording = try #require(plan.files.first?.recording, "\(plan.skips)")
    #expect(recording.request.body.bytes == Self.bytes)
    #expect(recording.replacedPlaces == [])
    #expect(plan.files.last?.recording.requestBody?["a"]?.string?.contains("olga") == false)
  }

  @Test func `a text without a content type is read as one`() throws {
    let plan = try Shop.plan([push(Array("mail olga@corp.sg".utf8))])
    let sent = plan.files.first?.recording.request.body.bytes ?? []
    #expect(!String(decoding: sent, as: UTF8.self).contains("olga"), "\(plan.text)")
  }

  @Test func `where a credential is among bytes, nothing is recorded`() throws {
    let token = "live-token-4711-abcdef"
    let plan = try Shop.plan([push(Self.bytes + Array(token.utf8) + [0xFF])], environment: ["session": token])
    #expect(plan.files.isEmpty)
    #expect(plan.skips.map(\.reason) == ["it contains a credential in a place where it can't be replaced"])
  }

  @Test func `an address in a file's name is replaced, and the file's bytes stay`() throws {
    let file = Array("\r\nContent-Type: application/pdf\r\n\r\n".utf8) + Self.bytes + Array("\r\n--b--\r\n".utf8)
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"olga@corp.sg.pdf\""
    var upload = push(Array(head.utf8) + file).exchange
    upload.request.headers["Content-Type"] = "multipart/form-data; boundary=b"
    let plan = try Shop.plan([Capture(upload)])
    let sent = try #require(plan.files.first?.recording.request.body.bytes, "\(plan.skips)")
    let text = String(decoding: sent, as: UTF8.self)
    #expect(text.contains("filename=\"") && !text.contains("olga"), "\(text)")
    #expect(sent.indices.contains { sent[$0...].starts(with: Self.bytes) })
  }

  @Test func `a request's bytes have no content type that wasn't sent`() throws {
    let recording = try #require(try Shop.plan([push(Self.bytes)]).files.first?.recording)
    #expect(recording.request.headers["content-type"] == nil)
    let text = RecordingWriter.text(of: recording)
    let read = RecordingLoader.load([
      .init(endpoint: "undocumented", name: recording.name, path: "x.json", bytes: text)
    ])
    #expect(read.recordings.first?.request.headers["content-type"] == nil)
    #expect(read.recordings.first?.request.body.bytes == Self.bytes)
  }
}
