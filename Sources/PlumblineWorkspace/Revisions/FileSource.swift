import PlumblineTime

/// Where a workspace's files are read.
enum FileSource: Sendable, Hashable {
  case disk
  /// As a commit has them.
  case commit(CommitFiles)

  /// What stands before a path where people read it: `main:`.
  var prefix: String {
    switch self {
    case .disk: ""
    case .commit(let files): "\(files.revision.name):"
    }
  }

  func kind(_ path: String) throws(FileError) -> FileSystem.Kind {
    switch self {
    case .disk: try FileSystem.kind(path)
    case .commit(let files): try files.kind(path)
    }
  }

  /// What a folder holds, sorted by the names' UTF-8 bytes, without the hidden ones.
  func list(_ folder: String) throws(FileError) -> [(name: String, kind: FileSystem.Kind?)] {
    switch self {
    case .disk: try FileSystem.list(folder)
    case .commit(let files): try files.list(folder)
    }
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    switch self {
    case .disk: try FileSystem.read(path)
    case .commit(let files): try files.read(path)
    }
  }

  func isFolder(_ path: String) -> Bool { (try? kind(path)) == .folder }

  func isFile(_ path: String) -> Bool { (try? kind(path)) == .file }

  /// The names in a folder, sorted, without the hidden ones.
  func names(in folder: String) throws(FileError) -> [String] { try list(folder).map(\.name) }

  /// Returns a Boolean value that indicates whether a file lies in a folder or beneath it, once links are followed; so does one
  /// that isn't there.
  func isInside(_ path: String, _ folder: String) -> Bool {
    switch self {
    case .disk: FileSystem.isInside(path, folder)
    case .commit: folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }
  }

  /// The day on which a file was last written; of a commit's nobody asks.
  func dayOfChange(_ path: String) -> String {
    switch self {
    case .disk: FileSystem.dayOfChange(path)
    case .commit: WallClock.day(of: 0)
    }
  }
}
