import Dispatch
import PlumblineContractModel
import Synchronization

extension Workspace {
  /// Reads a service: its contract, its recordings, and their problems.
  ///
  /// If a file can't be read, that is reported as a problem, and the other files are still read.
  package func load(_ service: String) -> LoadedService { load(home(of: service)) }

  /// Reads a service.
  ///
  /// - Parameter isLinting: A Boolean value with the same meaning as in ``load(named:isLinting:)``.
  package func load(_ home: ServiceHome, isLinting: Bool = true) -> LoadedService {
    load(all: [home], isLinting: isLinting)[0]
  }

  /// Reads several services, and returns them in the same order.
  ///
  /// - Parameter withRecordings: A Boolean value that indicates whether to read the services' recordings as well.
  package func load(all services: [ServiceHome], withRecordings: Bool) -> [LoadedService] {
    load(all: services, isLinting: false, withRecordings: withRecordings)
  }

  /// Reads services by name, and returns them in the same order.
  ///
  /// - Parameters:
  ///   - names: The names of services or the paths of OpenAPI documents. If there are none, all services of the
  ///     workspace are read.
  ///   - isLinting: A Boolean value that indicates whether to run the checks of schemas in documents that only `lint`
  ///     reports. They take as long as loading. Contracts in folders are always checked.
  package func load(named names: [String] = [], isLinting: Bool = true) throws(WorkspaceError) -> [LoadedService] {
    load(all: try homes(named: names), isLinting: isLinting)
  }

  /// Reads services on all cores. The result doesn't depend on the number of cores.
  private func load(all services: [ServiceHome], isLinting: Bool, withRecordings: Bool = true) -> [LoadedService] {
    let found = services.map { ServiceParts($0, in: self, withRecordings: withRecordings) }
    let pieces = ReadingPiece.all(of: found)
    let parts = Mutex(found.map(Optional.some))
    DispatchQueue.concurrentPerform(iterations: pieces.count) { number in
      let piece = pieces[number]
      let add = piece.read(in: self, isLinting: isLinting)
      parts.withLock { add(&$0[piece.service]) }
    }
    let loaded = Mutex([LoadedService?](repeating: nil, count: services.count))
    DispatchQueue.concurrentPerform(iterations: services.count) { number in
      // Move the service out of the array: if there were a second reference, sorting its recordings would copy all of
      // them.
      guard var service = parts.withLock({ $0[number].take() }) else { return }
      let result = service.loaded(in: self)
      loaded.withLock { $0[number] = result }
    }
    return loaded.withLock { $0.compactMap { $0 } }
  }

  /// Warnings about files and folders that don't belong to a service.
  package var strays: [Problem] {
    var reading = FileReading(workspace: self)
    let services = Set(self.services)
    for entry in reading.entries(of: contracts) where entry.kind == .folder && !services.contains(entry.name) {
      reading.warn(entry.path, "The folder \"\(entry.name)\" has no contract.json, so it isn't a service.")
    }
    if FileSystem.isFolder(recordings) {
      for entry in reading.entries(of: recordings) where entry.kind == .folder && !services.contains(entry.name) {
        let hint = Spelling.suggestion(for: entry.name, among: services.sorted())
        reading.warn(entry.path, "The folder \"\(entry.name)\" isn't named after a service\(hint)")
      }
    }
    return reading.problems.sorted()
  }
}
