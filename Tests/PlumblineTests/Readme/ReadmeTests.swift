import Foundation
import PlumblineDriftDetection
import PlumblineHTTPMessages
import TestSupport
import Testing

/// What README.md shows and names is what there is.
struct ReadmeTests {
  @Test(arguments: [
    ("{…}", "{}", true), ("{…}", #"{"a":1}"#, true), ("{…}", "[]", false), ("a…b…c", "a1b2c", true),
    ("a…b…c", "a1c2c", false), ("…b", "aba", false), ("ab…ba", "aba", false), ("same", "same", true),
    ("same", "same ", false), ("", "", true), ("", "a", false),
  ])
  func `an ellipsis stands for any text, and nothing else does`(shown: String, line: String, fits: Bool) {
    #expect(Readme.fits(line, shown) == fits)
  }

  @Test func `the drift report is the one that a run gives`() async throws {
    let block = try #require(try Readme.blocks.first { $0.heading == "What drift looks like" })
    let edit: DriftingServer.Edit = { response in
      var edited = response.editing {
        $0.removing("/data/updated_at")?.replacing("/data/priority", with: "CRITICAL")?
          .replacing("/data/id", with: "1042")
      }
      // Only the mock names what it answers from.
      edited.headers["Plumbline-Recording"] = nil
      return edited
    }
    let run = try await DriftingServer.serving(["tickets.get": edit]) { url in
      let tool = try RunningTool(
        ["verify", "truelog", "--server", url, "--only", "tickets.get: reads a ticket"],
        environment: TrueLog.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    #expect(run.status == 1, "\(run)")
    let start = try #require(run.lines.firstIndex(of: "Drift"), "\(run)")
    let end = try #require(run.lines.lastIndex { $0.contains(" · call ") }, "\(run)")
    let report = Array(run.lines[start...end])
    // One line too many moves all that follow.
    let difference = Readme.differences(report, block.lines, firstLine: block.firstLine).first
    if let difference { Issue.record("\(difference)") }
  }

  @Test func `the table of services has their counts, and how much of them is assumed`() throws {
    for service in Service.all {
      let contract = try service.library.get().contract
      let links = contract.links.isEmpty ? "" : ", \(contract.links.count) links"
      let assumed = contract.endpoints.count { $0.standing == .assumed }
      let standing =
        assumed == contract.endpoints.count ? ", all endpoints assumed" : links + ", \(assumed) of them assumed"
      let count = "\(contract.endpoints.count) endpoints\(assumed == contract.endpoints.count ? links : "")\(standing)"
      let name = contract.title.replacing(" Inventory API", with: "")
      let row = try #require(try Readme.lines.first { $0.hasPrefix("| \(name) | ") }, "README.md has no row of \(name)")
      let shown = row.dropFirst("| \(name) | ".count)
      #expect(
        shown.hasPrefix(count) && shown.dropFirst(count.count).first.map { ":, ".contains($0) } == true,
        "README.md\nexpected \(count)\ngot      \(shown)")
    }
  }

  /// What follows a text's beginning in backticks or in a block of code.
  private func words(_ pattern: Regex<Substring>) throws -> Set<String> {
    Set(try Readme.text.get().matches(of: pattern).map { String($0.output) })
  }

  @Test func `every file that is named is there`() throws {
    let named = try words(/(?:\.ci|Contracts|Recordings|Sources|Tests)\/[A-Za-z0-9_.\/*-]*[A-Za-z0-9_*]/)
    #expect(named.count > 10)
    let roots = [repositoryRoot, repositoryRoot.appendingPathComponent("Tests/Packages/Weather")]
    for path in named.sorted() {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      let name = String(path.split(separator: "/").last ?? "")
      let isThere = roots.contains { root in
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        return names?.contains { Readme.fits($0, name.replacing("*", with: "…")) } ?? false
      }
      #expect(isThere, "README.md names \(path), which isn't there")
    }
  }

  @Test func `every rule that is named is one`() throws {
    let named = try words(/(?:response|request|endpoint|client|link|variant)\.[a-z]+(?:[.-][a-z-]+)+/)
      .union(try words(/link\.[a-z-]+/))
    #expect(named.count > 5)
    let rules = Set(RuleCatalog.all.map(\.id))
    for name in named.subtracting(rules).sorted() { Issue.record("README.md names \(name), which is no rule") }
  }
}
