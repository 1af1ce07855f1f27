import Foundation
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

/// Changes of each schema of real documents. Every change must be reported at its place.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct DocumentMutationTests {
  private static let seed: UInt64 = 41

  /// The number of rounds, each of which changes every schema in a different way.
  private static let rounds = isThorough ? 20 : 1
  /// The maximum number of schemas that change at once.
  private static let limit = isThorough ? Int.max : 100

  private static var isThorough: Bool {
    ProcessInfo.processInfo.environment["PLUMBLINE_EVERY_DOCUMENT"] != nil
  }

  static let documents: [String] = {
    guard let root = Conformance.root?.appendingPathComponent("openapi") else { return [] }
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let folders = isThorough ? ["docs/", "yaml/", "pairs/"] : ["docs/", "yaml/"]
    return names.filter { name in
      folders.contains { name.hasPrefix($0) } && (name.hasSuffix(".json") || name.hasSuffix(".yaml"))
    }.sorted()
  }()

  private func document(_ name: String) throws -> JSON {
    let bytes = Array(try Conformance.data("openapi/\(name)"))
    return try name.hasSuffix(".yaml") ? YAMLDocument.parse(bytes, file: name).root : JSON.parse(bytes)
  }

  @Test(arguments: documents)
  func `every change of a schema is reported at its place`(name: String) throws {
    let document = try document(name)
    var numbers = RandomNumbers(seed: Self.seed)
    for _ in 0..<Self.rounds {
      let made = try #require(DocumentMutations(of: document, by: &numbers, limit: Self.limit))
      guard let found = OpenAPIPair(old: made.old, new: made.new).changes(today: "2026-11-21") else {
        #expect(Self.refused.contains(name))
        continue
      }
      let silent = made.silent(found).map { "\($0.kind) \($0.leaf.pointer)" }
      #expect(silent == [], "Of \(made.mutations.count) changes these aren't told.")
    }
  }

  @Test func `there are changes of each kind`() throws {
    var numbers = RandomNumbers(seed: Self.seed)
    let made = try Self.documents.flatMap { name in
      try DocumentMutations(of: document(name), by: &numbers, limit: .max)?.mutations.map(\.kind) ?? []
    }
    for kind in DocumentMutations.Kind.allCases { #expect(made.count { $0 == kind } > 20, "\(kind)") }
  }

  /// The documents that are rejected, either as they are or after some of the changes.
  private static let refused: Set = ["yaml/nested_schemas.yaml", "yaml/petstore-expanded.yaml"]
}
