import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import TestSupport
import Testing

/// A contract, the document to which it's exported, and the contract that is imported from that document.
struct ExportedContract {
  let files: [ContractLoader.File]
  let recordings: [RecordingLoader.File]
  let contract: Contract
  let export: OpenAPIExport
  let translation: Translation

  var document: JSON { export.document }

  init(files: [ContractLoader.File], recordings: [RecordingLoader.File]) throws {
    self.files = files
    self.recordings = recordings
    let loaded = ContractLoader.load(files)
    contract = try #require(loaded.contract, "\(loaded.problems)")
    export = OpenAPIExport(contract, files: files, recordings: recordings)
    translation = try Self.read(export.text, service: contract.service)
  }

  /// Creates a contract from texts by file name. A name with a slash is the name of a recording.
  init(_ texts: [String: String]) throws {
    let recordings = texts.filter { $0.key.contains("/") }.map { name, text in
      let parts = name.split(separator: "/").map(String.init)
      return RecordingLoader.File(
        endpoint: parts[0], name: String(parts[1].dropLast(5)), path: name, bytes: Array(text.utf8))
    }
    let files = texts.filter { !$0.key.contains("/") }.map { name, text in
      ContractLoader.File(name: name, path: name, bytes: Array(text.utf8))
    }
    try self.init(files: files, recordings: recordings)
  }

  /// Loads the contract and the recordings from folders of the repository.
  init(contract folder: String, recordings: String) throws {
    try self.init(
      files: Self.list(folder).map { name, bytes in .init(name: name, path: "\(folder)/\(name)", bytes: bytes) },
      recordings: Self.folders(in: recordings).flatMap { endpoint in
        Self.list("\(recordings)/\(endpoint)").map { name, bytes in
          .init(
            endpoint: endpoint, name: String(name.dropLast(5)), path: "\(recordings)/\(endpoint)/\(name)", bytes: bytes)
        }
      })
  }

  static func read(_ text: [UInt8], service: String) throws -> Translation {
    let document = try JSONDocument.parse(text, file: "api.json")
    let set = DocumentSet(document, path: "api.json") { .unreadable("there is no \($0)") }
    return OpenAPITranslator(service: service, path: "api.json").translate(set)
  }

  private static func list(_ folder: String) -> [(name: String, bytes: [UInt8])] {
    let url = repositoryRoot.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      (try? Data(contentsOf: url.appendingPathComponent(name))).map { (name, Array($0)) }
    }
  }

  private static func folders(in folder: String) -> [String] {
    let url = repositoryRoot.appendingPathComponent(folder)
    return ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).filter { !$0.contains(".json") }
      .sorted().filter { !list("\(folder)/\($0)").isEmpty }
  }

  /// Expects that the imported contract equals the exported one.
  func expectEqual(_ place: SourceLocation = #_sourceLocation) throws {
    #expect(translation.errors.isEmpty, "\(translation.errors)", sourceLocation: place)
    #expect(translation.notes.isEmpty, sourceLocation: place)
    let own = files.filter { !["waivers.json", "field-usage.json"].contains($0.name) }
    #expect(Set(translation.files.map(\.name)) == Set(own.map(\.name)), sourceLocation: place)
    for file in own {
      let original = ContractForm.file(try JSON.parse(file.bytes), named: file.name)
      let bytes = try #require(translation.files.first { $0.name == file.name }?.bytes, sourceLocation: place)
      let again = ContractForm.file(try JSON.parse(bytes), named: file.name)
      #expect(
        ContractForm.isSame(original, again), "\(file.path)\n\(original.text)\n\(again.text)", sourceLocation: place)
    }
    let names = Set(recordings.map { "\($0.endpoint)/\($0.name)" })
    #expect(Set(translation.recordings.map { "\($0.endpoint)/\($0.name)" }) == names, sourceLocation: place)
    #expect(translation.recordings.count == recordings.count, sourceLocation: place)
    for file in recordings {
      let again = try #require(
        translation.recordings.first { $0.endpoint == file.endpoint && $0.name == file.name }, sourceLocation: place)
      let original = ContractForm.recording(try JSON.parse(file.bytes))
      #expect(try JSON.parse(again.bytes) == original, "\(file.path)", sourceLocation: place)
    }
  }

  typealias SourceLocation = Testing.SourceLocation
}
