import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

/// Documents that the specification's authors have labeled as valid or invalid, and documents that are used in
/// practice.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct DocumentValidityTests {
  private static func files(_ folder: String) -> [String] {
    let all = Conformance.root.flatMap {
      try? FileManager.default.contentsOfDirectory(atPath: $0.appendingPathComponent(folder).path)
    }
    return (all ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }

  private func translated(_ path: String) throws -> TranslatedDocument {
    try TranslatedDocument(String(decoding: Conformance.data(path), as: UTF8.self), path: path)
  }

  @Test(arguments: files("openapi/document-validity/v3.1/pass"))
  func `a document that is labelled right has no error`(path: String) throws {
    let errors = try translated(path).errors
    // The labels concern the structure, which is valid in these two documents.
    let known = [
      "operation-object-example.json": "The security scheme \"petstore_auth\" isn't among",
      "security-scheme-object-examples.json": "nothing is read from the network",
    ]
    let reason = known[path.split(separator: "/").last.map(String.init) ?? ""]
    #expect(errors.filter { error in !(reason.map { error.contains($0) } ?? false) } == [])
    #expect(errors.count == (reason == nil ? 0 : 1))
  }

  @Test(arguments: files("openapi/document-validity/v3.1/fail"))
  func `a wrongly labelled document has one problem, and none is reported twice`(path: String) throws {
    let errors = try translated(path).translation.errors
    #expect(!errors.isEmpty)
    #expect(Set(errors.map(\.location)).count == errors.count, "\(errors)")
  }

  @Test(
    arguments: files("openapi/docs") + files("openapi/docs/oai-examples") + files("openapi/pairs/box-1year")
      + files("openapi/pairs/discord-6months"))
  func `documents that people work with have none, but for operations that can't be told apart`(path: String) throws {
    #expect(try translated(path).errors.filter { !$0.contains(" can't be distinguished ") } == [])
  }
}
