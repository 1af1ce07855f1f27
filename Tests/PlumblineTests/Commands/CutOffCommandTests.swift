import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

/// Commands after an interrupted run. If the run was their own, they start over. Otherwise, they continue.
struct CutOffCommandTests {
  private let folder: TemporaryFolder
  /// A process identifier that no system assigns.
  private static let gone = 2_147_483_646

  init() throws { folder = try TemporaryFolder() }

  /// Leaves the result of a batch that was interrupted after its first files, which are those files and a note that
  /// lists them and the last file.
  private func leave(_ files: [String], of last: String, root: Int, at note: String, in roots: [String]) throws {
    var noted: [String] = []
    for file in files {
      try folder.write("half", to: "\(roots[root])/\(file)")
      let stamp = try #require(FileSystem.stamp("\(folder.path)/\(roots[root])/\(file)"))
      noted.append(#"{ "root": \#(root), "path": "\#(file)", "stamp": "\#(stamp)", "folders": 2 }"#)
    }
    noted.append(#"{ "root": 0, "path": "\#(last)", "stamp": "1 1 1.1", "folders": 1 }"#)
    try folder.write(
      #"{ "plumbline": 1, "process": \#(Self.gone), "files": [\#(noted.joined(separator: ", "))] }"#, to: note)
  }

  @Test func `an import takes the half of an earlier one away, but with --dry-run`() async throws {
    let document = """
      {"openapi": "3.0.3", "info": {"title": "Post", "version": "1"}, "paths": {"/letters": {"post": {"operationId": "send",
      "responses": {"201": {"description": "Sent"}}}}}}
      """
    try folder.write(document, to: "post.json")
    try folder.write("{}", to: "Contracts/contract.schema.json")
    let roots = ["Contracts/post", "Recordings/post"]
    try leave(["send/success.json"], of: "contract.json", root: 1, at: "Contracts/.plumbline-post.begun", in: roots)
    let dry = try await plumbline("import", "openapi", "post.json", "post", "--dry-run", folder: folder.path)
    #expect(dry.status == 2 && dry.errors.contains("left over from an interrupted import"), "\(dry)")
    #expect(try folder.text(of: "Recordings/post/send/success.json") == "half")
    let run = try await plumbline("import", "openapi", "post.json", "post", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(folder.has("Contracts/post/contract.json"))
    #expect((try? folder.text(of: "Recordings/post/send/success.json")) != "half")
    #expect(!folder.has("Contracts/.plumbline-post.begun"))
    // Files that weren't created by an import are left alone.
    try folder.write("mine", to: "Recordings/other/x/y.json")
    let refused = try await plumbline("import", "openapi", "post.json", "other", folder: folder.path)
    #expect(refused.status == 2 && refused.errors.contains("Recordings/other already has files"), "\(refused)")
    #expect(try folder.text(of: "Recordings/other/x/y.json") == "mine")
  }

  @Test func `a package that was cut off is begun anew`() async throws {
    try leave(
      ["Sources/ShopClient/Note.swift"], of: "Package.swift", root: 0, at: "shop/.plumbline-init.begun", in: ["shop"])
    let run = try await plumbline("init", "shop", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(try folder.text(of: "shop/Sources/ShopClient/Note.swift") != "half")
    #expect(folder.has("shop/Package.swift"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/shop")
    #expect(!left.contains { $0.contains(".plumbline-") }, "\(left)")
  }
}
