import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Documents by other authors, which are served and verified unchanged. The mock of each must have no drift.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE names no folder"))
struct ForeignDocumentTests {
  /// The path of a document in the conformance folder.
  struct Document: Sendable, CustomTestStringConvertible {
    let path: String
    var testDescription: String { path }
  }

  /// Files that aren't OpenAPI documents, or have no requests, and the message about each.
  static let others = [
    "openapi/docs/oai-examples/v31-webhook-example.json": (status: 2, message: "There is nothing to call"),
    // The document has a security scheme of an unknown type, and a parameter without any of its required members.
    "openapi/yaml/petstore-expanded.yaml": (0, "parts of this document couldn't be understood and were skipped"),
    "openapi/yaml/invalid-no-info.yaml": (0, ""),
    "openapi/yaml/invalid-no-title.yaml": (0, ""),
  ]

  static var documents: [Document] {
    let folders =
      [
        "openapi/docs", "openapi/docs/oai-examples", "openapi/yaml", "openapi/pairs/box-1year",
        "openapi/pairs/discord-6months",
      ]
      + (1...10).compactMap { number in
        names(in: "specmatic").first { $0.hasPrefix("0\(number < 10 ? "0" : "")\(number)-") }
      }
      .map { "specmatic/\($0)" }
    return folders.flatMap { folder in names(in: folder).map { Document(path: "\(folder)/\($0)") } }
      .filter { ($0.path.hasSuffix(".json") || $0.path.hasSuffix(".yaml")) && others[$0.path] == nil }
  }

  private static func names(in folder: String) -> [String] {
    guard let root = Conformance.root else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? [])
      .sorted()
  }

  private func path(_ document: String) throws -> String {
    try #require(Conformance.root).appendingPathComponent(document).path
  }

  @Test func `they are all there`() {
    #expect(Self.documents.count > 180)
  }

  @Test(arguments: documents) func `a mock made of a document keeps to it`(document: Document) async throws {
    let run = try await plumbline("verify", "--direct", try path(document.path), "--report", "json")
    #expect(run.status == 0, "\(run)")
    let report = try run.json
    let endpoints = try #require(report["endpoints"]).count
    let called = Set(report["calls"]?.elements.compactMap { $0["endpoint"]?.string } ?? [])
    #expect(endpoints > 0 && called.count == endpoints, "\(called.count) of \(endpoints) endpoints were called")
    // Deprecated operations are still called, and members that occur only in examples are shown unchanged.
    let drift =
      report["drift"]?.elements.filter { drift in
        drift["rule"]?.string != "endpoint.deprecated"
          && drift["message"]?.string?.hasSuffix("A documented example shows the same thing.") != true
      } ?? []
    #expect(drift.isEmpty)
    #expect(report["calls"]?.elements.allSatisfy { $0["outcome"]?.string != "skipped" } == true)
  }

  @Test func `what can't be called says so`() async throws {
    for (document, (status, message)) in Self.others where !message.isEmpty {
      let run = try await plumbline("verify", "--direct", try path(document))
      let said = (run.output + run.errors).replacingOccurrences(of: "\n  ", with: " ")
      #expect(run.status == status, "\(run)")
      #expect(said.contains(message), "\(run)")
    }
  }
}
