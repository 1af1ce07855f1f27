import Foundation
import TestSupport
import Testing

/// The lines by which README.md begins a package, typed as they stand there.
@Suite struct TutorialTests {
  /// The calls of `plumbline init`, without what is said beside them.
  private static let lines = Result {
    try Paper("README.md").blocks.filter { $0.heading == "Your own API in ten minutes" }.flatMap(\.lines)
      .filter { $0.hasPrefix("plumbline init ") }
      .map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a package is begun from nothing, a document, traffic and a server`() throws {
    let lines = try Self.lines.get()
    #expect(lines.contains("plumbline init shop"))
    for way in ["--from openapi", "--from har", "--url"] { #expect(lines.contains { $0.contains(way) }, "\(way)") }
  }

  @Test(arguments: (try? lines.get()) ?? [])
  func `what is begun verifies without a client`(line: String) async throws {
    let folder = try TemporaryFolder()
    for (kind, file) in [("openapi", "openapi.yaml"), ("har", "session.har")] {
      let export = try await plumbline("export", kind, "truelog", "--output", "\(folder.path)/\(file)")
      #expect(export.status == 0, "\(export)")
    }
    let tool = try RunningTool(["serve", "truelog", "--port", "0"])
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let words = line.replacing("http://127.0.0.1:8000", with: "http://127.0.0.1:\(port)").split(separator: " ")
    let begun = try await plumbline(arguments: words.dropFirst().map(String.init), folder: folder.path)
    #expect(begun.status == 0 && begun.output.contains("Next: cd shop && swift run shop-plumbline verify"), "\(begun)")
    let verified = try await plumbline("verify", "--direct", folder: folder.path + "/shop")
    #expect(verified.status == 0 && verified.output.contains("no drift"), "\(line)\n\(verified)")
  }
}
