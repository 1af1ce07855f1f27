import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import PlumblinePostman
import PlumblineRecordings
import TestSupport
import Testing

/// Collections by other authors, from which contracts are created whose mocks conform to them.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE names no folder"))
struct ForeignCollectionTests {
  static let firstVersion = ["multi-level-folders-v1", "v1"]

  static var names: [String] {
    guard let root = Conformance.root else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("postman").path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.prefix { $0 != "." }) }.sorted()
  }

  private func document(_ name: String) throws -> JSONDocument {
    let data = try Conformance.data("postman/\(name).postman_collection.json")
    return try PostmanTranslator(service: "foreign", path: "\(name).json").document(Array(data))
  }

  private func translation(_ name: String) throws -> PostmanTranslation {
    PostmanTranslator(service: "foreign", path: "\(name).json").translate(try document(name), today: "2026-02-03")
  }

  @Test func `they are all there`() { #expect(Self.names.count == 40) }

  @Test(arguments: firstVersion) func `a collection of version 1 is refused by name`(name: String) throws {
    let errors = try translation(name).errors
    try #require(errors.count == 1)
    #expect(errors[0].message.contains("export it as Collection v2.1"))
  }

  @Test(arguments: names.filter { !firstVersion.contains($0) })
  func `a mock of a collection keeps to it, and each request is there`(name: String) async throws {
    let translation = try translation(name)
    #expect(translation.errors.isEmpty, "\(translation.errors)")
    let loaded = ContractLoader.load(translation.files)
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    let wrong = loaded.problems + RecordingLint.problems(in: translation.recordings, contract: contract)
    #expect(wrong.filter { $0.level == .error }.isEmpty, "\(wrong)")
    let named = translation.notes.filter {
      $0.message.contains("both become the endpoint") || $0.message.contains("isn't served")
    }
    #expect(try Self.requests(document(name).root) <= contract.endpoints.count + named.count)
    let unrecorded = translation.notes.filter { $0.message.contains("isn't recorded") }
    #expect(try Self.answers(document(name).root) == translation.recordings.count + unrecorded.count)
    let folder = try TemporaryFolder()
    for file in translation.files { try folder.write(file.bytes, to: "Contracts/foreign/\(file.name)") }
    for recording in translation.recordings {
      let bytes = RecordingWriter.text(of: recording, schema: nil)
      try folder.write(bytes, to: "Recordings/foreign/\(recording.id).json")
    }
    let lint = try await plumbline("lint", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
    let run = try await plumbline("verify", "--direct", "--report", "json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let report = try run.json
    let called = Set(report["calls"]?.elements.compactMap { $0["endpoint"]?.string } ?? [])
    #expect(called == Set(contract.endpoints.map(\.id)))
    #expect(report["drift"]?.count == 0, "\(run)")
  }

  private static func answers(_ owner: JSON) -> Int {
    let own = owner["response"]?.count ?? 0
    return (owner["item"]?.elements.map { answers($0) } ?? []).reduce(own, +)
  }

  private static func requests(_ owner: JSON) -> Int {
    (owner["item"]?.elements.map { $0["item"] == nil ? 1 : requests($0) } ?? []).reduce(0, +)
  }
}
