import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The references, which must describe the format correctly. Their examples are files without problems other than those
/// that they state, and every key of the format has its place and its example.
@Suite struct ReferenceTests {
  private static let examples = Result {
    try Reference(.contracts).examples + Reference(.recordings).examples
  }

  @Test(arguments: (try? examples.get()) ?? [])
  func `an example is what lint takes it for`(example: Reference.Example) async throws {
    let folder = try TemporaryFolder()
    try example.write(to: folder)
    let run = try await plumbline("lint", "--report", "json", "--quiet", folder: folder.path)
    let report = try run.json
    let problems = report["problems"]?.elements.map(Self.text) ?? []
    #expect(problems == example.problems, "\(example.place)\n\(run.errors)")
    let drift = report["drift"]?.elements.map { "\($0["rule"]?.string ?? "") \($0["pointer"]?.string ?? "")" } ?? []
    #expect(drift == [] || !problems.isEmpty, "\(example.place)")
    // A contract that can't be read has no endpoints, and the reason is reported.
    #expect(!problems.isEmpty || (report["summary"]?["endpoints"]?.int ?? 0) > 0, "\(run)")
  }

  private static func text(of problem: JSON) -> String {
    let file = problem["file"]?.string ?? ""
    let name = ["Contracts/library/", "Recordings/library/"].reduce(file) { $0.replacing($1, with: "") }
    let level = problem["level"]?.string == "warning" ? "warning: " : ""
    return "\(name):\(problem["line"]?.text ?? ""):\(problem["column"]?.text ?? ""): \(level)"
      + (problem["message"]?.string ?? "")
  }

  @Test func `there are examples, and mistakes among them`() throws {
    let examples = try Self.examples.get()
    #expect(examples.count > 40)
    #expect(examples.count { !$0.problems.isEmpty } > 8)
  }

  private static let formats: [(String, Reference.Subject)] = [
    ("Contracts/contract.schema.json", .contracts), ("Contracts/links.schema.json", .contracts),
    ("Contracts/waivers.schema.json", .contracts), ("Contracts/sensitivity.schema.json", .contracts),
    ("Recordings/recording.schema.json", .recordings),
  ]

  @Test(arguments: formats)
  func `every key has a row in its section, and an example`(schema: String, subject: Reference.Subject) throws {
    let format = try FormatKeys(schema)
    let reference = try Reference(subject)
    let (keys, words) = format.all
    #expect(keys.count > 2)
    var described: Set<FormatKeys.Key> = []
    for section in reference.sections {
      let rows = section.lines.compactMap { $0.prefixMatch(of: /\| (`[^|]+) \|/)?.output.1 }
      let names = rows.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
      let known = keys.filter { section.definitions.contains($0.definition) }
      described.formUnion(known.filter { names.contains($0.name) })
      guard !known.isEmpty else { continue }
      for name in Set(names).subtracting(known.map(\.name)).sorted() {
        Issue.record(
          "The reference of \(subject): \"\(name)\" is no key of \(section.definitions.joined(separator: ", ")) in \(schema)"
        )
      }
    }
    for key in keys.subtracting(described).sorted() {
      Issue.record("The reference of \(subject) has no row for \(key)")
    }

    var used: Set<FormatKeys.Key> = []
    for example in reference.examples where example.problems.isEmpty {
      for (name, text) in example.files where Self.kind(of: name) == format.kind {
        used.formUnion(format.used(in: try JSON.parse(text)))
      }
    }
    for key in keys.subtracting(used).sorted() { Issue.record("The reference of \(subject) has no example of \(key)") }
    let text = reference.lines.joined(separator: "\n")
    for word in words.sorted() where !text.contains("`\(word)`") && !text.contains("`\"\(word)\"`") {
      Issue.record("The reference of \(subject) doesn't say what \"\(word)\" means")
    }
  }

  /// Returns the format of a file. A file without a special name has the format of contracts.
  private static func kind(of name: String) -> String {
    if name.contains("/") { return "recording.json" }
    // The schemas have the files' old names.
    if ["deep-links.json", "links.json"].contains(name) { return "links.json" }
    if ["field-usage.json", "sensitivity.json"].contains(name) { return "sensitivity.json" }
    return name == "waivers.json" ? name : "contract.json"
  }

  @Test func `every keyword of ours in schemas is described, and has an example`() throws {
    let schema = try String(
      contentsOf: repositoryRoot.appendingPathComponent("Contracts/contract.schema.json"), encoding: .utf8)
    let names = Set(schema.matches(of: /\bx-[a-z]{3,}\b(?=:| is )/).map { String($0.output) })
    #expect(names.count > 3)
    let reference = try Reference(.contracts)
    let right = reference.examples.filter(\.problems.isEmpty).flatMap(\.files).map(\.text)
    for name in names.sorted() {
      #expect(reference.lines.contains { $0.hasPrefix("| `\(name)") }, "\(name) has no row")
      #expect(right.contains { $0.contains("\"\(name)\"") }, "\(name) has no example")
    }
  }

  /// Returns the anchor by which links refer to a heading.
  private static func anchor(of heading: Substring) -> String {
    heading.filter { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
  }

  @Test(arguments: [("ContractReference", Reference.Subject.contracts), ("RecordingReference", .recordings)])
  func `the table of contents leads to every section, and nowhere else`(
    contents: String, subject: Reference.Subject
  ) throws {
    let sections = try Reference(subject).papers.flatMap { paper in
      let article = paper.path.split(separator: "/").last?.replacing(".md", with: "") ?? ""
      let headings = paper.lines.compactMap { $0.wholeMatch(of: /##+ (.+)/)?.output.1 }
      return headings.filter { $0 != "Overview" }.map { "\(article)#\(Self.anchor(of: $0))" }
    }
    let rows = try Paper.article(contents).lines.filter { $0.hasPrefix("|") }
    let links = rows.flatMap { $0.matches(of: /\(doc:([A-Za-z]+#[^)]+)\)/).map { String($0.output.1) } }
    for link in Set(links).subtracting(sections).sorted() { Issue.record("\(contents): there is no section \(link)") }
    for section in Set(sections).subtracting(links).sorted() {
      Issue.record("\(contents): nothing leads to \(section)")
    }
  }
}
