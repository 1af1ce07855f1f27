import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The changes that an import will make on disk.
package struct ImportPlan: Sendable {
  /// The changes to one kind of part, by name.
  package struct Changes: Sendable, Hashable {
    package let title: String
    package let added: [String]
    package let changed: [String]
    package let dropped: [String]
    /// The unchanged parts that now come from a document with a different path.
    package let moved: [String]
  }

  /// The changes, by kind. Kinds without changes are omitted.
  package let changes: [Changes]
  package let conflicts: [MergeConflict]
  /// A Boolean value that indicates whether the service is new.
  package let isNew: Bool
  /// A Boolean value that indicates whether endpoints are added.
  package let addsEndpoints: Bool
  /// The new versions of the contract's files.
  let contract: [ContractLoader.File]
  /// The changes to files, by absolute path. Recordings and parts of the contract come before the file that makes them
  /// valid. In a merge, the record of the import comes last, so that an interrupted merge can be repeated.
  package private(set) var files: [FileBatch.Change] = []
  private let place: FileBatch.Place?

  init(
    _ merge: ServiceMerge, _ present: PresentFiles, _ record: ImportRecord, home: ServiceHome, in workspace: Workspace
  ) {
    conflicts = merge.conflicts
    isNew = present.contract.isEmpty
    addsEndpoints = !merge.endpoints.added.isEmpty
    changes = [
      ("endpoint", merge.endpoints), ("shared member", merge.shared), ("recording", merge.recordings),
    ].filter { !$0.1.isEmpty }.map { title, changes in
      Changes(
        title: title, added: changes.added, changed: changes.changed, dropped: changes.dropped, moved: changes.moved)
    }
    place = home.batches
    guard case .folder(let folder) = home.source else {
      contract = []
      return
    }
    contract = Self.files(merge.units, present, folder: folder, in: workspace)
    let before = Dictionary(present.contract.map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 })
    let dropped = addRecordings(merge.units.recordings, present, home)
    // Write the shared file last, because it turns a folder into a service.
    let main = contract.filter { $0.name == "contract.json" }
    let parts = contract.filter { $0.name != "contract.json" }
    var texts = (parts + main).map { (name: $0.name, bytes: $0.bytes) }
    if isNew { texts.insert((name: ImportRecord.name, bytes: record.text), at: parts.count) }
    for text in texts where before[text.name] != text.bytes {
      files.append(.write(path: "\(folder)/\(text.name)", bytes: text.bytes))
    }
    let kept = Set(contract.map(\.name))
    for name in present.contract.map(\.name) where !ServiceUnits.isApart(name) && !kept.contains(name) {
      files.append(.remove(path: "\(folder)/\(name)"))
    }
    for path in dropped { files.append(.remove(path: path)) }
    if !isNew, before[ImportRecord.name] != record.text {
      files.append(.write(path: "\(folder)/\(ImportRecord.name)", bytes: record.text))
    }
  }

  /// Writes the files. A new service is written either completely or not at all. A merge is written in an order that
  /// allows repeating it if it is interrupted.
  ///
  /// - Throws: ``FileError``.
  package func write(on disk: some BatchDisk = SystemDisk()) throws(FileError) {
    guard let place else { return }
    try FileBatch(files, at: place).commit(on: disk)
  }

  /// Returns the errors in the new contract that would prevent its mock from being served.
  func errors(beside present: PresentFiles) -> [Problem] {
    let apart = present.contract.filter { ServiceUnits.isApart($0.name) }
    // Ignore problems that only `lint` reports, because they don't prevent a mock from being served.
    let loaded = ContractLoader.load(contract + apart, isLinting: false)
    return loaded.problems.filter { $0.level == .error && !$0.isServable }.sorted()
  }

  /// Adds the recordings that change, and returns the paths of those that are removed.
  private mutating func addRecordings(
    _ recordings: [ServiceUnits.Recording], _ present: PresentFiles, _ home: ServiceHome
  ) -> [String] {
    var before: [String: JSON] = [:]
    for file in present.recordings {
      before[home.path(ofRecording: file.name, of: file.endpoint)] = try? JSON.parse(file.bytes)
    }
    var kept: Set<String> = []
    for recording in recordings {
      let path = home.path(ofRecording: recording.name, of: recording.endpoint)
      kept.insert(path)
      let schema = FileSystem.existing("../../recording.schema.json", beside: path).map { JSON($0) }
      let root = recording.root(schema: before[path]?["$schema"] ?? schema)
      if before[path] != root {
        files.append(.write(path: path, bytes: root.serialized(.pretty) + [UInt8(ascii: "\n")]))
      }
    }
    return before.keys.filter { !kept.contains($0) }.sorted()
  }

  /// Returns the contract's files. Files without a change keep their text.
  private static func files(
    _ units: ServiceUnits, _ present: PresentFiles, folder: String, in workspace: Workspace
  ) -> [ContractLoader.File] {
    let before = Dictionary(present.contract.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let byFile = Dictionary(grouping: units.endpoints, by: \.file)
    let roots = Dictionary(units.files.map { ($0.name, $0.root) }, uniquingKeysWith: { first, _ in first })
    var names = units.files.map(\.name)
    var known = Set(names)
    for endpoint in units.endpoints where known.insert(endpoint.file).inserted { names.append(endpoint.file) }
    var files: [ContractLoader.File] = []
    for name in names {
      let endpoints = byFile[name] ?? []
      let old = before[name]?.root
      let own = roots[name] ?? [:]
      // Remove a file of endpoints when its last endpoint is removed.
      if name != "contract.json", endpoints.isEmpty, own.members.isEmpty, old == nil || old?["endpoints"]?.count != 0 {
        continue
      }
      var members: [(String, JSON)] = []
      let schema = FileSystem.existing("../contract.schema.json", beside: "\(folder)/\(name)").map { JSON($0) }
      if let schema = old?["$schema"] ?? (old == nil ? schema : .none) { members.append(("$schema", schema)) }
      members += own.members.map { ($0.key, $0.value) }
      if !endpoints.isEmpty || old?["endpoints"] != nil {
        let place = old.flatMap { Self.place(ofEndpoints: $0, in: members.map(\.0)) } ?? members.endIndex
        members.insert(("endpoints", .object(endpoints.map { ($0.id, $0.value) })), at: place)
      }
      let root = JSON.object(members)
      let isSame = old == root && old?["endpoints"]?.members.keys == root["endpoints"]?.members.keys
      let bytes = isSame ? before[name]?.bytes : nil
      files.append(
        ContractLoader.File(
          name: name, path: workspace.shown("\(folder)/\(name)"),
          bytes: bytes ?? root.serialized(.pretty) + [UInt8(ascii: "\n")]))
    }
    return files
  }

  /// Returns the index of the endpoints in a file's members. It keeps them after the member that preceded them before.
  private static func place(ofEndpoints root: JSON, in keys: [String]) -> Int? {
    let before = root.members.keys.prefix { $0 != "endpoints" }
    guard root["endpoints"] != nil else { return nil }
    return before.last { keys.contains($0) }.flatMap { keys.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
  }
}

extension ServiceUnits.Recording {
  /// Returns the root of a file with this unit's members.
  fileprivate func root(schema: JSON?) -> JSON {
    var members: [(String, JSON)] = []
    if let schema { members.append(("$schema", schema)) }
    for (key, value) in self.value.members {
      guard key == "provenance", let day, value.kind == .object else {
        members.append((key, value))
        continue
      }
      var provenance = value.members.map { ($0.key, $0.value) }
      provenance.insert(("on", day), at: min(1, provenance.count))
      members.append((key, .object(provenance)))
    }
    return .object(members)
  }
}
