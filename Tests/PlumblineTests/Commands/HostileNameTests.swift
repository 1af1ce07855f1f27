import PlumblineJSONTree
import TestSupport
import Testing

/// Hostile names of documents, contracts and folders, which must never reach a terminal unchanged. They could reorder a
/// line, hide in it or start a new line.
struct HostileNameTests {
  private let folder: TemporaryFolder
  private static let mark = "\u{202E}\u{2066}\u{200F}\u{200B}\u{2028}\u{1B}[31m\u{9B}\nadmin\u{200D}s"

  init() throws {
    folder = try TemporaryFolder()
    let mark = JSON(Self.mark).text
    let inner = mark.dropFirst().dropLast()
    try folder.write(
      """
      {
        "openapi": "3.0.3", "info": { "title": "Shop \(inner)", "version": "1" },
        "servers": [{ "url": "https://ex\(inner)ample.org" }],
        "paths": {
          "/it\\u202Eems/{a\\u2066b}": {
            "get": {
              "operationId": "list\(inner)", "tags": [\(mark)], "x\(inner)": 1, "y": 2,
              "callbacks": { \(mark): {} },
              "responses": { "200": { "description": \(mark) } }
            }
          }
        }
      }
      """, to: "d\u{202E}oc.json")
    try folder.write("", to: "Contracts/.keep")
    try folder.write("", to: "Recordings/.keep")
  }

  private func hidden(in run: Finished) -> [String] {
    (run.output + run.errors).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  @Test func `import, list, lint and export show them as escapes, each on its line`() async throws {
    let imported = try await plumbline(
      "import", "openapi", "d\u{202E}oc.json", "shop", folder: folder.path)
    #expect(imported.status == 0, "\(imported)")
    #expect(hidden(in: imported).isEmpty, "\(hidden(in: imported))")
    #expect(imported.errors.contains("d\\u{202E}oc.json:"))
    let listed = try await plumbline("list", folder: folder.path)
    #expect(hidden(in: listed).isEmpty, "\(hidden(in: listed))")
    #expect(listed.lines.first?.hasPrefix("Shop \\u{202E}\\u{2066}\\u{200F}\\u{200B}\\u{2028}\\u{1B}[31m") == true)
    #expect(listed.lines.first?.contains("\\nadmin\\u{200D}s (shop) · 1 endpoint · ") == true, "\(listed)")
    #expect(hidden(in: try await plumbline("lint", folder: folder.path)).isEmpty)
    let exported = try await plumbline("export", "openapi", "shop", folder: folder.path)
    #expect(hidden(in: exported).isEmpty, "\(hidden(in: exported))")
    #expect(try exported.json["info"]?["title"]?.string == "Shop \(Self.mark)")
  }

  @Test func `a file that isn't there begins no line of its own`() async throws {
    let run = try await plumbline(
      "import", "openapi", "no\nplumbline: all is well\u{202E}", "shop", folder: folder.path)
    #expect(run.status == 2)
    #expect(run.errors == "plumbline: No such file: \"no\\nplumbline: all is well\\u{202E}\".\n")
  }
}
