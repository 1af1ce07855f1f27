import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

/// Files that a killed process left under a temporary name. The next write in the same folder removes them, and nothing
/// else.
struct TemporaryPathTests {
  /// A process identifier that no system assigns.
  private static let gone = 2_147_483_646

  private func leave(_ name: String, hoursAgo hours: Double, in folder: TemporaryFolder) throws {
    try folder.write("half", to: name)
    let day = Date(timeIntervalSinceNow: -3600 * hours)
    var path = name
    while !path.isEmpty {
      try FileManager.default.setAttributes([.modificationDate: day], ofItemAtPath: "\(folder.path)/\(path)")
      path = path.split(separator: "/").dropLast().joined(separator: "/")
    }
  }

  @Test func `old ones of processes that are gone are removed, files and folders`() throws {
    let folder = try TemporaryFolder()
    try leave(".plumbline-\(Self.gone)-1.tmp", hoursAgo: 2, in: folder)
    try leave(".plumbline-\(Self.gone)-2.tmp/items.list/one.json", hoursAgo: 2, in: folder)
    try AtomicFile.write("whole", to: "\(folder.path)/file.json")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.json"])
  }

  @Test(arguments: [
    ".plumbline-2147483646-1.tmp.json", ".plumbline-2147483646.tmp", ".plumbline-x-1.tmp", ".plumbline--1-1.tmp",
    "plumbline-2147483646-1.tmp", ".plumbline-0-1.tmp", ".plumbline-1-1.tmp",
  ])
  func `what is called otherwise, or is of a process that goes on, stays`(name: String) throws {
    let folder = try TemporaryFolder()
    try leave(name, hoursAgo: 2, in: folder)
    try AtomicFile.write("whole", to: "\(folder.path)/file.json")
    #expect(folder.has(name))
  }

  @Test func `young ones stay: a process of another container has a number that means nothing here`() throws {
    let folder = try TemporaryFolder()
    try leave(".plumbline-\(Self.gone)-1.tmp", hoursAgo: 0, in: folder)
    try leave(".plumbline-\(getpid())-1.tmp", hoursAgo: 2, in: folder)
    try AtomicFile.write("whole", to: "\(folder.path)/file.json")
    #expect(folder.has(".plumbline-\(Self.gone)-1.tmp"))
    #expect(folder.has(".plumbline-\(getpid())-1.tmp"))
  }

  @Test func `old ones in the folder above are removed as well`() throws {
    let folder = try TemporaryFolder()
    try leave(".plumbline-\(Self.gone)-1.tmp/shop/contract.json", hoursAgo: 2, in: folder)
    let inner = "\(folder.path)/Contracts"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    try AtomicFile.write("whole", to: "\(inner)/file.json")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Contracts"])
  }
}
