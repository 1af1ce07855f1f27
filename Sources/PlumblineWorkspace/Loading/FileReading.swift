import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The reading of a service's files. It collects problems with files that are unreadable or in the wrong place.
struct FileReading {
  struct Entry: Sendable {
    let name: String
    /// The absolute path.
    let path: String
    let kind: FileSystem.Kind
  }

  let workspace: Workspace
  private(set) var problems: [Problem] = []

  /// The subfolder of a service's folder that contains the field usage maps of released versions.
  private static let released = "released"

  /// Returns the files of a contract: all JSON files in the service's folder.
  mutating func contractFiles(in folder: String) -> [ContractLoader.File] {
    var files: [ContractLoader.File] = []
    for entry in entries(of: folder) {
      if entry.kind == .folder {
        if entry.name == Self.released { continue }
        warn(entry.path, "The files of a contract must be in one folder, so this subfolder isn't read.")
      } else if Path.jsonName(entry.name) != nil, let bytes = bytes(of: entry.path) {
        files.append(.init(name: entry.name, path: shown(entry.path), bytes: bytes))
      }
    }
    return files
  }

  /// Returns the field usage maps of released versions. Their names are the versions.
  mutating func releasedMaps(in folder: String) -> [ContractLoader.File] {
    let folder = "\(folder)/\(Self.released)"
    guard workspace.files.isFolder(folder) else { return [] }
    var files: [ContractLoader.File] = []
    for entry in entries(of: folder) {
      guard entry.kind != .folder, let version = Path.jsonName(entry.name) else {
        warn(
          entry.path,
          "This folder is for the field usage maps of released versions, such as 2.3.json; this file isn't read.")
        continue
      }
      if let bytes = bytes(of: entry.path) {
        files.append(.init(name: version, path: shown(entry.path), bytes: bytes))
      }
    }
    return files.sorted { VersionName($0.name) < VersionName($1.name) }
  }

  /// Returns the folders that contain recordings, one per endpoint. The folder of undocumented exchanges isn't
  /// included.
  mutating func recordingFolders(of home: ServiceHome) -> [Entry] {
    guard workspace.files.isFolder(home.recordings) else { return [] }
    var found: [Entry] = []
    for entry in entries(of: home.recordings) {
      if entry.kind == .folder {
        if entry.name != RecordingPlan.undocumented { found.append(entry) }
      } else if Path.jsonName(entry.name) != nil {
        warn(entry.path, "A recording belongs in the folder of its endpoint: \(home.name)/<endpoint id>/\(entry.name).")
      }
    }
    return found
  }

  /// Returns the recordings in folders of endpoints: all JSON files. Unreadable files are omitted and reported as
  /// problems.
  ///
  /// - Parameter isEmpty: A closure that is called with each folder that contains no recordings.
  mutating func recordingFiles(
    in folders: some Sequence<Entry>, isEmpty: (Entry) -> Void
  ) -> [RecordingLoader.File] {
    var files: [RecordingLoader.File] = []
    for folder in folders {
      var isEmptySoFar = true
      for entry in entries(of: folder.path) {
        if entry.kind == .folder {
          warn(entry.path, "Recordings must be directly in the folder of their endpoint, so this subfolder isn't read.")
        } else if let name = Path.jsonName(entry.name) {
          isEmptySoFar = false
          if let bytes = bytes(of: entry.path) {
            files.append(.init(endpoint: folder.name, name: name, path: shown(entry.path), bytes: bytes))
          }
        }
      }
      if isEmptySoFar { isEmpty(folder) }
    }
    return files
  }

  /// Returns the entries of a folder, sorted by name and excluding hidden files. Entries that can't be examined are
  /// reported as problems.
  mutating func entries(of folder: String) -> [Entry] {
    do throws(FileError) {
      var entries: [Entry] = []
      for (name, kind) in try workspace.files.list(folder) {
        let path = "\(folder)/\(name)"
        do throws(FileError) {
          if let kind {
            entries.append(Entry(name: name, path: path, kind: kind))
          } else {
            entries.append(Entry(name: name, path: path, kind: try workspace.files.kind(path)))
          }
        } catch {
          report(error)
        }
      }
      return entries
    } catch {
      report(error)
      return []
    }
  }

  mutating func bytes(of path: String) -> [UInt8]? {
    do throws(FileError) {
      return try workspace.files.read(path)
    } catch {
      report(error)
      return nil
    }
  }

  mutating func warn(_ path: String, _ message: String) {
    problems.append(Problem(place(path), message, level: .warning))
  }

  private mutating func report(_ error: FileError) {
    problems.append(Problem(place(error.path), "The file can't be \(error.action.rawValue): \(error.reason)."))
  }

  func place(_ path: String) -> SourceLocation {
    SourceLocation(file: shown(path), line: 1, column: 1)
  }

  /// Returns a path in the form in which it is displayed. The path must be in canonical form, like those from directory
  /// listings.
  func shown(_ path: String) -> String { workspace.files.prefix + Path.told(path, from: workspace.base) }
}
