/// The files of a batch under their temporary names.
struct BatchStaging: Sendable {
  struct File: Sendable {
    /// The absolute final path of the file, with all links resolved.
    let target: String
    let temporary: String
    /// The path to rename: the temporary file, or the temporary folder that contains it.
    let source: String
    /// The new path: the target, or the topmost missing folder above it.
    let goal: String
    let isReplacement: Bool
  }

  enum Step: Sendable {
    case move(path: String, target: String)
    case remove(path: String)
  }

  private(set) var files: [File] = []
  /// The temporary folders by their final paths.
  private var groups: [String: String] = [:]
  /// All folders that have been created.
  private var folders: Set<String> = []

  /// Writes a file under a temporary name.
  mutating func add(_ bytes: [UInt8], for path: String, on disk: some BatchDisk) throws(FileError) {
    let target = AtomicFile.resolved(path)
    if FileSystem.isFolder(target) { throw FileError(path: path, action: .write, reason: "It is a folder") }
    let file: File
    if let missing = try Self.missingFolder(above: target) {
      let group = try group(for: missing, on: disk)
      let temporary = group + String(Substring(target.utf8.dropFirst(missing.utf8.count)))
      try makeFolders(above: temporary, in: group, on: disk)
      file = File(target: target, temporary: temporary, source: group, goal: missing, isReplacement: false)
    } else {
      let temporary = TemporaryPath.new(in: Path.parent(target))
      file = File(
        target: target, temporary: temporary, source: temporary, goal: target,
        isReplacement: FileSystem.isThere(target))
    }
    files.append(file)
    try disk.stage(bytes, at: file.temporary, for: target)
  }

  /// Flushes the temporary folders to the disk, so that the names in them survive a power failure.
  func flush() {
    for folder in folders { AtomicFile.flushFolder(folder) }
  }

  /// Returns the renames and removals in the order of the changes. A folder is renamed at the position of its last
  /// file.
  func steps(of changes: [FileBatch.Change]) -> [Step] {
    var steps: [Step] = []
    var taken: Set<String> = []
    var rest = files[...]
    for change in changes.reversed() {
      switch change {
      case .remove(let path): steps.append(.remove(path: path))
      case .write:
        guard let file = rest.popLast(), taken.insert(file.source).inserted else { continue }
        steps.append(.move(path: file.source, target: file.goal))
      }
    }
    return steps.reversed()
  }

  /// Removes the remaining temporary files and the empty folders.
  func clear(on disk: some BatchDisk) {
    for file in files { try? disk.remove(file.temporary) }
    for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { disk.removeEmptyFolder(folder) }
  }

  private mutating func group(for missing: String, on disk: some BatchDisk) throws(FileError) -> String {
    if let group = groups[missing] { return group }
    let group = TemporaryPath.new(in: Path.parent(missing))
    groups[missing] = group
    folders.insert(group)
    try disk.makeFolder(group)
    return group
  }

  private mutating func makeFolders(above path: String, in group: String, on disk: some BatchDisk) throws(FileError) {
    var made: [String] = []
    var folder = Path.parent(path)
    while folder.utf8.count > group.utf8.count, folders.insert(folder).inserted {
      made.append(folder)
      folder = Path.parent(folder)
    }
    for folder in made.reversed() { try disk.makeFolder(folder) }
  }

  /// Returns the topmost missing folder above a file.
  private static func missingFolder(above target: String) throws(FileError) -> String? {
    var missing: String?
    var place = Path.parent(target)
    while !place.isEmpty, !FileSystem.isThere(place) {
      missing = place
      place = Path.parent(place)
    }
    guard place.isEmpty || FileSystem.isFolder(place) else {
      throw FileError(path: place, action: .make, reason: "A file with that name already exists")
    }
    return missing
  }
}
