import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// The responses whose exact bytes are kept.
@Suite struct KeptBytesTests {
  private static let digest = "sha256:" + String(repeating: "0a", count: 32)
  private static let body = "{\n  \"a\": 1\n}\n"

  private func recording(
    _ target: String, _ method: HTTPMethod = .get, status: Int = 200, body: String = body, fields: HeaderFields = [:]
  ) -> Recording {
    var headers: HeaderFields = ["Content-Type": "application/json"]
    for (name, value) in fields { headers[name] = value }
    return Recording(
      endpoint: "blobs.get", name: "one", provenance: Provenance(kind: .recorded, on: "2026-11-27", from: nil),
      caller: .anyone,
      exchange: Exchange(
        request: Request(method: method, target: target),
        response: Response(status: status, headers: headers, body: Body(body))),
      requestBody: nil, responseBody: nil, bindings: [], step: nil,
      location: SourceLocation(file: "one.json", line: 1, column: 1))
  }

  private func encoding(_ recording: Recording) throws -> JSON? {
    try JSON.parse(RecordingWriter.text(of: recording))["response"]?["encoding"]
  }

  @Test func `an answer that was asked for by its digest keeps its bytes, and it is said by what`() throws {
    for (recording, proof) in [
      (recording("/blobs/\(Self.digest)"), "path"), (recording("/blob?of=\(Self.digest)"), "query"),
      (recording("/tags/1", fields: ["Docker-Content-Digest": Self.digest]), "docker-content-digest"),
    ] {
      #expect(RecordingWriter.reasonForBytes(in: recording) == proof)
      #expect(try encoding(recording) == "text")
    }
  }

  @Test func `a part that isn't compared is written as JSON, without the line break at its end`() throws {
    for recording in [
      recording("/blobs/\(Self.digest)", status: 404), recording("/blobs/\(Self.digest)", .put),
      recording("/blobs/1"), recording("/blobs/\(Self.digest)", body: #"{"a":1}"#),
    ] {
      #expect(RecordingWriter.reasonForBytes(in: recording) == nil)
      #expect(try encoding(recording) == nil)
    }
  }

  @Test(
    arguments: [
      ("sha256:\(String(repeating: "0a", count: 32))", true, 64), (String(repeating: "0A", count: 20), false, 40),
      (String(repeating: "0a", count: 16), false, nil), ("md5:\(String(repeating: "0a", count: 16))", true, 32),
      ("sha256:latest", false, nil), ("1.0", false, nil), ("urn:\(String(repeating: "0a", count: 32))", false, nil),
    ] as [(String, Bool, Int?)])
  func `a digest is recognized by its algorithm, or by its length`(text: String, isNamed: Bool, length: Int?) {
    #expect(DigestText.isNamed(text) == isNamed)
    #expect(DigestText.length(of: text) == length)
  }
}
