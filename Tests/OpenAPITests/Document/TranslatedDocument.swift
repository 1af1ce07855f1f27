import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// A document and its translation.
struct TranslatedDocument {
  let translation: Translation
  let loaded: ContractLoader.Result

  /// - Parameters:
  ///   - text: The document, or its members without `openapi`, `info` and the braces.
  ///   - files: The files next to the document, by path.
  ///   - path: The document's path in the folder that references may read.
  init(
    _ text: String, version: String = "3.1.0", beside files: [String: String] = [:], path: String = "api.json",
    layout: OpenAPITranslator.Layout = .single
  ) throws {
    let isWhole = text.hasPrefix("{")
    let whole =
      isWhole ? text : "{\"openapi\": \"\(version)\", \"info\": { \"title\": \"Pets\", \"version\": \"1\" },\n\(text)}"
    let documents = DocumentSet(try JSONDocument.parse(whole, file: path), path: path) { name in
      guard let text = files[name], let document = try? JSONDocument.parse(text, file: name) else {
        return .unreadable("there is no file \(name)")
      }
      return .document(document)
    }
    translation = OpenAPITranslator(service: "pets", path: path, layout: layout).translate(documents)
    loaded = ContractLoader.load(translation.files)
  }

  /// Returns a file of the contract.
  func file(_ name: String = "contract.json") throws -> JSON {
    let problems = translation.errors.map(\.description).joined(separator: "\n")
    return try JSON.parse(try #require(translation.files.first { $0.name == name }, "\(problems)").bytes)
  }

  func endpoint(_ id: String) throws -> JSON { try #require(try file()["endpoints"]?[id]) }

  /// Returns the contract, whose translation must not have caused errors.
  func contract() throws -> Contract {
    try #require(loaded.contract, "\((translation.errors + loaded.problems).map(\.description))")
  }

  var errors: [String] { translation.errors.map(\.description) }
  var notes: [String] { translation.notes.map(\.description) }
}
