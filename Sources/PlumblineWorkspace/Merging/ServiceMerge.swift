import PlumblineJSONTree

/// A merge of a service's files with the current import of its document, unit by unit.
struct ServiceMerge: Sendable {
  /// The changes to endpoints, to the files' other members, or to recordings, by name.
  struct Changes: Sendable, Hashable {
    var added: [String] = []
    var changed: [String] = []
    var dropped: [String] = []
    /// The unchanged parts that now come from a document with a different path.
    var moved: [String] = []

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && dropped.isEmpty && moved.isEmpty }

    /// Records that an existing part has changed.
    ///
    /// - Parameter source: The location of the part's reference to its document.
    fileprivate mutating func note(_ name: String, _ before: JSON, _ now: JSON, source: JSONPointer) {
      if before.at(source) != nil, now.at(source) != nil, before.removing(source) == now.removing(source) {
        moved.append(name)
      } else {
        changed.append(name)
      }
    }

    /// Records the changes to a file's member or, if the member is an object, to each of its named parts.
    fileprivate mutating func note(_ file: String, _ tokens: [String], _ before: JSON?, _ now: JSON?) {
      guard before != now else { return }
      if tokens.count == 1, let before, let now, before.kind == .object, now.kind == .object {
        for key in before.members.keys where now[key] == nil { note(file, tokens + [key], before[key], nil) }
        for (key, value) in now.members { note(file, tokens + [key], before[key], value) }
        return
      }
      let name = "\(file)#\(JSONPointer(tokens: tokens))"
      if before == nil { added.append(name) } else if now == nil { dropped.append(name) } else { changed.append(name) }
    }
  }

  private(set) var units = ServiceUnits()
  private(set) var base = ImportBase()
  private(set) var conflicts: [MergeConflict] = []
  /// The changes to the endpoints.
  private(set) var endpoints = Changes()
  /// The changes to the files' members other than endpoints.
  private(set) var shared = Changes()
  private(set) var recordings = Changes()

  private let decision: MergeDecision
  private let keepsDropped: Bool
  private let document: SourceLocation

  /// - Parameters:
  ///   - last: The result of the last import.
  ///   - document: The location of the document's beginning.
  ///   - keepsDropped: A Boolean value that indicates whether to keep schemas and other named parts that the document
  ///     no longer has.
  init(
    _ last: ImportBase, _ present: ServiceUnits, _ incoming: ServiceUnits, document: SourceLocation,
    _ decision: MergeDecision, keepsDropped: Bool
  ) {
    self.decision = decision
    self.keepsDropped = keepsDropped
    self.document = document
    let pairs = EndpointPairs(last.endpoints, present.endpoints, incoming.endpoints)
    mergeFiles(last, present, incoming)
    mergeEndpoints(last, present, incoming, pairs)
    mergeRecordings(last, present, incoming, pairs)
  }

  private mutating func mergeFiles(_ last: ImportBase, _ present: ServiceUnits, _ incoming: ServiceUnits) {
    var merge = ThreeWayMerge(decision, keepsDropped: keepsDropped)
    var names = present.files.map(\.name)
    ThreeWayMerge.add(incoming.files.map(\.name), to: &names)
    for name in names {
      let ours = present.files.first { $0.name == name }
      let theirs = incoming.files.first { $0.name == name }
      let place = MergePlace(
        name, present: ours?.location ?? document, incoming: theirs?.location ?? document)
      // Treat a file that doesn't exist or contains only endpoints as one without members.
      let merged = merge.merge(
        last.files[name] ?? .object([:]), DigestedValue(ours?.root ?? [:]), DigestedValue(theirs?.root ?? [:]), place)
      let value: JSON = merged.value ?? [:]
      units.files.append(.init(name: name, root: value, location: place.present))
      base.files[name] = merged.base
      let before = ours?.root ?? [:]
      for key in before.members.keys where value[key] == nil { shared.note(name, [key], before[key], nil) }
      for (key, member) in value.members { shared.note(name, [key], before[key], member) }
    }
    conflicts += merge.conflicts
  }

  private mutating func mergeEndpoints(
    _ last: ImportBase, _ present: ServiceUnits, _ incoming: ServiceUnits, _ pairs: EndpointPairs
  ) {
    var merge = ThreeWayMerge(decision)
    let ours = Dictionary(present.endpoints.map { (pairs.present[$0.id] ?? $0.id, $0) }, uniquingKeysWith: { $1 })
    let theirs = Dictionary(incoming.endpoints.map { (pairs.incoming[$0.id] ?? $0.id, $0) }, uniquingKeysWith: { $1 })
    var ids = present.endpoints.map { pairs.present[$0.id] ?? $0.id }
    ThreeWayMerge.add(incoming.endpoints.map { pairs.incoming[$0.id] ?? $0.id }, to: &ids)
    let known = Dictionary(last.endpoints.map { (pairs.base[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { $1 })
    var homes = ours.mapValues(\.file)
    var neighbours: [String: String] = [:]
    for endpoint in incoming.endpoints {
      // If a file was renamed by hand, add new endpoints for it to the renamed file.
      if let home = ours[pairs.incoming[endpoint.id] ?? endpoint.id]?.file { neighbours[endpoint.file] = home }
    }
    for id in ids + known.keys.filter({ ours[$0] == nil && theirs[$0] == nil }).sorted() {
      let (mine, new) = (ours[id], theirs[id])
      let place = MergePlace(id, present: mine?.location ?? document, incoming: new?.location ?? document)
      let merged = merge.merge(
        known[id], mine.map { DigestedValue($0.value) }, new.map { DigestedValue($0.value) }, place)
      base.endpoints[new?.id ?? id] = merged.base
      guard let value = merged.value else {
        if mine != nil { endpoints.dropped.append(id) }
        continue
      }
      let file = homes[id] ?? new.map { neighbours[$0.file] ?? $0.file } ?? "contract.json"
      homes[id] = file
      units.endpoints.append(.init(id: id, file: file, value: value, location: place.present))
      guard let mine else {
        endpoints.added.append(id)
        continue
      }
      if mine.id != id {
        endpoints.changed.append(id)
      } else if mine.value != value {
        endpoints.note(id, mine.value, value, source: "/source")
      }
    }
    conflicts += merge.conflicts
  }

  private mutating func mergeRecordings(
    _ last: ImportBase, _ present: ServiceUnits, _ incoming: ServiceUnits, _ pairs: EndpointPairs
  ) {
    var merge = ThreeWayMerge(decision)
    let ours = Self.recordings(present, renamed: pairs.present)
    let theirs = Self.recordings(incoming, renamed: pairs.incoming)
    let back = Dictionary(pairs.incoming.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
    var known: [String: ValueDigest] = [:]
    for (key, digest) in last.recordings {
      let parts = key.split(separator: "/", maxSplits: 1).map(String.init)
      known["\(pairs.base[parts[0]] ?? parts[0])/\(parts.count > 1 ? parts[1] : "")"] = digest
    }
    for key in Set(ours.keys).union(theirs.keys).union(known.keys).sorted() {
      let (mine, new) = (ours[key], theirs[key])
      let place = MergePlace(
        "recording \(key)", present: mine?.location ?? document, incoming: new?.location ?? document, isTraced: false)
      let merged = merge.merge(
        known[key], mine.map { DigestedValue($0.value) }, new.map { DigestedValue($0.value) }, place)
      let endpoint = String(key.prefix { $0 != "/" })
      base.recordings["\(back[endpoint] ?? endpoint)\(key.dropFirst(endpoint.count))"] = merged.base
      guard let value = merged.value, let either = mine ?? new else {
        if mine != nil { recordings.dropped.append(key) }
        continue
      }
      let isSame = mine?.value == value
      let day = isSame ? mine?.day : new?.day ?? mine?.day
      units.recordings.append(
        .init(endpoint: endpoint, name: either.name, value: value, day: day, location: place.present))
      if let mine {
        if !isSame { recordings.note(key, mine.value, value, source: "/provenance/from") }
      } else {
        recordings.added.append(key)
      }
    }
    conflicts += merge.conflicts
  }

  private static func recordings(
    _ units: ServiceUnits, renamed names: [String: String]
  ) -> [String: ServiceUnits.Recording] {
    let renamed = units.recordings.map { recording in
      var recording = recording
      recording.endpoint = names[recording.endpoint] ?? recording.endpoint
      return (recording.key, recording)
    }
    return Dictionary(renamed, uniquingKeysWith: { $1 })
  }
}
