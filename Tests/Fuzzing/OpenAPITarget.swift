import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI

/// The check of OpenAPI documents, and their translation to contracts. The target reads no other file.
///
/// Seeds: openapi/docs/oai-examples
/// Length: 32768
/// Mutation: JSON
package enum OpenAPITarget {
  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    guard let document = try? JSONDocument.parse(input, file: "fuzzed.json") else { return }
    for layout in [OpenAPITranslator.Layout.single, .byResource] {
      let documents = DocumentSet(document, path: "fuzzed.json") { .unreadable("there is no file \($0)") }
      let made = OpenAPITranslator(service: "fuzzed", path: "fuzzed.json", layout: layout).translate(documents)
      ContractTarget.check(made.errors + made.notes)
      precondition(
        made.files.isEmpty != made.errors.allSatisfy(\.isServable), "a contract is there, or a mistake that forbids it")
      ContractTarget.check(ContractLoader.load(made.files).problems)
    }
  }
}
