import PlumblineTime

/// The place where a workspace's files are stored.
enum FileSource: Sendable, Hashable {
  case disk
  /// The files of a commit.
  case commit(CommitFiles)

  /// The prefix for displayed paths, such as `main:`.
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

  /// Returns the entries of a folder, sorted by the UTF-8 bytes of their names and excluding hidden files.
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

  /// Returns the names in a folder, sorted and excluding hidden files.
  func names(in folder: String) throws(FileError) -> [String] { try list(folder).map(\.name) }

  /// Returns a Boolean value that indicates whether a file is inside a folder at any depth, after following links.
  /// Returns `true` if the file doesn't exist.
  func isInside(_ path: String, _ folder: String) -> Bool {
    switch self {
    case .disk: FileSystem.isInside(path, folder)
    case .commit: folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }
  }

  /// Returns the day on which a file was last written. For a commit, this isn't needed, so it is always the same day.
  func dayOfChange(_ path: String) -> String {
    switch self {
    case .disk: FileSystem.dayOfChange(path)
    case .commit: WallClock.day(of: 0)
    }
  }
}
