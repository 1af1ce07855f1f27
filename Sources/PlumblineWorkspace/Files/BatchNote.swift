#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineJSONTree

/// A note about the new files of a batch. It allows distinguishing a partial batch from files written by hand.
///
///     { "plumbline": 1, "process": 4711,
///       "files": [{ "root": 0, "path": "items.json", "stamp": "81 532 1795000000", "folders": 1 }] }
///
/// A file belongs to the batch as long as its stamp is unchanged. The stamp consists of the file's number on the disk,
/// its size, and its modification time.
struct BatchNote: Sendable {
  struct File: Sendable, Hashable {
    /// The index of the root that contains the file.
    let root: Int
    /// The path relative to the root.
    let path: String
    let stamp: String
    /// The number of folders directly above the file that the batch creates. If they are empty, they are removed along
    /// with the file.
    let folders: Int
  }

  static let mostFolders = 8

  private let process: Int32
  private let roots: [String]
  /// The files, in the order in which they are renamed.
  private let files: [File]

  /// Creates a note about the staged files that are inside the roots.
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

  /// Reads a note. Returns `nil` if it isn't a note about new files, is incomplete, or refers to paths outside the
  /// roots.
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

  /// Returns the id of the process that created a note, or `nil` if the value isn't a note.
  static func process(of note: JSON) -> Int32? {
    guard note["plumbline"]?.int == 1, let number = note["process"]?.int else { return nil }
    return Int32(exactly: number)
  }

  /// Returns the id of the process that created a note, or `nil` if that process is the current one or has ended. No
  /// batch takes as long as the age of an old note, so the process that created an old note has ended, and its id may
  /// have been reused.
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

  /// A Boolean value that indicates whether all files have been renamed, which is the case if the last one has.
  var isComplete: Bool { files.last.map { FileSystem.isThere(self.path(of: $0)) } ?? true }

  /// Removes the files that have been renamed, and the folders that were created for them.
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

  /// Returns a Boolean value that indicates whether a relative path stays inside its folder.
  static func staysInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }
}
