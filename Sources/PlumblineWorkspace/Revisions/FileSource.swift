import PlumblineTime

/// The source of a workspace's files.
enum FileSource: Sendable, Hashable {
  case disk
  /// The files of a commit.
  case commit(CommitFiles)

  /// The prefix of displayed paths, such as `main:`.
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

  /// Returns the entries of a folder, sorted by the names' UTF-8 bytes, without hidden ones.
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

  /// Returns the names in a folder, sorted, without hidden ones.
  func names(in folder: String) throws(FileError) -> [String] { try list(folder).map(\.name) }

  /// Returns a Boolean value that indicates whether a file is in a folder or below it, after following links. A
  /// nonexistent file is considered inside.
  func isInside(_ path: String, _ folder: String) -> Bool {
    switch self {
    case .disk: FileSystem.isInside(path, folder)
    case .commit: folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }
  }

  /// Returns the day on which a file was last written. For a commit, where it isn't needed, it is a fixed day.
  func dayOfChange(_ path: String) -> String {
    switch self {
    case .disk: FileSystem.dayOfChange(path)
    case .commit: WallClock.day(of: 0)
    }
  }
}
