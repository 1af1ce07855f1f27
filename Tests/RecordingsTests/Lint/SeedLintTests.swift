import PlumblineContractModel
import PlumblineRecordings
import Testing

@Suite struct SeedLintTests {
  private func contract(seed: String) throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "collections": { "items": { "key": "/id", "seed": \(seed), "item": { "properties": { "n": { "type": "integer" } } } } },
        "endpoints": {
          "items.get": { "summary": "Reads", "request": "GET /items/{id}", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "success": { "200": {} } } } }
      """
    return try RecordingFiles.contract(text)
  }

  private func problems(
    seed: String, body: String = #"{ "data": [{ "id": 7 }] }"#, isRecorded: Bool = true
  ) throws -> [String] {
    let contract = try contract(seed: seed)
    let file = RecordingFiles.file(RecordingFiles.text(response: "{ \"status\": 200, \"body\": \(body) }"))
    let recordings = RecordingLoader.load(isRecorded ? [file] : []).recordings
    let problems =
      isRecorded
      ? RecordingLint.problems(in: recordings, contract: contract)
      : RecordingLint.problems(withoutRecordingsOf: contract)
    return problems.map(\.message)
  }

  @Test func `what a collection starts with has to be recorded, and to be its items`() throws {
    #expect(try problems(seed: #""items.get/success""#) == [])
    #expect(try problems(seed: #"["items.get/success", { "id": 8, "n": 1 }]"#) == [])
    let unknown = try problems(seed: #""items.get/succes""#)
    #expect(unknown.count == 1)
    #expect(unknown.first?.contains("did you mean \"items.get/success\"?") == true)
    #expect(
      try problems(seed: #"[{ "id": 8, "n": "1" }]"#).first?.hasPrefix("This isn't an item of the resource") == true)
    #expect(try problems(seed: #"[{ "n": 1 }]"#).first?.contains("must have its key at /id") == true)
    #expect(try problems(seed: #""items.get/success""#, body: #"{ "data": 7 }"#).first?.contains("no items") == true)
  }

  @Test func `a seed whose file can't be read is reported there alone`() throws {
    let contract = try contract(seed: #"["items.get/broken", "items.get/brokn"]"#)
    let found = RecordingLint.problems(withoutRecordingsOf: contract, refused: ["items.get/broken"])
    #expect(found.count == 1 && found.first?.message.contains("\"items.get/brokn\"") == true, "\(found)")
    let recordings = RecordingLoader.load([RecordingFiles.file(RecordingFiles.text())]).recordings
    let seeds = RecordingLint.checks(refused: ["items.get/broken"]).flatMap { $0(recordings, contract) }
      .filter { $0.message.contains("starts with") }
    #expect(seeds.count == 1 && seeds.first?.message.contains("\"items.get/brokn\"") == true, "\(seeds)")
  }

  @Test func `a seed leads nowhere, too, where nothing is recorded`() throws {
    let found = try problems(seed: #""items.get/success""#, isRecorded: false)
    #expect(found.count == 1)
    #expect(found.first?.contains("which isn't a recording: nothing is recorded; write the items") == true)
    #expect(try problems(seed: #"[{ "id": 8, "n": 1 }]"#, isRecorded: false) == [])
  }
}
