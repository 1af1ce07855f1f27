import Foundation
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

/// Everything that the papers show and name, which must exist.
struct PaperTests {
  @Test(arguments: [
    ("{…}", "{}", true), ("{…}", #"{"a":1}"#, true), ("{…}", "[]", false), ("a…b…c", "a1b2c", true),
    ("a…b…c", "a1c2c", false), ("…b", "aba", false), ("ab…ba", "aba", false), ("same", "same", true),
    ("same", "same ", false), ("", "", true), ("", "a", false),
  ])
  func `an ellipsis stands for any text, and nothing else does`(shown: String, line: String, fits: Bool) {
    #expect(Paper.fits(line, shown) == fits)
  }

  @Test func `both catalogues and what is for those who carry on are among the papers`() throws {
    let paths = try Paper.all.get().map(\.path)
    for folder in ["PlumblineCommands", "PlumblineTesting"] {
      #expect(paths.contains("Sources/\(folder)/\(folder).docc/\(folder).md"))
    }
    #expect(paths.contains(".github/CONTRIBUTING.md"))
    #expect(paths.contains(".github/ISSUE_TEMPLATE/wrong.md"))
    #expect(paths.count > 25)
    #expect(Set(paths).count == paths.count)
  }

  @Test func `the drift report is the one that a run gives`() async throws {
    let block = try #require(try Paper("README.md").blocks.first { $0.heading == "What drift looks like" })
    let edit: DriftingServer.Edit = { response in
      var edited = response.editing {
        $0.removing("/data/updated_at")?.replacing("/data/priority", with: "CRITICAL")
      }
      // Only the mock names the source of its responses.
      edited.headers["Plumbline-Recording"] = nil
      return edited
    }
    let run = try await DriftingServer.serving(["tickets.get": edit]) { url in
      let tool = RunningCommand(
        ["verify", "truelog", "--server", url, "--only", "tickets.get: reads a ticket"],
        environment: TrueLog.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    #expect(run.status == 1, "\(run)")
    let start = try #require(run.lines.firstIndex(of: "Drift"), "\(run)")
    let end = try #require(run.lines.lastIndex { $0.contains(" · call ") }, "\(run)")
    let report = Array(run.lines[start...end])
    // A missing or extra line shifts all the following lines.
    let difference = block.differences(report, block.lines, firstLine: block.firstLine).first
    if let difference { Issue.record("\(difference)") }
  }

  @Test func `the workflow to copy builds, verifies, compares, and uploads what it wrote`() throws {
    let block = try #require(try Paper("README.md").blocks.first { $0.language == "yaml" })
    let bytes = Array(block.lines.joined(separator: "\n").utf8)
    let steps = try YAMLDocument.parse(bytes).root.at("/jobs/verify/steps")?.elements.map { $0 } ?? []
    let runs = steps.compactMap { $0["run"]?.string }
    let order = ["swift build", "plumbline lint", "plumbline verify", "plumbline diff", "swift test"]
    let places = order.map { word in runs.firstIndex { $0.contains(word) } ?? -1 }
    #expect(places.allSatisfy { $0 >= 0 }, "\(runs)")
    #expect(places == places.sorted(), "\(runs)")
    let scans = runs.compactMap { $0.firstMatch(of: /--report sarif=(\S+)/)?.output.1 }
    let scan = try #require(scans.first)
    let upload = try #require(steps.first { $0["uses"]?.string?.contains("upload-sarif") == true })
    #expect(upload.at("/with/sarif_file")?.string == String(scan))
    #expect(upload["if"]?.string?.contains("hashFiles('\(scan)')") == true)
    #expect(runs.count { $0.contains("markdown=\"$GITHUB_STEP_SUMMARY\"") } == 2)
  }

  @Test func `the table of services has their counts, and how much of them is assumed`() throws {
    let paper = try Paper.article("Services")
    for service in Service.all {
      let contract = try service.library.get().contract
      let links = contract.links.isEmpty ? "" : ", \(contract.links.count) links"
      let assumed = contract.endpoints.count { $0.standing == .assumed }
      let standing =
        assumed == contract.endpoints.count ? ", all endpoints assumed" : links + ", \(assumed) of them assumed"
      let count = "\(contract.endpoints.count) endpoints\(assumed == contract.endpoints.count ? links : "")\(standing)"
      let name = contract.title.replacing(" Inventory API", with: "")
      let row = try #require(paper.lines.first { $0.hasPrefix("| \(name) | ") }, "\(paper) has no row of \(name)")
      let shown = row.dropFirst("| \(name) | ".count)
      #expect(
        shown.hasPrefix(count) && shown.dropFirst(count.count).first.map { ":, ".contains($0) } == true,
        "\(paper)\nexpected \(count)\ngot      \(shown)")
    }
  }

  /// Returns the words in the papers that match a pattern, each with the first paper that contains it.
  private func words(_ pattern: Regex<Substring>) throws -> [String: Paper] {
    let found = try Paper.all.get().flatMap { paper in
      paper.text.matches(of: pattern).map { (String($0.output), paper) }
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  @Test func `every file that is named is there`() throws {
    let named = try words(
      /(?:\.ci|\.github|Contracts|Recordings|Sources|Tests)\/[A-Za-z0-9_.\/*+-]*[A-Za-z0-9_*]/)
    #expect(named.count > 60)
    let roots = [
      repositoryRoot, repositoryRoot.appendingPathComponent("Tests/Packages/Weather"),
      repositoryRoot.appendingPathComponent("Sources"),
    ]
    for (path, paper) in named.sorted(by: { $0.key < $1.key }) where !Self.elsewhere.contains(path) {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      let name = String(path.split(separator: "/").last ?? "")
      let isThere = roots.contains { root in
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return names?.contains { Paper.fits($0, name.replacing("*", with: "…")) } ?? false
      }
      #expect(isThere, "\(paper) names \(path), which isn't there")
    }
  }

  /// The files that `plumbline init shop` creates, which `InitTests` checks, and those of the references' example service.
  private static let elsewhere: Set<String> = [
    "Contracts/shop", "Recordings/shop", "Sources/ShopClient", "Sources/ShopSuite", ".github/workflows/api.yml",
    "Contracts/library/contract.json",
  ]

  @Test func `the table of modules has every target in the manifest's order, and marks the core`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: repositoryRoot.appendingPathComponent(path), encoding: .utf8)
    }
    let manifest = try text("Package.swift").components(separatedBy: "let tests:")[0]
    let targets = manifest.matches(of: /arget\(\s*name: "([^"]+)"/).map { String($0.output.1) }
    let core = try JSON.parse(text(".ci/modules.json"))["core"]?.elements.compactMap(\.string) ?? []
    #expect(targets.count > 25)
    #expect(core.count > 10)
    let expected = targets.map { core.contains($0) ? "`\($0)` ·" : "`\($0)`" }
    let rows = try Paper(".github/ARCHITECTURE.md").lines.compactMap { $0.prefixMatch(of: /\| (`[^|]+) \|/)?.output.1 }
    #expect(rows.map(String.init) == expected)
  }

  @Test func `every link between files leads to one`() throws {
    for paper in try Paper.all.get() {
      let folder = repositoryRoot.appendingPathComponent(paper.path).deletingLastPathComponent()
      let links = paper.text.matches(of: /\]\(([^)#:\s|]+)\)/).map { String($0.output.1) }
      for link in links + paper.definitions.values {
        let target = folder.appendingPathComponent(link).standardizedFileURL.path
        #expect(FileManager.default.fileExists(atPath: target), "\(paper) leads to \(link), which isn't there")
      }
      let used = paper.text.matches(of: /\[([^\[\]]+)\]\[([^\[\]]*)\]/).map {
        ($0.output.2.isEmpty ? $0.output.1 : $0.output.2).lowercased()
      }
      for name in Set(used).symmetricDifference(paper.definitions.keys).sorted() {
        Issue.record("\(paper) has to say where [\(name)] leads, and to lead there")
      }
    }
    #expect(try Paper("README.md").definitions.count > 10)
  }

  @Test func `every rule that is named is one`() throws {
    let named = try words(/(?:change\.)?(?:response|request|endpoint|client|link|variant)\.[a-z]+(?:[.-][a-z-]+)+/)
      .merging(words(/(?:change\.)?link\.[a-z-]+/)) { first, _ in first }
    #expect(named.count > 5)
    let rules = Set(RuleCatalog.all.map(\.id))
    for (name, paper) in named.sorted(by: { $0.key < $1.key }) where !rules.contains(name) {
      Issue.record("\(paper) names \(name), which is no rule")
    }
  }
}
