import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct ContractGenerationTests {
  /// Returns the contracts of this repository, by file name.
  private func documents() throws -> [String: JSONDocument] {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let folder = root.appendingPathComponent("Contracts/truelog")
    var documents: [String: JSONDocument] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "json" {
      let name = file.lastPathComponent
      documents[name] = try JSONDocument.parse(Array(try Data(contentsOf: file)), file: name)
    }
    return documents
  }

  /// Returns all schemas under `schemas` and in responses, bodies and parameters.
  private func schemas(in value: JSON) -> [JSON] {
    var found: [JSON] = []
    var pending = [value]
    while let value = pending.popLast() {
      for (key, member) in value.members {
        switch key {
        case "schemas", "path", "query": found += member.members.map(\.value).filter { $0.kind == .object }
        case "payload", "body", "schema": if member.kind == .object || member.bool == true { found.append(member) }
        case "examples", "default", "personas", "resources", "state": break
        default: pending.append(member)
        }
      }
      pending += value.elements
    }
    return found
  }

  @Test func `each schema of the contracts has values in all sizes`() throws {
    let documents = try documents()
    let library = SchemaLibrary(documents: documents)
    var count = 0
    for (name, document) in documents.sorted(by: { $0.key < $1.key }) {
      for source in schemas(in: document.root) {
        guard let schema = try? library.compile(source, base: name) else { continue }
        count += 1
        for size in GenerationSize.allCases {
          for seed: UInt64 in 0..<3 {
            let value = try #require(try? schema.generate(size, seed: seed).get(), "\(source.location) \(size)")
            #expect(schema.isValid(value))
          }
        }
      }
    }
    print("generation: \(count) contract schemas")
    #expect(count > 50)
  }

  @Test func `each schema of the contracts can be broken, one keyword at a time`() throws {
    let documents = try documents()
    let library = SchemaLibrary(documents: documents)
    var count = 0
    var keywords: [String: Int] = [:]
    for (name, document) in documents.sorted(by: { $0.key < $1.key }) {
      for source in schemas(in: document.root) {
        guard let schema = try? library.compile(source, base: name) else { continue }
        let value = try schema.generate(.typical).get()
        let breakages = schema.breakages(of: value, limit: 60)
        if source["type"]?.string == "object" { #expect(!breakages.isEmpty, "\(source.location)") }
        for breakage in breakages {
          let violations = schema.violations(of: breakage.value)
          #expect(!violations.isEmpty)
          #expect(violations.allSatisfy { $0.keyword == breakage.keyword && $0.instance == breakage.pointer })
          keywords[breakage.keyword, default: 0] += 1
        }
        count += breakages.count
      }
    }
    let list = keywords.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("breakages: \(count) of contract schemas: \(list)")
  }
}
