import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// What an import is going to change on disk.
package struct ImportPlan: Sendable {
  /// What became of one kind of parts, by name.
  package struct Changes: Sendable, Hashable {
    package let title: String
    package let added: [String]
    package let changed: [String]
    package let dropped: [String]
    /// What is as it was, and comes from a document of another name.
    package let moved: [String]
  }

  /// What changes, kind by kind; kinds without a change are left out.
  package let changes: [Changes]
  package let conflicts: [MergeConflict]
  /// Whether the service isn't there yet.
  package let isNew: Bool
  /// Whether endpoints come that weren't there.
  package let addsEndpoints: Bool
  /// The contract's files as they are to be.
  let contract: [ContractLoader.File]
  /// Texts by absolute path, in the order in which they are to be written.
  private(set) var writes: [(path: String, bytes: [UInt8])] = []
  /// Absolute paths.
  private(set) var removals: [String] = []

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
    guard case .folder(let folder) = home.source else {
      contract = []
      return
    }
    contract = Self.files(merge.units, present, folder: folder, in: workspace)
    let before = Dictionary(present.contract.map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 })
    // The shared file goes last: a folder is a service once it has one.
    let main = contract.filter { $0.name == "contract.json" }
    for file in contract.filter({ $0.name != "contract.json" }) + main where before[file.name] != file.bytes {
      writes.append(("\(folder)/\(file.name)", file.bytes))
    }
    let kept = Set(contract.map(\.name))
    removals = present.contract.map(\.name).filter { !ServiceUnits.isApart($0) && !kept.contains($0) }
      .map { "\(folder)/\($0)" }
    addRecordings(merge.units.recordings, present, home)
    let text = record.text
    if before[ImportRecord.name] != text { writes.append(("\(folder)/\(ImportRecord.name)", text)) }
  }

  /// Whether nothing is to be written.
  package var isEmpty: Bool { writes.isEmpty && removals.isEmpty }

  /// Writes it. What is remembered of the import goes last, so that one that was cut off can be begun again.
  package func write() throws {
    for (path, bytes) in writes { try AtomicFile.write(bytes, to: path) }
    for path in removals {
      try FileSystem.remove(path)
      // The folder of an endpoint's recordings goes with the last of them.
      FileSystem.removeEmptyFolder(Path.parent(path))
    }
  }

  /// What would be wrong with the contract, and keep a mock of it from being served.
  func errors(beside present: PresentFiles) -> [Problem] {
    let apart = present.contract.filter { ServiceUnits.isApart($0.name) }
    return ContractLoader.load(contract + apart).problems.filter { $0.level == .error && !$0.isServable }.sorted()
  }

  private mutating func addRecordings(
    _ recordings: [ServiceUnits.Recording], _ present: PresentFiles, _ home: ServiceHome
  ) {
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
      if before[path] != root { writes.append((path, root.serialized(.pretty) + [UInt8(ascii: "\n")])) }
    }
    removals += before.keys.filter { !kept.contains($0) }.sorted()
  }

  /// The contract's files: those that stay the same keep their text.
  private static func files(
    _ units: ServiceUnits, _ present: PresentFiles, folder: String, in workspace: Workspace
  ) -> [ContractLoader.File] {
    let before = Dictionary(present.contract.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var names = units.files.map(\.name)
    for endpoint in units.endpoints where !names.contains(endpoint.file) { names.append(endpoint.file) }
    var files: [ContractLoader.File] = []
    for name in names {
      let endpoints = units.endpoints.filter { $0.file == name }
      let old = before[name].flatMap { try? JSON.parse($0.bytes, file: $0.path) }
      let own = units.files.first { $0.name == name }?.root ?? [:]
      // A file of endpoints goes with the last of them.
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

  /// Where the endpoints stand among a file's members: behind what they stood behind.
  private static func place(ofEndpoints root: JSON, in keys: [String]) -> Int? {
    let before = root.members.keys.prefix { $0 != "endpoints" }
    guard root["endpoints"] != nil else { return nil }
    return before.last { keys.contains($0) }.flatMap { keys.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
  }
}

extension ServiceUnits.Recording {
  /// Its file's root.
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
