import PlumblineContractModel
import PlumblineJSONTree
import PlumblinePostman
import PlumblineRecordings
import Testing

/// A test's collection and its translation.
struct TranslatedCollection {
  let translation: PostmanTranslation

  /// - Parameter text: The members of the collection other than `info`.
  init(_ text: String) throws {
    try self.init(whole: #"{ "info": { "name": "Shop" }, "# + text + " }")
  }

  init(whole text: String) throws {
    let document = try JSON.parse(text, file: "shop.json").document
    translation = PostmanTranslator(service: "shop", path: "shop.json").translate(document, today: "2026-02-03")
  }

  /// Returns the contract, which must have no problems.
  func contract() throws -> Contract {
    let result = ContractLoader.load(translation.files)
    #expect(result.problems.filter { $0.level == .error }.isEmpty, "\(result.problems)")
    return try #require(result.contract)
  }

  func file(_ name: String = "contract.json") throws -> JSON {
    try JSON.parse(try #require(translation.files.first { $0.name == name }).bytes)
  }

  func endpoint(_ id: String, in file: String = "contract.json") throws -> JSON {
    try #require(try self.file(file)["endpoints"]?[id])
  }

  var notes: [String] { translation.notes.map(\.message) }
  var errors: [String] { translation.errors.map { "\($0)" } }
  /// The text of all files.
  var written: String {
    translation.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
      + translation.recordings.map { String(decoding: RecordingWriter.text(of: $0), as: UTF8.self) }.joined()
  }
}
