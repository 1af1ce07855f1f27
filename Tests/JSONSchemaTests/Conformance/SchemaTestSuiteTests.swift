import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import TestSupport
import Testing

@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct SchemaTestSuiteTests {
  private struct Tally {
    var totals: SuiteTotals
    /// The number of cases whose result is wrong because of an undecidable pattern, which is reported. These cases
    /// don't pass, but they aren't errors.
    var undecided = 0

    init(_ name: String) { totals = SuiteTotals("JSON-Schema-Test-Suite 2020-12, \(name)") }
  }

  private static let suite = Conformance.root?.appendingPathComponent("json-schema-test-suite")

  /// Loads the suite's remote documents, like a server on port 1234.
  private static let loader: SchemaLibrary.Loader = { uri in
    let lead = "http://localhost:1234/"
    guard uri.hasPrefix(lead), let suite else { return nil }
    let file = suite.appendingPathComponent("remotes").appendingPathComponent(String(uri.dropFirst(lead.count)))
    return (try? Data(contentsOf: file)).flatMap { try? JSONDocument.parse(Array($0), file: uri) }
  }

  private func run(_ name: String, _ folder: String, formats: SchemaLibrary.FormatRole) throws {
    let library = SchemaLibrary(formats: formats, loader: Self.loader)
    let base = try #require(Self.suite).appendingPathComponent("tests/draft2020-12").appendingPathComponent(folder)
    let files = try FileManager.default.contentsOfDirectory(at: base, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
    var tally = Tally(name)
    for file in files.sorted(by: { $0.path < $1.path }) { try run(file, library, &tally) }
    let totals = tally.totals
    print("\(totals), \(tally.undecided) undecided")
    #expect(
      totals.isNoWorse(than: try SuiteTotals.stated(totals.suite)), "The article Conformance states more than \(totals)"
    )
  }

  private func run(_ file: URL, _ library: SchemaLibrary, _ tally: inout Tally) throws {
    let groups = try JSON.parse(Array(try Data(contentsOf: file)), file: file.lastPathComponent)
    for group in groups.elements {
      let title = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
      let source = try JSON.parse(try #require(group["schema"]).serialized(), file: file.lastPathComponent)
      let tests = try #require(group["tests"])
      let schema: Schema
      do throws(SchemaCompilationError) {
        schema = try library.compile(source)
      } catch {
        for _ in tests.elements { tally.totals.add(false) }
        Issue.record("\(title): \(error)")
        continue
      }
      for test in tests.elements {
        let data = try #require(test["data"])
        let isValid = schema.isValid(data)
        #expect(schema.violations(of: data).isEmpty == isValid, "the passes differ: \(title): \(data)")
        let isRight = isValid == (test["valid"]?.bool == true)
        tally.totals.add(isRight)
        if isRight { continue }
        if isValid, !schema.undecided.isEmpty {
          tally.undecided += 1
        } else {
          Issue.record("\(title): \(test["description"]?.string ?? ""): \(data)")
        }
      }
    }
  }

  @Test func `the required cases of draft 2020-12 are answered right`() throws {
    try run("required", "", formats: .annotation)
  }

  @Test func `the optional cases are answered right`() throws {
    try run("optional", "optional", formats: .annotation)
  }

  @Test func `the format cases are answered right`() throws {
    try run("format", "optional/format", formats: .assertion)
  }
}
