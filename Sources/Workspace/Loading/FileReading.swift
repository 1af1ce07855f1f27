import ContractModel
import JSONTree
import Recordings

/// Reads a service's files, and keeps account of what can't be read and what stands where nothing belongs.
struct FileReading {
  struct Entry {
    let name: String
    /// Absolute.
    let path: String
    let kind: FileSystem.Kind
  }

  let workspace: Workspace
  private(set) var problems: [Problem] = []
  /// Whether a file of the contract is missing from what was read.
  private(set) var hasErrorsInContract = false

  init(workspace: Workspace) { self.workspace = workspace }

  /// The contract's files: every JSON file of the service's folder.
  mutating func contractFiles(of service: String) -> [ContractLoader.File] {
    var files: [ContractLoader.File] = []
    let before = problems.count
    for entry in entries(of: "\(workspace.contracts)/\(service)") {
      if entry.kind == .folder {
        warn(entry.path, "A contract's files stand in one folder; this one inside it isn't read.")
      } else if Path.jsonName(entry.name) != nil, let bytes = bytes(of: entry) {
        files.append(.init(name: entry.name, path: workspace.shown(entry.path), bytes: bytes))
      }
    }
    hasErrorsInContract = problems[before...].contains { $0.level == .error }
    return files
  }

  /// The recordings' files: every JSON file in a folder of an endpoint. A service without recordings has no folder.
  ///
  /// - Parameter endpoints: The contract's endpoints; `nil` when there is no contract to compare with.
  mutating func recordingFiles(of service: String, endpoints: [Endpoint]?) -> [RecordingLoader.File] {
    let folder = "\(workspace.recordings)/\(service)"
    guard FileSystem.isFolder(folder) else { return [] }
    var files: [RecordingLoader.File] = []
    for entry in entries(of: folder) {
      if entry.kind == .folder {
        let found = recordingFiles(in: entry)
        if found.isEmpty, let endpoints, !endpoints.contains(where: { $0.id == entry.name }) {
          let hint = Spelling.suggestion(for: entry.name, among: endpoints.map(\.id))
          warn(entry.path, "The folder \"\(entry.name)\" names no endpoint of \(service)\(hint)")
        }
        files += found
      } else if Path.jsonName(entry.name) != nil {
        warn(entry.path, "A recording stands in the folder of its endpoint: \(service)/<endpoint id>/\(entry.name).")
      }
    }
    return files
  }

  private mutating func recordingFiles(in folder: Entry) -> [RecordingLoader.File] {
    var files: [RecordingLoader.File] = []
    for entry in entries(of: folder.path) {
      if entry.kind == .folder {
        warn(entry.path, "Recordings stand directly in the folder of their endpoint; this one inside it isn't read.")
      } else if let name = Path.jsonName(entry.name), let bytes = bytes(of: entry) {
        files.append(.init(endpoint: folder.name, name: name, path: workspace.shown(entry.path), bytes: bytes))
      }
    }
    return files
  }

  /// What stands in a folder, sorted by name, hidden files left out. What can't be looked at is a problem.
  mutating func entries(of folder: String) -> [Entry] {
    do throws(FileError) {
      var entries: [Entry] = []
      for name in try FileSystem.names(in: folder) {
        let path = "\(folder)/\(name)"
        do throws(FileError) {
          entries.append(Entry(name: name, path: path, kind: try FileSystem.kind(path)))
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

  private mutating func bytes(of entry: Entry) -> [UInt8]? {
    do throws(FileError) {
      return try FileSystem.read(entry.path)
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

  private func place(_ path: String) -> SourceLocation {
    SourceLocation(file: workspace.shown(path), line: 1, column: 1)
  }
}
