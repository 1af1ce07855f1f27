import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

struct ServiceWatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.writeService("alpha")
    try folder.writeService("beta")
  }

  private func watch() throws -> ServiceWatch {
    let workspace = try Workspace.find(from: folder.path)
    return ServiceWatch(["alpha", "beta"].map(workspace.home))
  }

  /// Checks for changes until one is reported, a few times at most.
  private func changes(_ watch: inout ServiceWatch) -> [String] {
    _ = watch.scan()
    return told(&watch)
  }

  private func told(_ watch: inout ServiceWatch) -> [String] { watch.scan().map(\.name) }

  @Test func `nothing is reported while nothing changes`() throws {
    var watch = try watch()
    for _ in 0..<3 { #expect(told(&watch) == []) }
  }

  @Test func `an edit is reported once, when two looks saw the same`() throws {
    var watch = try watch()
    try folder.write(TemporaryFolder.pings + "\n", to: "Contracts/alpha/pings.json")
    #expect(told(&watch) == [])
    try folder.write(TemporaryFolder.pings + "\n\n", to: "Contracts/alpha/pings.json")
    #expect(told(&watch) == [], "it changed again since the last look")
    #expect(told(&watch) == ["alpha"])
    #expect(told(&watch) == [])
  }

  @Test func `a file that comes, goes or takes another's place is reported`() throws {
    var watch = try watch()
    try folder.write(TemporaryFolder.recording, to: "Recordings/beta/pings.get/new.json")
    #expect(changes(&watch) == ["beta"])
    try FileManager.default.removeItem(atPath: folder.path + "/Recordings/beta/pings.get/new.json")
    #expect(changes(&watch) == ["beta"])
    try folder.write(TemporaryFolder.recording, to: "draft")
    try FileManager.default.removeItem(atPath: folder.path + "/Recordings/alpha/pings.get/ok.json")
    try FileManager.default.moveItem(
      atPath: folder.path + "/draft", toPath: folder.path + "/Recordings/alpha/pings.get/ok.json")
    #expect(changes(&watch) == ["alpha"])
  }

  @Test func `hidden files, such as those of editors, are passed over`() throws {
    var watch = try watch()
    try folder.write("x", to: "Contracts/alpha/.pings.json.swp")
    #expect(changes(&watch) == [])
  }

  @Test func `folders that go and come again are reported`() throws {
    var watch = try watch()
    try FileManager.default.removeItem(atPath: folder.path + "/Recordings")
    #expect(changes(&watch) == ["alpha", "beta"])
    try folder.write(TemporaryFolder.recording, to: "Recordings/alpha/pings.get/ok.json")
    #expect(changes(&watch) == ["alpha"])
  }
}
