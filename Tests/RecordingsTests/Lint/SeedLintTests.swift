import PlumblineContractModel
import PlumblineRecordings
import Testing

@Suite struct SeedLintTests {
  private func problems(
    seed: String, body: String = #"{ "data": [{ "id": 7 }] }"#, isRecorded: Bool = true
  ) throws -> [String] {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "collections": { "items": { "key": "/id", "seed": \(seed), "item": { "properties": { "n": { "type": "integer" } } } } },
        "endpoints": {
          "items.get": { "summary": "Reads", "request": "GET /items/{id}", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "success": { "200": {} } } } }
      """
    let loaded = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "shop/contract.json", bytes: Array(text.utf8))
    ])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
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
    #expect(try problems(seed: #"[{ "id": 8, "n": "1" }]"#).first?.hasPrefix("No item of the collection") == true)
    #expect(try problems(seed: #"[{ "n": 1 }]"#).first?.contains("has its key at /id") == true)
    #expect(try problems(seed: #""items.get/success""#, body: #"{ "data": 7 }"#).first?.contains("no items") == true)
  }

  @Test func `a seed leads nowhere, too, where nothing is recorded`() throws {
    let found = try problems(seed: #""items.get/success""#, isRecorded: false)
    #expect(found.count == 1 && found.first?.contains("no recording: nothing is recorded; write the items") == true)
    #expect(try problems(seed: #"[{ "id": 8, "n": 1 }]"#, isRecorded: false) == [])
  }
}
