import PlumblineContractModel

extension Workspace {
  /// Returns the home of a service by its name.
  package func home(of service: String) -> ServiceHome { ServiceHome(service, in: self) }

  /// Returns the homes of services, in the given order and without duplicates.
  ///
  /// - Parameter names: The names of services or the paths of OpenAPI documents. If there are none, all services of the
  ///   workspace are returned.
  package func homes(named names: [String]) throws(WorkspaceError) -> [ServiceHome] {
    let folders = names.filter { !ServiceHome.isDocument($0) }
    let services = names.isEmpty || !folders.isEmpty ? try services(named: folders) : []
    if names.isEmpty { return services.map(home) }
    var homes: [ServiceHome] = []
    for name in names {
      let home: ServiceHome
      if ServiceHome.isDocument(name) {
        home = try document(name)
      } else {
        home = self.home(of: name)
      }
      if !homes.contains(home) { homes.append(home) }
    }
    return homes
  }

  /// Finds the workspace for services, starting at a folder. If all of them are documents, no contracts folder is
  /// needed.
  package static func find(
    for names: [String], contracts: String? = nil, recordings: String? = nil, root: String? = nil,
    from base: String = WorkingFolder.path, fillsRecordings: Bool = false
  ) throws(WorkspaceError) -> Workspace {
    guard !names.isEmpty, names.allSatisfy(ServiceHome.isDocument), contracts == nil else {
      var found = try find(
        contracts: contracts, recordings: recordings, from: base, fillsRecordings: fillsRecordings)
      found.root = root.map { Path.absolute($0, in: found.base) }
      return found
    }
    var workspace = Workspace(contracts: Path.absolute("Contracts", in: base), recordings: recordings, base: base)
    workspace.root = root.map { Path.absolute($0, in: workspace.base) }
    if let recordings, !fillsRecordings, !FileSystem.isFolder(workspace.recordings) {
      throw .noFolder(path: recordings, option: "--recordings")
    }
    if let root, !FileSystem.isFolder(workspace.root ?? root) { throw .noFolder(path: root, option: "--root") }
    return workspace
  }

  private func document(_ name: String) throws(WorkspaceError) -> ServiceHome {
    let path = Path.absolute(name, in: base)
    guard FileSystem.isFile(path) else {
      let folder = Path.parent(path)
      let names = ((try? FileSystem.names(in: folder)) ?? []).filter(Path.isDocument)
      let nearest = Spelling.nearest(Path.name(path), among: names)
      throw .noDocument(path: name, nearest: nearest.map { shown("\(folder)/\($0)") })
    }
    return ServiceHome(document: path, root: root, recordings: keepsRecordings ? recordings : nil)
  }
}
