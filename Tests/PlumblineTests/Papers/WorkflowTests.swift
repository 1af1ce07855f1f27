import Foundation
import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

/// The workflows that this repository runs, shows and generates, which outsiders must not be able to exploit.
struct WorkflowTests {
  /// Returns the project's own workflows, the one in the README, and the one that `init` writes, each with its name.
  private func workflows() async throws -> [(name: String, root: JSON)] {
    var texts: [(name: String, text: String)] = []
    for name in ["workflows/ci.yml", "workflows/release.yml", "actions/plumbline/action.yml"] {
      let file = repositoryRoot.appendingPathComponent(".github/\(name)")
      texts.append((name, try String(contentsOf: file, encoding: .utf8)))
    }
    let block = try #require(try Paper("README.md").blocks.first { $0.language == "yaml" })
    texts.append(("README.md", block.lines.joined(separator: "\n")))
    let folder = try TemporaryFolder()
    let run = try await plumbline("init", "shop", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    texts.append(("init", try folder.text(of: "shop/.github/workflows/api.yml")))
    var workflows: [(name: String, root: JSON)] = []
    for (name, text) in texts { workflows.append((name, try YAMLDocument.parse(text).root)) }
    return workflows
  }

  private func steps(of root: JSON) -> [JSON] {
    var lists: [JSON] = []
    if let steps = root.at("/runs/steps") { lists.append(steps) }
    if let jobs = root["jobs"] {
      for job in jobs.members {
        if let steps = job.value["steps"] { lists.append(steps) }
      }
    }
    var steps: [JSON] = []
    for list in lists {
      for step in list.elements { steps.append(step) }
    }
    return steps
  }

  @Test func `no script contains an expression, where a branch's name would be executed`() async throws {
    for (name, root) in try await workflows() {
      let runs = steps(of: root).compactMap { $0["run"]?.string }
      #expect(!runs.isEmpty, "\(name)")
      for run in runs { #expect(!run.contains("${{"), "\(name): \(run)") }
    }
  }

  @Test func `actions of others are taken by a commit`() async throws {
    for (name, root) in try await workflows() {
      for uses in steps(of: root).compactMap({ $0["uses"]?.string }) {
        let commit = uses.split(separator: "@").last ?? ""
        #expect(commit.utf8.count == 40 && commit.allSatisfy(\.isHexDigit), "\(name): \(uses)")
      }
    }
  }

  @Test func `every workflow says what it may do`() async throws {
    for (name, root) in try await workflows() where name != "actions/plumbline/action.yml" {
      #expect(root["permissions"]?.kind == .object, "\(name)")
    }
  }
}
