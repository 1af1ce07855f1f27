import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

/// Files that are written together. Either all of them exist or none does, wherever the disk becomes full or the
/// process ends.
struct FileBatchTests {
  /// A number of steps that no batch in these tests exceeds.
  private static let most = 200

  private static let files = [
    ("Recordings/shop/items.list/one.json", "a recording"), ("Recordings/shop/items.get/two.json", "another"),
    ("Contracts/shop/items.json", "a part"), ("Contracts/shop/contract.json", "what makes it a service"),
  ]

  private func place(in folder: TemporaryFolder) -> FileBatch.Place {
    FileBatch.Place(
      "shop", noteFolders: ["\(folder.path)/Contracts", folder.path],
      roots: ["\(folder.path)/Contracts/shop", "\(folder.path)/Recordings/shop"])
  }

  private func writes(_ files: [(String, String)], in folder: TemporaryFolder) -> [FileBatch.Change] {
    files.map { FileBatch.Change.write(path: "\(folder.path)/\($0.0)", bytes: Array($0.1.utf8)) }
  }

  private func batch(_ files: [(String, String)], in folder: TemporaryFolder) -> FileBatch {
    FileBatch(writes(files, in: folder), at: place(in: folder))
  }

  /// Returns a folder that either contains services or is empty.
  private func workspace(isEmpty: Bool = false) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    if !isEmpty {
      try folder.write("kept", to: "Contracts/contract.schema.json")
      try folder.write("kept", to: "Recordings/other/x.json")
    }
    return folder
  }

  /// Returns all paths in a folder, except those of temporary files, which a running process may still rename.
  private func paths(in folder: TemporaryFolder, temporaryToo: Bool = false) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      temporaryToo || !$0.contains(".plumbline-") || !$0.contains(".tmp")
    }.sorted()
  }

  @Test(arguments: [FailingDisk.Kind.full, .broken], [false, true])
  func `of new files none is there when the disk fails, whichever step it is`(
    kind: FailingDisk.Kind, isEmpty: Bool
  ) throws {
    for steps in 0..<Self.most {
      let folder = try workspace(isEmpty: isEmpty)
      let before = try paths(in: folder, temporaryToo: true)
      let isWritten = (try? batch(Self.files, in: folder).commit(on: FailingDisk(kind, after: steps))) != nil
      let after = try paths(in: folder, temporaryToo: true)
      if isWritten {
        #expect(try Self.files.allSatisfy { try folder.text(of: $0.0) == $0.1 })
        #expect(!after.contains { $0.contains(".plumbline-") })
        #expect(steps > 4)
        return
      }
      #expect(after == before, "after \(steps) steps")
    }
    Issue.record("No number of steps was enough.")
  }

  @Test(arguments: [false, true])
  func `a batch that was cut off at any step is taken away and begun anew`(isEmpty: Bool) throws {
    let whole = try workspace(isEmpty: isEmpty)
    try batch(Self.files, in: whole).commit()
    for steps in 0..<Self.most {
      let folder = try workspace(isEmpty: isEmpty)
      let isWritten = (try? batch(Self.files, in: folder).commit(on: FailingDisk(.killed, after: steps))) != nil
      // The file that defines the service exists only if all the others do.
      #expect(!folder.has("Contracts/shop/contract.json") || Self.files.allSatisfy { folder.has($0.0) })
      let isCutOff = FileBatch.isCutOff(place(in: folder))
      #expect(!isCutOff || !folder.has("Contracts/shop/contract.json"))
      FileBatch.settle(place(in: folder))
      if isCutOff {
        #expect(!folder.has("Contracts/shop"))
        #expect(!folder.has("Recordings/shop"))
      }
      #expect(!FileBatch.isCutOff(place(in: folder)))
      try batch(Self.files, in: folder).commit()
      #expect(try paths(in: folder) == paths(in: whole), "after \(steps) steps")
      #expect(try Self.files.allSatisfy { try folder.text(of: $0.0) == $0.1 })
      if isWritten { return }
    }
    Issue.record("No number of steps was enough.")
  }

  @Test func `new files in folders that are there are taken away as well, and nothing that was there`() throws {
    let added = [
      ("Recordings/shop/items.put/three.json", "a recording"), ("Contracts/shop/inferred.json", "a part"),
    ]
    var seen = 0
    for steps in 0..<Self.most {
      let folder = try workspace()
      try batch(Self.files, in: folder).commit()
      let before = try paths(in: folder)
      let isWritten = (try? batch(added, in: folder).commit(on: FailingDisk(.killed, after: steps))) != nil
      if FileBatch.isCutOff(place(in: folder)) {
        seen += 1
        FileBatch.settle(place(in: folder))
        #expect(try paths(in: folder) == before, "after \(steps) steps")
      }
      if isWritten { break }
    }
    #expect(seen > 0)
  }

  @Test func `changes in one half stay`() throws {
    var seen = 0
    for steps in 0..<Self.most {
      let folder = try workspace()
      if (try? batch(Self.files, in: folder).commit(on: FailingDisk(.killed, after: steps))) != nil { break }
      guard folder.has("Recordings/shop/items.list/one.json"), FileBatch.isCutOff(place(in: folder)) else { continue }
      seen += 1
      try folder.write("written by a person", to: "Recordings/shop/items.list/one.json")
      FileBatch.settle(place(in: folder))
      #expect(try folder.text(of: "Recordings/shop/items.list/one.json") == "written by a person")
      #expect(!folder.has("Recordings/shop/items.get"))
    }
    #expect(seen > 0)
  }

  @Test func `files are replaced and removed in order, and a batch that was cut off can be written again`() throws {
    let changes = [
      ("Recordings/shop/items.put/three.json", "new"), ("Contracts/shop/items.json", "a changed part"),
      ("Contracts/shop/contract.json", "changed"),
    ]
    for steps in 0..<Self.most {
      let folder = try workspace()
      try batch(Self.files, in: folder).commit()
      let removal = FileBatch.Change.remove(path: "\(folder.path)/Recordings/shop/items.get/two.json")
      let merge = FileBatch(writes(changes, in: folder) + [removal], at: place(in: folder))
      let isWritten = (try? merge.commit(on: FailingDisk(.killed, after: steps))) != nil
      if try folder.text(of: "Contracts/shop/contract.json") == "changed" {
        #expect(try folder.text(of: "Contracts/shop/items.json") == "a changed part")
        #expect(folder.has("Recordings/shop/items.put/three.json"))
      }
      try merge.commit()
      #expect(try changes.allSatisfy { try folder.text(of: $0.0) == $0.1 })
      #expect(!folder.has("Recordings/shop/items.get"))
      #expect(folder.has("Recordings/shop/items.list/one.json"))
      if isWritten { return }
    }
    Issue.record("No number of steps was enough.")
  }

  @Test func `the half of a process that goes on stays`() throws {
    let folder = try workspace()
    try folder.write("a recording", to: "Recordings/shop/items.list/one.json")
    let stamp = try #require(FileSystem.stamp("\(folder.path)/Recordings/shop/items.list/one.json"))
    // The system's first process never ends, and no system assigns the second identifier.
    for (process, isLeft) in [(1, true), (2_147_483_646, false)] {
      try folder.write(
        """
        { "plumbline": 1, "process": \(process),
          "files": [{ "root": 1, "path": "items.list/one.json", "stamp": "\(stamp)", "folders": 2 },
            { "root": 0, "path": "contract.json", "stamp": "1 1 1.1", "folders": 1 }] }
        """, to: "Contracts/.plumbline-shop.begun")
      #expect(FileBatch.isCutOff(place(in: folder)) != isLeft)
      FileBatch.settle(place(in: folder))
      #expect(folder.has("Recordings/shop/items.list/one.json") == isLeft)
      #expect(folder.has("Contracts/.plumbline-shop.begun") == isLeft)
    }
    #expect(!folder.has("Recordings/shop"))
    #expect(folder.has("Recordings/other/x.json"))
  }

  @Test func `a merge is completed, except in files that were changed since`() throws {
    var seen = 0
    for steps in 0..<Self.most {
      let folder = try workspace()
      try batch(Self.files, in: folder).commit()
      let merge = batch(
        [("Contracts/shop/items.json", "new part"), ("Contracts/shop/contract.json", "new")], in: folder)
      if (try? merge.commit(on: FailingDisk(.killed, after: steps))) != nil { break }
      guard FileBatch.isCutOff(place(in: folder)) else { continue }
      seen += 1
      let isChanged = seen.isMultiple(of: 2)
      if isChanged { try folder.write("written by a person", to: "Contracts/shop/contract.json") }
      FileBatch.settle(place(in: folder))
      #expect(try folder.text(of: "Contracts/shop/items.json") == "new part")
      let text = try folder.text(of: "Contracts/shop/contract.json")
      #expect(text == (isChanged ? "written by a person" : "new"), "after \(steps) steps")
      #expect(!FileBatch.isCutOff(place(in: folder)))
    }
    #expect(seen > 1)
  }

  @Test func `a note that leads out of the service's folders removes nothing`() throws {
    let folder = try workspace()
    try folder.write("mine", to: "mine.txt")
    let stamp = try #require(FileSystem.stamp("\(folder.path)/mine.txt"))
    for path in ["../../mine.txt", "/\(folder.path)/mine.txt", "a/../../../mine.txt", ""] {
      try folder.write(
        """
        { "plumbline": 1, "process": 2147483646,
          "files": [{ "root": 0, "path": "\(path)", "stamp": "\(stamp)", "folders": 1 },
            { "root": 1, "path": "gone.json", "stamp": "1 1 1.1", "folders": 0 }] }
        """, to: "Contracts/.plumbline-shop.begun")
      FileBatch.settle(place(in: folder))
      #expect(try folder.text(of: "mine.txt") == "mine")
      #expect(!folder.has("Contracts/.plumbline-shop.begun"))
    }
  }
}
