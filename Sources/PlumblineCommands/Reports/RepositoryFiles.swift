import PlumblineWorkspace

/// How a repository names the files of a report, wherever the command was run: by their paths from its top.
///
/// GitHub knows a file of an annotation, or of a SARIF result, by nothing else. The top is GitHub's own word for it where it
/// gives one that holds the file (`GITHUB_WORKSPACE`), else the nearest folder with `.git` that does, above the working
/// folder or above the file, else the working folder. What lies in none of them is named by its whole path, and what isn't
/// on disk, such as a place in another commit, as it was.
struct RepositoryFiles {
  private let folder: String
  private let tops: [String]

  init(_ environment: [String: String], folder: String = WorkingFolder.path) {
    self.folder = folder
    let workspace = environment["GITHUB_WORKSPACE"].flatMap { $0.hasPrefix("/") ? Path.absolute($0, in: "/") : nil }
    tops = [workspace, Self.top(above: folder)].compactMap { $0 }
  }

  /// The name of a file that the working folder knows by another.
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

  /// A file's path from a folder that it lies beneath, by their names or by where links lead.
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
