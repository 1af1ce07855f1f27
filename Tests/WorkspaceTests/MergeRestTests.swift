import Foundation
import PlumblineWorkspace
import TestSupport
import Testing

/// The rest of an interrupted merge. Either it's completed as a whole, or its last file stays unchanged and the merge
/// starts over.
struct MergeRestTests {
  private let folder: TemporaryFolder
  /// A process identifier that no system assigns.
  private static let gone = 2_147_483_646
  private static let note = "Contracts/.plumbline-shop.begun"
  private static let part = "Contracts/shop/items.json"
  private static let last = "Contracts/shop/imported.json"
  private static let removed = "Recordings/shop/items.get/two.json"
  private static let staged = [
    "Contracts/shop/.plumbline-\(gone)-1.tmp", "Contracts/shop/.plumbline-\(gone)-2.tmp",
  ]

  init() throws { folder = try TemporaryFolder() }

  private var place: FileBatch.Place {
    FileBatch.Place(
      "shop", noteFolders: ["\(folder.path)/Contracts", folder.path],
      roots: ["\(folder.path)/Contracts/shop", "\(folder.path)/Recordings/shop"])
  }

  private func write(_ text: String, to path: String) -> FileBatch.Change {
    .write(path: "\(folder.path)/\(path)", bytes: Array(text.utf8))
  }

  /// Leaves the result of a merge that is killed before its first step. The merge replaces a part, removes a recording,
  /// and replaces the record of the import.
  private func leaveMerge(of process: Int = Self.gone) throws {
    var stamps: [String] = []
    for path in [Self.part, Self.removed, Self.last] {
      try folder.write("old", to: path)
      stamps.append(try #require(FileSystem.stamp("\(folder.path)/\(path)")))
    }
    for path in Self.staged { try folder.write("new", to: path) }
    try folder.write(
      """
      { "plumbline": 1, "process": \(process),
        "steps": [
          { "root": 0, "path": "items.json", "from": ".plumbline-\(Self.gone)-1.tmp", "before": "\(stamps[0])" },
          { "root": 1, "path": "items.get/two.json", "before": "\(stamps[1])" },
          { "root": 0, "path": "imported.json", "from": ".plumbline-\(Self.gone)-2.tmp", "before": "\(stamps[2])" }] }
      """, to: Self.note)
  }

  private func left() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".plumbline-") }
  }

  @Test func `all steps are taken where nothing changed since`() throws {
    try leaveMerge()
    FileBatch.settle(place)
    #expect(try folder.text(of: Self.part) == "new")
    #expect(!folder.has(Self.removed))
    #expect(try folder.text(of: Self.last) == "new")
    #expect(try left().isEmpty)
  }

  @Test(arguments: [0, 1])
  func `nothing is taken where a temporary file is gone`(index: Int) throws {
    try leaveMerge()
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(Self.staged[index])")
    FileBatch.settle(place)
    for path in [Self.part, Self.removed, Self.last] { #expect(try folder.text(of: path) == "old", "\(path)") }
    #expect(try left().isEmpty)
  }

  @Test func `a step that was taken isn't a temporary file that is gone`() throws {
    try leaveMerge()
    try SystemDisk().move("\(folder.path)/\(Self.staged[0])", to: "\(folder.path)/\(Self.part)")
    FileBatch.settle(place)
    #expect(try folder.text(of: Self.part) == "new")
    #expect(!folder.has(Self.removed))
    #expect(try folder.text(of: Self.last) == "new")
  }

  @Test(arguments: [part, removed])
  func `if a file was changed, nothing is removed and the last file stays old`(path: String) throws {
    try leaveMerge()
    try folder.write("written by a person", to: path)
    FileBatch.settle(place)
    #expect(try folder.text(of: path) == "written by a person")
    #expect(try folder.text(of: Self.part) == (path == Self.part ? "written by a person" : "new"))
    #expect(folder.has(Self.removed))
    #expect(try folder.text(of: Self.last) == "old")
    #expect(try left().isEmpty)
  }

  @Test func `an old note is of no process, though its number is in use`() throws {
    // The system's first process never ends.
    try leaveMerge(of: 1)
    FileBatch.settle(place)
    #expect(try folder.text(of: Self.last) == "old")
    let refused = #expect(throws: FileError.self) { try FileBatch([write("x", to: Self.part)], at: place).commit() }
    #expect(refused?.path == "\(folder.path)/\(Self.note)")
    #expect(refused?.reason.contains("Process 1 ") == true)
    #expect(try folder.text(of: Self.part) == "old")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(folder.path)/\(Self.note)")
    #expect(FileBatch.underWay(place) == nil)
    FileBatch.settle(place)
    #expect(try folder.text(of: Self.last) == "new")
    #expect(!folder.has(Self.note))
  }

  @Test func `a merge that makes the recordings' folder is noted too`() throws {
    var seen = 0
    for steps in 0..<200 {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
      }
      for path in [Self.part, Self.last] { try folder.write("old", to: path) }
      let paths = [Self.removed, Self.part, Self.last]
      let merge = FileBatch(paths.map { write("new", to: $0) }, at: place)
      if (try? merge.commit(on: FailingDisk(.killed, after: steps))) != nil { break }
      guard FileBatch.isCutOff(place) else { continue }
      seen += 1
      FileBatch.settle(place)
      for path in paths { #expect((try? folder.text(of: path)) == "new", "\(path) after \(steps) steps") }
      #expect(try left().isEmpty)
    }
    #expect(seen > 2)
  }

  @Test func `a note moves nothing above a root that isn't a new folder`() throws {
    for step in [
      #""above": 1, "path": "x.json", "from": ".plumbline-\#(Self.gone)-1.tmp""#, #""above": 1, "path": """#,
      #""above": 1, "path": "", "from": ".plumbline-\#(Self.gone)-1.tmp", "before": "1 1 1.1""#,
      #""above": 99, "path": "", "from": ".plumbline-\#(Self.gone)-1.tmp""#,
      #""above": "1", "path": "", "from": ".plumbline-\#(Self.gone)-1.tmp""#,
    ] {
      try folder.write("kept", to: "Contracts/kept.json")
      try folder.write(
        #"{ "plumbline": 1, "process": \#(Self.gone), "steps": [{ "root": 1, \#(step) }] }"#, to: Self.note)
      #expect(!FileBatch.isCutOff(place), "\(step)")
    }
  }

  @Test(arguments: [true, false])
  func `of two writes of one file the last is done`(isThere: Bool) throws {
    if isThere { try folder.write("old", to: Self.part) }
    let changes = [write("first", to: Self.part), write("one", to: Self.last), write("second", to: Self.part)]
    try FileBatch(changes, at: place).commit()
    #expect(try folder.text(of: Self.part) == "second")
    #expect(try folder.text(of: Self.last) == "one")
    #expect(try left().isEmpty)
  }
}
