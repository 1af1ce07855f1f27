import Foundation
import JSONSchema
import JSONTree
import Testing

private let conformance = ProcessInfo.processInfo.environment["PLUMBLINE_CONFORMANCE"]

@Suite(.enabled(if: conformance != nil, "PLUMBLINE_CONFORMANCE is not set"))
struct SchemaTestSuiteTests {
  private struct Tally {
    var passed = 0
    var failed = 0
    var refused = 0
  }

  private func root() throws -> URL {
    URL(fileURLWithPath: try #require(conformance)).appendingPathComponent("json-schema-test-suite")
  }

  private func remotes() throws -> [String: JSONDocument] {
    var documents: [String: JSONDocument] = [:]
    for folder in ["", "draft2020-12"] {
      let base = try root().appendingPathComponent("remotes").appendingPathComponent(folder)
      let names = try #require(FileManager.default.enumerator(atPath: base.path))
      for case let name as String in names where name.hasSuffix(".json") {
        if folder.isEmpty, name.hasPrefix("draft") || name.hasPrefix("v1") { continue }
        let bytes = Array(try Data(contentsOf: base.appendingPathComponent(name)))
        let path = folder.isEmpty ? name : folder + "/" + name
        documents["http://localhost:1234/" + path] = try JSONDocument.parse(bytes, file: path)
      }
    }
    return documents
  }

  private func run(_ folder: String, formats: SchemaLibrary.FormatRole, only: Set<String>? = nil) throws -> Tally {
    let library = SchemaLibrary(documents: try remotes(), formats: formats)
    let base = try root().appendingPathComponent("tests/draft2020-12").appendingPathComponent(folder)
    let files = try FileManager.default.contentsOfDirectory(at: base, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" && only?.contains($0.deletingPathExtension().lastPathComponent) ?? true }
    var tally = Tally()
    for file in files.sorted(by: { $0.path < $1.path }) {
      let name = file.lastPathComponent
      let groups = try JSON.parse(Array(try Data(contentsOf: file)), file: name)
      for group in groups.elements {
        // The contents of internationalised labels are not judged: what is a host name in ASCII passes.
        if group["description"]?.string?.contains("A-label") == true {
          tally.refused += group["tests"]?.count ?? 0
          continue
        }
        let title = "\(name): \(group["description"]?.string ?? "")"
        let source = try JSON.parse(try #require(group["schema"]).serialized(), file: name)
        let tests = try #require(group["tests"])
        let schema: Schema
        do throws(SchemaCompilationError) {
          schema = try library.compile(source, base: "")
        } catch {
          tally.refused += tests.count
          print("refused: \(title): \(error.problems.map(\.message).joined(separator: " "))")
          continue
        }
        for test in tests.elements {
          let data = try #require(test["data"])
          let expected = test["valid"]?.bool == true
          let isValid = schema.isValid(data)
          if isValid == expected { tally.passed += 1 } else { tally.failed += 1 }
          #expect(isValid == expected, "\(title): \(test["description"]?.string ?? "")")
          #expect(schema.violations(of: data).isEmpty == isValid, "the passes differ: \(title): \(data)")
        }
      }
    }
    return tally
  }

  @Test func `the required cases of draft 2020-12 are answered right`() throws {
    let tally = try run("", formats: .annotation)
    print("JSON-Schema-Test-Suite 2020-12: \(tally.passed) passed, \(tally.failed) failed, \(tally.refused) refused")
    #expect(tally.failed == 0)
    #expect(tally.passed >= 1242)
  }

  @Test func `the asserted formats of the optional cases are answered right`() throws {
    let asserted: Set<String> = [
      "date-time", "date", "time", "duration", "email", "uri", "uri-reference", "uuid", "ipv4", "ipv6", "json-pointer",
      "regex", "ecmascript-regex", "unknown", "hostname",
    ]
    let tally = try run("optional/format", formats: .assertion, only: asserted)
    print("JSON-Schema-Test-Suite formats: \(tally.passed) passed, \(tally.failed) failed, \(tally.refused) refused")
    #expect(tally.passed >= 518)
  }

  @Test func `the optional cases on patterns and numbers are answered right`() throws {
    let tally = try run(
      "optional", formats: .annotation,
      only: [
        "bignum", "ecmascript-regex", "non-bmp-regex", "float-overflow", "anchor", "id", "unknownKeyword", "no-schema",
        "refOfUnknownKeyword",
      ])
    print("JSON-Schema-Test-Suite optional: \(tally.passed) passed, \(tally.failed) failed, \(tally.refused) refused")
    #expect(tally.passed >= 119)
  }
}
