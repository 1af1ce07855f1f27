import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import TestSupport
import Testing

@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct GenerationSuiteTests {
  private struct Tally {
    var satisfied = 0
    var reported = 0
    var impossible = 0
    var satisfiable = 0
    var missed: [String] = []
  }

  private func files() throws -> [URL] {
    let base = try #require(Conformance.root)
      .appendingPathComponent("json-schema-test-suite/tests/draft2020-12")
    var found: [URL] = []
    for folder in ["", "optional", "optional/format"] {
      found += try FileManager.default.contentsOfDirectory(
        at: base.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    }
    return found.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  private func remotes() throws -> [String: JSONDocument] {
    var documents: [String: JSONDocument] = [:]
    let base = try #require(Conformance.root)
      .appendingPathComponent("json-schema-test-suite/remotes/draft2020-12")
    let names = try #require(FileManager.default.enumerator(atPath: base.path))
    for case let name as String in names where name.hasSuffix(".json") {
      let bytes = Array(try Data(contentsOf: base.appendingPathComponent(name)))
      documents["http://localhost:1234/draft2020-12/" + name] = try JSONDocument.parse(bytes, file: name)
    }
    return documents
  }

  @Test func `schemas of the suite are satisfied in all sizes, or reported`() throws {
    let remotes = try remotes()
    var tally = Tally()
    for file in try files() {
      let isFormat = file.path.contains("/format/")
      let library = SchemaLibrary(documents: remotes, formats: isFormat ? .assertion : .annotation)
      for group in try JSON.parse(Array(try Data(contentsOf: file))).elements {
        let source = try #require(group["schema"])
        let title = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
        guard let schema = try? library.compile(JSON.parse(source.serialized(), file: file.lastPathComponent)) else {
          continue
        }
        // Only schemas that the validator itself finds satisfiable.
        let isSatisfiable = group["tests"]?.elements.contains { schema.isValid($0["data"] ?? .null) } ?? false
        var made = 0
        for size in GenerationSize.allCases {
          for seed: UInt64 in [0, 1, 12_345] {
            switch schema.generate(size, seed: seed) {
            case .success(let value):
              made += 1
              #expect(schema.isValid(value), "\(title): \(value)")
            case .failure(let failure):
              if failure.reason == .impossible { #expect(!isSatisfiable, "\(title): \(failure)") }
              if seed == 0, size == .minimal {
                if failure.reason == .impossible { tally.impossible += 1 } else { tally.reported += 1 }
              }
            }
          }
        }
        if isSatisfiable { tally.satisfiable += 1 }
        if made == 9 { tally.satisfied += 1 } else if isSatisfiable { tally.missed.append("\(title) (\(made)/9)") }
      }
    }
    let met = tally.satisfiable - tally.missed.count
    print(
      "generation: \(tally.satisfied) satisfied, \(tally.reported) reported, \(tally.impossible) impossible; "
        + "\(met) of \(tally.satisfiable) satisfiable")
    for title in tally.missed { print("not satisfied: \(title)") }
    #expect(Double(met) > 0.95 * Double(tally.satisfiable))
  }
}
