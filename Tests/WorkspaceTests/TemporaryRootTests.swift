import Foundation
import TestSupport
import Testing

/// The folders that tests leave behind, and their removal.
@Suite struct TemporaryRootTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `what a process has left that runs no more is removed by the next one, and nothing else`() throws {
    try folder.write("left", to: "plumbline-tests-crashed/folder/file")
    try folder.write("somebody's", to: "plumbline-testsuite/file")
    let first = try TemporaryRoot(in: folder.path)
    try Data("used".utf8).write(to: URL(fileURLWithPath: "\(first.path)/file"))
    #expect(!folder.has("plumbline-tests-crashed"))
    let second = try TemporaryRoot(in: folder.path)
    #expect(FileManager.default.fileExists(atPath: "\(first.path)/file"), "Whoever runs keeps what is theirs.")
    try first.remove()
    try second.remove()
    #expect(try folder.names() == ["plumbline-testsuite"])
  }

  @Test func `a folder goes with its test`() throws {
    var own: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(own?.path)
    try own?.write("text", to: "deep/file")
    #expect(FileManager.default.fileExists(atPath: path))
    own = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
