import Foundation
import PlumblineWorkspace
import Synchronization
import TestSupport
import Testing

struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is written with the folders that it needs, and nothing else`() throws {
    try AtomicFile.write("one", to: folder.path + "/a/b/c.json")
    #expect(try folder.text(of: "a/b/c.json") == "one")
    #expect(try folder.names(in: "a/b") == ["c.json"])
  }

  @Test func `a file is replaced and keeps its permissions`() throws {
    try folder.write("a long text that was there before", to: "file.json")
    let path = folder.path + "/file.json"
    #expect(chmod(path, 0o640) == 0)
    try AtomicFile.write(Array("new".utf8), to: path)
    #expect(try folder.text(of: "file.json") == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func `what is created takes no one's place, however many try at once`() throws {
    let path = folder.path + "/a/new.json"
    let done = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let text = String(repeating: "\(number % 10)", count: 10_000)
      if (try? AtomicFile.create(Array(text.utf8), at: path)) != nil { done.withLock { $0.append(text) } }
    }
    #expect(done.withLock { $0 } == [try folder.text(of: "a/new.json")])
    #expect(try folder.names(in: "a") == ["new.json"])
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/nowhere")
    #expect(throws: FileError.self) { try AtomicFile.create([1], at: link) }
    #expect(throws: FileError.self) { try AtomicFile.create([1], at: path) }
    #expect(try folder.names(in: "").sorted() == ["a", "link"])
  }

  @Test func `whether a folder can be written is found out without leaving anything behind`() throws {
    try AtomicFile.check(folder: folder.path + "/a/b")
    #expect(try folder.names(in: "") == [])
    try folder.write("in the way", to: "file")
    #expect(
      throws: FileError(path: folder.path + "/file", action: .make, reason: "A file with that name already exists")
    ) {
      try AtomicFile.check(folder: folder.path + "/file/b/c")
    }
    #expect(throws: FileError.self) { try AtomicFile.check(folder: "/proc/plumbline/recordings") }
  }

  @Test func `an empty file can be written`() throws {
    try AtomicFile.write([], to: folder.path + "/empty")
    #expect(try folder.text(of: "empty") == "")
  }

  @Test func `a link stays a link`() throws {
    try folder.write("old", to: "real.json")
    try folder.link("link.json", to: folder.path + "/real.json")
    try AtomicFile.write("new", to: folder.path + "/link.json")
    #expect(try folder.text(of: "real.json") == "new")
    let type = try FileManager.default.attributesOfItem(atPath: folder.path + "/link.json")[.type] as? FileAttributeType
    #expect(type == .typeSymbolicLink)
  }

  @Test func `a device is written to directly`() throws {
    try AtomicFile.write("gone", to: "/dev/null")
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(type == .typeCharacterSpecial)
  }

  @Test func `a folder in the way, or a file where a folder is needed, is said`() throws {
    try folder.makeFolder("folder")
    try folder.write("", to: "file")
    let path = folder.path
    #expect {
      try AtomicFile.write("", to: path + "/folder")
    } throws: {
      "\($0)" == "\(path)/folder can't be written: It is a folder."
    }
    #expect {
      try AtomicFile.write("", to: path + "/file/below/c.json")
    } throws: {
      "\($0)".hasPrefix("\(path)/file")
    }
    #expect(try folder.names() == ["file", "folder"])
  }

  @Test func `many writers at once leave one whole file`() async throws {
    let path = folder.path + "/shared.json"
    let texts = (0..<32).map { String(repeating: "\($0) ", count: 5000) }
    await withTaskGroup(of: Void.self) { group in
      for text in texts { group.addTask { try? AtomicFile.write(text, to: path) } }
    }
    #expect(texts.contains(try folder.text(of: "shared.json")))
    #expect(try folder.names() == ["shared.json"])
  }

  @Test func `edits at the same time build upon one another`() async throws {
    let path = folder.path + "/list.txt"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          try await offPool {
            try AtomicFile.change(path) { String(decoding: $0 ?? [], as: UTF8.self) + "\(number)\n" }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try folder.text(of: "list.txt").split(separator: "\n")).count == 12)
    #expect(try folder.names() == ["list.txt"])
  }
}
