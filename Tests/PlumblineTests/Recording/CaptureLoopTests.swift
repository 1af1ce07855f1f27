import Foundation
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import TestSupport
import Testing

/// The agreement of Plumbline's parts on a capture. A contract without errors is drafted from it, the capture conforms
/// to that contract, and the mock responds to each request as in the capture.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct CaptureLoopTests {
  private static let captures: [String] = {
    guard let root = Conformance.root?.appendingPathComponent("har") else { return [] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    return names.filter { $0.hasSuffix(".har") && !$0.contains("corrupted_har") }.sorted().map { "har/\($0)" }
  }()

  /// The reasons why no contract is drafted from a capture.
  private static let reasons = [
    " an API. Nothing was written.", "No exchange in the captures has a response",
    "Unknown format: expected a recording",
  ]

  @Test(arguments: captures) func `a capture is drafted, checked and replayed`(name: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/Contracts", withIntermediateDirectories: true)
    let capture = "\(folder.path)/session.har"
    try Conformance.data(name).write(to: URL(fileURLWithPath: capture))
    let infer = try await plumbline("infer", "shop", capture, folder: folder.path)
    guard infer.status == 0 else {
      #expect(Self.reasons.contains { "\(infer)".contains($0) }, "\(infer)")
      return
    }
    let lint = try await plumbline("lint", folder: folder.path)
    #expect(lint.status == 0 && !"\(lint)".contains("warning"), "\(lint)")
    let check = try await plumbline("check", capture, folder: folder.path)
    #expect(check.status == 0 && "\(check)".contains("no drift"), "\(check)")

    let contract = try #require(ContractLoader.load(try contracts(folder)).contract)
    let recordings = RecordingLoader.load(try files(folder))
    let answers = try answers(in: name)
    #expect(recordings.problems == [])
    // A 304 for the browser can't be replayed.
    #expect(!recordings.recordings.isEmpty || answers.contains { $0.0 == 304 })
    for recording in recordings.recordings {
      let session = MockSession(library: MockLibrary(contract: contract, recordings: recordings.recordings))
      for earlier in Self.steps(before: recording, in: recordings.recordings) {
        _ = await session.answer(to: earlier.request(in: contract))
      }
      let seen = await session.answer(to: recording.request(in: contract)).response
      #expect(seen.status == recording.response.status, "\(recording.id): \(seen)")
      #expect(Self.content(seen.body) == Self.content(recording.response.body), "\(recording.id)")
      if recording.provenance.note == nil {
        let body = Self.content(recording.response.body)
        #expect(answers.contains { $0 == (recording.response.status, body) }, "\(recording.id) is nobody's answer")
      }
    }
  }

  /// Returns the steps that precede a recording in its sequence.
  private static func steps(before recording: Recording, in all: [Recording]) -> [Recording] {
    guard let step = recording.step else { return [] }
    let row = all.filter { other in
      other.endpoint == recording.endpoint && other.step?.sequence == step.sequence
        && (other.step?.number ?? 0) < step.number
    }
    return row.sorted { ($0.step?.number ?? 0) < ($1.step?.number ?? 0) }
  }

  /// Returns a body in a form that can be compared by content.
  private static func content(_ body: Body) -> JSON? {
    let bytes = body.bytes ?? []
    return (try? JSON.parse(bytes)) ?? JSON(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the responses to the capture's requests.
  private func answers(in name: String) throws -> [(Int, JSON?)] {
    let file = try #require(HARReader.read(Array(try Conformance.data(name)), path: name).file)
    return file.entries.compactMap { entry in
      entry.exchange.unpacked.response.map { ($0.status, Self.content($0.body)) }
    }
  }

  private func contracts(_ folder: TemporaryFolder) throws -> [ContractLoader.File] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Contracts/shop").map { name in
      let path = "Contracts/shop/\(name)"
      return ContractLoader.File(name: name, path: path, bytes: Array(try folder.text(of: path).utf8))
    }
  }

  private func files(_ folder: TemporaryFolder) throws -> [RecordingLoader.File] {
    let root = "Recordings/shop"
    guard FileManager.default.fileExists(atPath: "\(folder.path)/\(root)") else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/\(root)")
      .filter { $0.hasSuffix(".json") }.map { path in
        let parts = path.split(separator: "/").map(String.init)
        return RecordingLoader.File(
          endpoint: parts[0], name: String(parts[1].dropLast(".json".count)), path: "\(root)/\(path)",
          bytes: Array(try folder.text(of: "\(root)/\(path)").utf8))
      }
  }
}
