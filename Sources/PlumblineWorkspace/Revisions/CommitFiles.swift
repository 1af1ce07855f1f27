import Synchronization

/// The files of a commit in a folder and its subfolders, read on demand.
///
/// Paths are absolute, and the top of the repository is the root, as in `/Contracts/truelog/tickets.json`.
package final class CommitFiles: Sendable {
  package enum Kind: Sendable {
    case file
    case folder
  }

  /// A Git object in the commit.
  struct Object: Sendable {
    /// The mode of the object: `100644` for a file, `120000` for a symbolic link, or `160000` for a different
    /// repository.
    let mode: String
    let id: String

    var isLink: Bool { mode == "120000" }
    var isFile: Bool { mode.hasPrefix("100") }
  }

  /// The maximum number of links in a chain that are followed.
  private static let mostLinks = 8

  let revision: Revision
  private let repository: GitRepository
  private let objects: [String: Object]
  /// The names in each folder, excluding hidden files.
  private let folders: [String: Set<String>]
  /// The contents that have been read, by object id.
  private let contents = Mutex<[String: [UInt8]]>([:])

  init(_ revision: Revision, _ objects: [String: Object], in repository: GitRepository) {
    self.revision = revision
    self.objects = objects
    self.repository = repository
    var folders: [String: Set<String>] = ["/": []]
    for path in objects.keys {
      var child = path
      while child != "/", !child.isEmpty {
        let folder = Path.parent(child)
        let isNew = folders[folder] == nil
        folders[folder, default: []].insert(Path.name(child))
        guard isNew else { break }
        child = folder
      }
    }
    self.folders = folders
  }

  /// Reads several files at once, which is faster than reading them one by one.
  func fetch(_ paths: some Sequence<String>) {
    let ids = paths.compactMap { objects[$0]?.id }
    guard let found = try? repository.contents(of: ids) else { return }
    contents.withLock { $0.merge(found) { first, _ in first } }
  }

  /// Returns the paths of all files and links in a folder and its subfolders.
  func paths(in folder: String) -> [String] {
    objects.keys.filter { $0.hasPrefix(folder == "/" ? folder : folder + "/") }.sorted()
  }

  func kind(_ path: String) throws(FileError) -> FileSystem.Kind {
    if folders[path] != nil { return .folder }
    return try object(path).isFile ? .file : .other
  }

  func list(_ folder: String) throws(FileError) -> [(name: String, kind: FileSystem.Kind?)] {
    guard let names = folders[folder] else { throw missing(folder) }
    return names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { ($0, nil) }
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    let object = try object(path)
    guard object.isFile else { throw FileError(path: path, action: .read, reason: "It isn't a regular file") }
    return try bytes(of: object, path)
  }

  /// Returns the object at a path, after following the links of its last component.
  private func object(_ path: String) throws(FileError) -> Object {
    var place = path
    for _ in 0..<Self.mostLinks {
      guard let object = objects[place] else {
        if place == path { throw missing(path) }
        throw FileError(path: path, action: .read, reason: "It is a link that leads outside \(revision.name)")
      }
      guard object.isLink else { return object }
      let target = String(decoding: try bytes(of: object, place), as: UTF8.self)
      place = Path.absolute(target, in: Path.parent(place))
    }
    throw FileError(path: path, action: .read, reason: "There are too many levels of symbolic links")
  }

  private func bytes(of object: Object, _ path: String) throws(FileError) -> [UInt8] {
    if let known = contents.withLock({ $0[object.id] }) { return known }
    do throws(GitError) {
      if let found = try repository.contents(of: [object.id])[object.id] {
        contents.withLock { $0[object.id] = found }
        return found
      }
    } catch {
      throw FileError(path: path, action: .read, reason: error.description)
    }
    throw FileError(path: path, action: .read, reason: "The repository doesn't have all of \(revision.name)")
  }

  private func missing(_ path: String) -> FileError {
    FileError(path: path, action: .read, reason: "\(revision.name) has no such file")
  }
}

extension CommitFiles: Hashable {
  package static func == (left: CommitFiles, right: CommitFiles) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
