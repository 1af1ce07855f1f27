import PlumblineWorkspace

/// The names of a report's files in the repository: paths relative to its top, regardless of the working folder.
///
/// GitHub identifies the file of an annotation or a SARIF result only by this name. The top is the first of these that
/// contains the file: the value of `GITHUB_WORKSPACE`, the nearest folder with `.git` above the working folder or above
/// the file, and the working folder. Files outside all of these are named by their absolute paths. Names that aren't on
/// disk, such as a location in a different commit, stay unchanged.
struct RepositoryFiles {
  private let folder: String
  private let tops: [String]

  init(_ environment: [String: String], folder: String = WorkingFolder.path) {
    self.folder = folder
    let workspace = environment["GITHUB_WORKSPACE"].flatMap { $0.hasPrefix("/") ? Path.absolute($0, in: "/") : nil }
    tops = [workspace, Self.top(above: folder)].compactMap { $0 }
  }

  /// Returns the repository's name for a file in the working folder.
  func name(of file: String) -> String {
    let path = Path.absolute(file, in: folder)
    guard FileSystem.isThere(path) else { return file }
    let candidates = tops + [Self.top(above: Path.parent(path)), folder].compactMap { $0 }
    return candidates.lazy.compactMap { Self.path(of: path, from: $0) }.first ?? path
  }

  private static func top(above folder: String) -> String? {
    var folder = folder
    while !folder.isEmpty {
      if FileSystem.isThere(folder == "/" ? "/.git" : "\(folder)/.git") { return folder }
      folder = Path.parent(folder)
    }
    return nil
  }

  /// Returns a file's path relative to a folder that contains it, either by name or after resolving symbolic links.
  private static func path(of file: String, from top: String) -> String? {
    func rest(_ file: String, _ top: String) -> String? {
      let shown = Path.shown(file, from: top)
      return shown.hasPrefix("/") ? nil : shown
    }
    if let path = rest(file, top) { return path }
    guard let file = FileSystem.resolved(file), let top = FileSystem.resolved(top) else { return nil }
    return rest(file, top)
  }
}
