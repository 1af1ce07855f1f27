import Foundation
import JSONSchema
import JSONTree
import TestSupport
import Testing

@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct SchemaTestSuiteTests {
  private struct Tally {
    var passed = 0
    var failed = 0
    /// Cases that an undecidable pattern answers wrongly, and says so.
    var undecided = 0
    var total: Int { passed + failed + undecided }
  }

  private static let suite = Conformance.root?.appendingPathComponent("json-schema-test-suite")

  /// Gives the suite's remote documents, as a server on port 1234 would.
  private static let loader: SchemaLibrary.Loader = { uri in
    let lead = "http://localhost:1234/"
    guard uri.hasPrefix(lead), let suite else { return nil }
    let file = suite.appendingPathComponent("remotes").appendingPathComponent(String(uri.dropFirst(lead.count)))
    return (try? Data(contentsOf: file)).flatMap { try? JSONDocument.parse(Array($0), file: uri) }
  }

  private func run(_ folder: String, formats: SchemaLibrary.FormatRole) throws -> Tally {
    let library = SchemaLibrary(formats: formats, loader: Self.loader)
    let base = try #require(Self.suite).appendingPathComponent("tests/draft2020-12").appendingPathComponent(folder)
    let files = try FileManager.default.contentsOfDirectory(at: base, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
    var whole = Tally()
    for file in files.sorted(by: { $0.path < $1.path }) {
      let tally = try run(file, library)
      let name = folder.isEmpty ? file.lastPathComponent : folder + "/" + file.lastPathComponent
      print("JSON-Schema-Test-Suite 2020-12 \(name): \(tally.passed)/\(tally.total)")
      whole.passed += tally.passed
      whole.failed += tally.failed
      whole.undecided += tally.undecided
    }
    return whole
  }

  private func run(_ file: URL, _ library: SchemaLibrary) throws -> Tally {
    var tally = Tally()
    let groups = try JSON.parse(Array(try Data(contentsOf: file)), file: file.lastPathComponent)
    for group in groups.elements {
      let title = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
      let source = try JSON.parse(try #require(group["schema"]).serialized(), file: file.lastPathComponent)
      let tests = try #require(group["tests"])
      let schema: Schema
      do throws(SchemaCompilationError) {
        schema = try library.compile(source)
      } catch {
        tally.failed += tests.count
        Issue.record("\(title): \(error)")
        continue
      }
      for test in tests.elements {
        let data = try #require(test["data"])
        let isValid = schema.isValid(data)
        #expect(schema.violations(of: data).isEmpty == isValid, "the passes differ: \(title): \(data)")
        if isValid == (test["valid"]?.bool == true) {
          tally.passed += 1
        } else if isValid, !schema.undecided.isEmpty {
          tally.undecided += 1
        } else {
          tally.failed += 1
          Issue.record("\(title): \(test["description"]?.string ?? ""): \(data)")
        }
      }
    }
    return tally
  }

  @Test func `the required cases of draft 2020-12 are answered right`() throws {
    let tally = try run("", formats: .annotation)
    print("JSON-Schema-Test-Suite 2020-12 required: \(tally.passed)/\(tally.total), \(tally.undecided) undecided")
    #expect(tally.passed >= 1_299)
    #expect(tally.failed == 0)
  }

  @Test func `the optional cases are answered right`() throws {
    let tally = try run("optional", formats: .annotation)
    print("JSON-Schema-Test-Suite 2020-12 optional: \(tally.passed)/\(tally.total), \(tally.undecided) undecided")
    #expect(tally.passed >= 162)
    #expect(tally.failed == 0)
  }

  @Test func `the format cases are answered right`() throws {
    let tally = try run("optional/format", formats: .assertion)
    print("JSON-Schema-Test-Suite 2020-12 format: \(tally.passed)/\(tally.total), \(tally.undecided) undecided")
    #expect(tally.passed >= 764)
    #expect(tally.failed == 0)
  }
}
