import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// File paths that GitHub resolves. They must be relative to the repository's root, regardless of where the command was
/// run.
struct RepositoryFilesTests {
  /// Returns a repository whose folder `api` has a contract with lint problems.
  private static func repository() async throws -> GitFolder {
    let git = try await GitFolder()
    try git.write(
      """
      { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
        "endpoints": { "items.get": { "summary": "Reads", "request": "GET /items", "source": "x", "nonsense": true,
          "success": { "200": { "body": { "type": "object" } } } } } }
      """, to: "api/Contracts/shop/contract.json")
    try git.write("", to: "api/app/keep")
    return git
  }

  /// Returns the file of the first annotation, of the first location in the SARIF file, and of the first line on the
  /// console.
  private func files(
    _ git: GitFolder, in folder: String, _ options: [String] = [], environment: [String: String] = [:]
  ) async throws -> (annotation: String?, uri: String?, base: String?, console: String?) {
    let scan = "\(git.folder.path)/scan.sarif"
    let words = ["lint"] + options + ["--report", "sarif=\(scan)"]
    let annotated = try await plumbline(words + ["--report", "github"], environment: environment, folder: folder)
    #expect(annotated.status == 2, "\(annotated)")
    let shown = try await plumbline(words, environment: environment, folder: folder)
    let run = try JSON.parse(String(contentsOfFile: scan, encoding: .utf8))["runs"]?[0]
    let place = run?["invocations"]?[0]?["toolConfigurationNotifications"]?[0]?["locations"]?[0]?["physicalLocation"]
    #expect(run?["originalUriBaseIds"]?["%SRCROOT%"] != nil)
    return (
      annotated.output.firstMatch(of: /file=([^,]+),line=2,/).map { String($0.output.1) },
      place?["artifactLocation"]?["uri"]?.string, place?["artifactLocation"]?["uriBaseId"]?.string,
      (shown.output + shown.errors).firstMatch(of: /(\S+contract\.json):2:/).map { String($0.output.1) }
    )
  }

  private func plumbline(_ words: [String], environment: [String: String], folder: String) async throws -> Finished {
    let tool = RunningCommand(words, environment: environment, folder: folder)
    defer { tool.kill() }
    return await tool.end()
  }

  private static let whole = "api/Contracts/shop/contract.json"

  @Test(arguments: [
    ("", ["--contracts", "api/Contracts"], "api/Contracts/shop/contract.json"),
    ("/api", [], "Contracts/shop/contract.json"),
    ("/api/app", ["--contracts", "../Contracts"], "../Contracts/shop/contract.json"),
  ])
  func `a file is named from the repository's top, and on the console from the folder`(
    folder: String, options: [String], shown: String
  ) async throws {
    let git = try await Self.repository()
    let files = try await files(git, in: git.folder.path + folder, options)
    #expect(files.annotation == Self.whole)
    #expect(files.uri == Self.whole)
    #expect(files.base == "%SRCROOT%")
    #expect(files.console == shown)
  }

  @Test func `a file that lies in another repository is named from that one's top`() async throws {
    let git = try await Self.repository()
    let other = try await GitFolder()
    let files = try await files(git, in: other.folder.path, ["--contracts", "\(git.folder.path)/api/Contracts"])
    #expect(files.annotation == Self.whole)
    #expect(files.uri == Self.whole)
  }

  @Test func `GitHub's own word for the top comes first, where it holds the file`() async throws {
    let git = try await Self.repository()
    let folder = git.folder.path
    let within = try await files(git, in: folder + "/api", environment: ["GITHUB_WORKSPACE": "\(folder)/api"])
    #expect(within.annotation == "Contracts/shop/contract.json")
    let beside = try await files(git, in: folder + "/api", environment: ["GITHUB_WORKSPACE": "\(folder)/api/app"])
    #expect(beside.annotation == Self.whole)
  }

  @Test func `without a repository a file is named from the working folder, and by its whole path outside of it`()
    async throws
  {
    let git = try await Self.repository()
    try FileManager.default.removeItem(atPath: "\(git.folder.path)/.git")
    let within = try await files(git, in: git.folder.path + "/api")
    #expect(within.annotation == "Contracts/shop/contract.json")
    let outside = try await files(git, in: git.folder.path + "/api/app")
    #expect(outside.annotation == "\(git.folder.path)/\(Self.whole)")
    #expect(outside.uri == "file://\(git.folder.path)/\(Self.whole)")
    #expect(outside.base == nil)
  }

  @Test func `a folder that is reached by a link is named by where it leads`() async throws {
    let git = try await Self.repository()
    let link = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(link.path)/api", withDestinationPath: "\(git.folder.path)/api")
    let files = try await files(
      git, in: git.folder.path, ["--contracts", "\(link.path)/api/Contracts"])
    #expect(files.annotation == Self.whole)
  }
}
