import Foundation
import PlumblineJSONTree
import PlumblineYAML
import TestSupport
import Testing

/// Every YAML document of the public suites, compared with PyYAML.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct PyYAMLTests {
  private static let folders = ["openapi/yaml", "openapi/multi-file"]

  private static func documents() throws -> [URL] {
    let root = try #require(Conformance.root)
    return folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { ["yaml", "yml"].contains($0.pathExtension) }
    }.sorted { $0.path < $1.path }
  }

  /// Returns the values that Python reads with the script, or `nil` if there is no Python with PyYAML.
  private static func read(_ files: [URL]) async throws -> [JSON]? {
    let script = repositoryRoot.appendingPathComponent("Tests/Scripts/pyyaml.py").path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for python in ["python3", "/usr/bin/python3"] {
      let output = try await offPool { () -> Data? in
        let process = try ChildProcess(
          URL(fileURLWithPath: "/usr/bin/env"), [python, script] + files.map(\.path), environment: ["PATH": path],
          folder: repositoryRoot.path)
        try process.input.close()
        let output = try process.output.readToEnd() ?? Data()
        return process.wait() == 0 ? output : nil
      }
      if let output { return try output.split(separator: 0x0A).map { try JSON.parse(Array($0)) } }
    }
    return nil
  }

  @Test(.enabled("no python3 here has PyYAML") { try await read([]).map { _ in true } ?? false })
  func `every document is read as PyYAML reads it`() async throws {
    let files = try Self.documents()
    #expect(files.count >= 19)
    let values = try #require(try await Self.read(files))
    #expect(values.count == files.count)
    for (file, value) in zip(files, values) {
      let document = try YAMLDocument.parse(Array(Data(contentsOf: file)), file: file.lastPathComponent)
      let differences = document.root.difference(from: value)
      #expect(document.root == value, "\(file.lastPathComponent): \(differences)")
    }
    print("YAML beside PyYAML: \(files.count) documents agree")
  }
}
