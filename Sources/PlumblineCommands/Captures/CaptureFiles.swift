import PlumblineWorkspace

/// A namespace for finding captures in a folder.
enum CaptureFiles {
  private static let endings = [".har", ".json", ".jsonl", ".ndjson"]

  /// Returns the files in a folder and its subfolders that may be captures, including compressed ones, sorted by path.
  static func below(_ folder: String) -> [String] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if FileSystem.isFolder(path) { return below(path) }
      return endings.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") } ? [path] : []
    }
  }
}
