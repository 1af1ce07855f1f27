#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineJSONTree

/// The new files of a batch and their places, so that its half can be told from what people wrote:
///
///     { "plumbline": 1, "process": 4711,
///       "files": [{ "root": 0, "path": "items.json", "stamp": "81 532 1795000000", "folders": 1 }] }
///
/// A file is the batch's own while its stamp is: its number on the disk, its size and when it was written.
struct BatchNote: Sendable {
  struct File: Sendable, Hashable {
    /// The index of its folder among the batch's roots.
    let root: Int
    /// The path from there.
    let path: String
    let stamp: String
    /// The number of folders right above it that the batch makes; those that are empty go with the file.
    let folders: Int
  }

  static let mostFolders = 8

  private let process: Int32
  private let roots: [String]
  /// In the order in which they take their places.
  private let files: [File]

  /// Notes staged files, as far as they belong into the roots.
  init(_ staged: [BatchStaging.File], at place: FileBatch.Place) {
    process = getpid()
    roots = place.roots
    files = staged.compactMap { file -> File? in
      guard let part = place.part(of: file.target), let stamp = FileSystem.stamp(file.temporary) else { return nil }
      var own = 0
      var folder = Path.parent(file.target)
      while own < Self.mostFolders, folder == file.goal || folder.hasPrefix(file.goal + "/") {
        own += 1
        folder = Path.parent(folder)
      }
      return File(root: part.root, path: part.path, stamp: stamp, folders: own)
    }
  }

  /// Reads a note; `nil` where it isn't one of new files, isn't whole, or leads out of the roots.
  init?(_ note: JSON, roots: [String]) {
    guard let process = Self.process(of: note), let list = note["files"], list.kind == .array else { return nil }
    var files: [File] = []
    for index in 0..<list.count {
      guard let value = list[index], let root = value["root"]?.int, roots.indices.contains(root),
        let path = value["path"]?.string, Self.staysInside(path), let stamp = value["stamp"]?.string,
        let folders = value["folders"]?.int, (0...Self.mostFolders).contains(folders)
      else { return nil }
      files.append(File(root: root, path: path, stamp: stamp, folders: folders))
    }
    self.process = process
    self.roots = roots
    self.files = files
  }

  /// The process that made a note; `nil` where it is none.
  static func process(of note: JSON) -> Int32? {
    guard note["plumbline"]?.int == 1, let number = note["process"]?.int else { return nil }
    return Int32(exactly: number)
  }

  /// The process that made a note and goes on; `nil` for this one. No batch takes as long as an old note is old, so its
  /// process has ended, and the number is another's by now.
  static func otherProcess(of note: JSON, at path: String) -> Int32? {
    guard let process = process(of: note), process != getpid(), !TemporaryPath.isGone(process),
      !TemporaryPath.isOldAndOurs(path)
    else { return nil }
    return process
  }

  var text: [UInt8] {
    let list = files.map { file -> JSON in
      .object([
        ("root", JSON(file.root)), ("path", JSON(file.path)), ("stamp", JSON(file.stamp)),
        ("folders", JSON(file.folders)),
      ])
    }
    let root = JSON.object([("plumbline", 1), ("process", JSON(Int(process))), ("files", .array(list))])
    return root.serialized(.pretty) + [UInt8(ascii: "\n")]
  }

  /// A Boolean value that indicates whether the last file has taken its place, and with it all of them.
  var isComplete: Bool { files.last.map { FileSystem.isThere(self.path(of: $0)) } ?? true }

  /// Removes the files that have taken their places, and the folders that were made for them.
  func undo(on disk: some BatchDisk) {
    var emptied: Set<String> = []
    for file in files.reversed() {
      let path = path(of: file)
      if FileSystem.stamp(path) == file.stamp { try? disk.remove(path) }
      var folder = Path.parent(path)
      for _ in 0..<file.folders {
        emptied.insert(folder)
        folder = Path.parent(folder)
      }
    }
    for folder in emptied.sorted(by: { $0.utf8.count > $1.utf8.count }) { disk.removeEmptyFolder(folder) }
  }

  private func path(of file: File) -> String { "\(roots[file.root])/\(file.path)" }

  /// Returns a Boolean value that indicates whether a path leads to something below where it starts.
  static func staysInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }
}
