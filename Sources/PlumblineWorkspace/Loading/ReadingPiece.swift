import PlumblineContractModel
import PlumblineRecordings

/// A part of the reading of services that a thread can do independently.
struct ReadingPiece: Sendable {
  private enum Work: Sendable {
    case contract
    /// The contract format. It is compiled once for all contracts.
    case format
    /// The recordings of the given endpoints.
    case recordings(folders: ArraySlice<FileReading.Entry>)
  }

  /// The number of endpoints whose recordings are read together.
  private static let batch = 2

  /// The index of the service that the files belong to.
  let service: Int
  private let home: ServiceHome
  private let work: Work

  /// Returns all pieces for reading services, largest service first.
  static func all(of services: [ServiceParts]) -> [ReadingPiece] {
    let bySize = services.indices.sorted { services[$0].recordingFolders.count > services[$1].recordingFolders.count }
    var pieces = bySize.map { ReadingPiece(service: $0, home: services[$0].home, work: .contract) }
    guard let first = pieces.first else { return [] }
    // Reading a contract needs the format only at the end, so prepare it in parallel with the first contract.
    pieces.insert(ReadingPiece(service: first.service, home: first.home, work: .format), at: 1)
    for index in bySize {
      let folders = services[index].recordingFolders
      for start in stride(from: 0, to: folders.count, by: Self.batch) {
        let some = folders[start..<min(start + Self.batch, folders.count)]
        pieces.append(ReadingPiece(service: index, home: services[index].home, work: .recordings(folders: some)))
      }
    }
    return pieces
  }

  /// Reads the piece, and returns a closure that adds the result to its service.
  ///
  /// - Parameter isLinting: A Boolean value that indicates whether to run the checks of schemas in documents that only
  ///   `lint` reports.
  func read(in workspace: Workspace, isLinting: Bool) -> (inout ServiceParts?) -> Void {
    var reading = FileReading(workspace: workspace)
    switch work {
    case .contract:
      return contract(isLinting: isLinting, &reading)
    case .format:
      ContractLoader.prepare()
      return { _ in }
    case .recordings(let folders):
      var emptyFolders: [FileReading.Entry] = []
      let result = RecordingLoader.load(reading.recordingFiles(in: folders) { emptyFolders.append($0) })
      let (problems, empty) = (reading.problems + result.problems, emptyFolders)
      return { $0?.add(result.recordings, problems, emptyFolders: empty) }
    }
  }

  private func contract(isLinting: Bool, _ reading: inout FileReading) -> (inout ServiceParts?) -> Void {
    switch home.source {
    case .folder(let folder):
      let files = reading.contractFiles(in: folder)
      let result = ContractLoader.load(files)
      let releases = reading.releasedMaps(in: folder)
      let fileProblems = reading.problems
      return { $0?.add(result, of: files, fileProblems, releases: releases) }
    case .document(let path, let root):
      let document = DocumentReading.read(path, root: root, of: home, isLinting: isLinting, &reading)
      let fileProblems = reading.problems
      return { $0?.add(document, fileProblems) }
    }
  }
}
