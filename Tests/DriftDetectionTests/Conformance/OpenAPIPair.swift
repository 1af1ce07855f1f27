import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineOpenAPI

/// Two OpenAPI documents, and the result of comparing the contracts translated from them.
struct OpenAPIPair {
  let old: [UInt8]
  let new: [UInt8]

  /// Returns the changes, or `nil` if one of the documents can't be translated.
  func changes(today: String) -> [Drift]? {
    guard let before = Self.contract(old, "old.json"), let after = Self.contract(new, "new.json") else { return nil }
    return ContractComparison(old: before, new: after, options: .init(today: today)).changes()
  }

  /// Returns the contract that a document translates to.
  static func contract(_ bytes: [UInt8], _ name: String) -> Contract? {
    guard let document = try? JSONDocument.parse(bytes, file: name) else { return nil }
    let set = DocumentSet(document, path: name) { .unreadable("there is no \($0)") }
    let translation = OpenAPITranslator(service: "api", path: name, layout: .single).translate(set)
    return ContractLoader.load(translation.files, isLinting: false).contract
  }
}
