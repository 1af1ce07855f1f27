import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// The same request with a different response, which becomes the next step of a sequence, even if it has no endpoint.
@Suite struct DraftSequenceTests {
  private func get(_ target: String, _ answer: String) -> Capture { Shop.exchange(.get, target, answer: answer) }

  private func upload(_ number: Int) -> Capture {
    Shop.exchange(
      .post, "/blobs/uploads", status: 202, answer: "", fields: ["Location": "/blobs/uploads/\(number)-b"])
  }

  private func plan(_ captures: [Capture], drafts: [Recording] = []) throws -> RecordingPlan {
    try Shop.plan(captures) { options in
      options.isOnePerAnswer = false
      options.drafts = drafts
    }
  }

  @Test func `other answers to a request that no endpoint has are the steps of a sequence`() throws {
    let captures = ["1", "2", "2", "3"].map { get("/seq", $0) } + [get("/other", "1")]
    let drafted = try plan(captures)
    #expect(
      drafted.ids == [
        "undocumented/get-seq", "undocumented/get-seq-step-2", "undocumented/get-seq-step-3", "undocumented/get-other",
      ])
    #expect(drafted.files.map(\.recording.step?.number) == [1, 2, 3, nil])
    #expect(drafted.files.map(\.recording.step?.sequence) == ["get-seq", "get-seq", "get-seq", nil])
    #expect(drafted.files.map(\.times) == [1, 2, 1, 1])
    #expect(drafted.files.map(\.recording.responseBody) == [1, 2, 3, 1])
    let areDrafts = drafted.files.allSatisfy { $0.isDraft }
    #expect(areDrafts)
    let read = RecordingLoader.load(
      drafted.files.map { .init(endpoint: "undocumented", name: $0.recording.name, path: $0.path, bytes: $0.bytes) })
    #expect(read.recordings.compactMap(\.step?.number).sorted() == [1, 2, 3], "the files say so: \(read.problems)")
  }

  @Test func `answers that lead elsewhere are others, whatever they hold`() throws {
    let drafted = try plan([upload(1), upload(1), upload(2), upload(3)])
    #expect(drafted.files.map(\.recording.step?.number) == [1, 2, 3])
    #expect(drafted.files.map(\.times) == [2, 1, 1])
    #expect(
      drafted.files.map { $0.recording.response.headers["location"] } == [
        "/blobs/uploads/1-b", "/blobs/uploads/2-b", "/blobs/uploads/3-b",
      ])
  }

  @Test func `one recording per answer has no steps`() throws {
    let economical = try Shop.plan(["1", "2", "3"].map { get("/seq", $0) })
    #expect(economical.ids == ["undocumented/get-seq"])
    #expect(economical.files.first?.times == 3)
    #expect(economical.files.first?.recording.step == nil)
  }

  @Test func `a sequence has an end, and what is left out is counted`() throws {
    let drafted = try plan((1...103).map { get("/seq", "\($0)") })
    #expect(drafted.files.count == 100)
    #expect(drafted.surplus.map { "\($0.reason) \($0.times)" } == ["the sequence undocumented/get-seq has 100 steps 3"])
  }

  @Test func `drafts of before get no steps`() throws {
    let first = try plan([get("/seq", "1")]).files.map(\.recording)
    let drafted = try plan([get("/seq", "2")], drafts: first)
    #expect(drafted.ids.isEmpty)
    #expect(drafted.likes.map(\.recording) == ["undocumented/get-seq"])
  }
}
