import PlumblineContractModel
import PlumblineJSONTree

/// Checks that the initial items of a mock's collections are recorded and valid.
enum SeedLint {
  /// - Parameter refused: The ids of recordings whose files have problems that are already reported elsewhere.
  static func problems(in recordings: [Recording], contract: Contract, refused: Set<String>) -> [Problem] {
    let places = Dictionary(recordings.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var problems: [Problem] = []
    for collection in contract.collections {
      for source in collection.seedSources + collection.furtherSeedSources.flatMap(\.sources) {
        guard let name = source.string else {
          if collection.isPerPath, collection.seedSources.contains(source) {
            problems.append(homeless(source, collection))
          }
          problems += misfits([source], of: collection, level: .error)
          continue
        }
        guard let recording = places[name].map({ recordings[$0] }) else {
          if !refused.contains(name) { problems.append(missing(name, at: source, of: collection, recordings)) }
          continue
        }
        guard let items = recording.items(in: contract, of: collection) else {
          problems.append(
            Problem(
              recording.location,
              "The resource \"\(collection.name)\" starts with this recording, but its payload contains no items; "
                + "set \"seed\" (\(source.location)) to a recording that does, or to the items themselves.",
              isServable: true))
          continue
        }
        problems += misfits(items, of: collection, level: .warning)
      }
    }
    return problems
  }

  /// Returns the problem with an item of a collection whose items belong to a parent, if the seed doesn't say to which.
  private static func homeless(_ item: JSON, _ collection: ItemCollection) -> Problem {
    let part = Spelling.list(collection.per.map { "\($0)" })
    return Problem(
      item.location,
      "\(part) determines the items of \"\(collection.name)\", but this seed doesn't say which; move it into \"seeds\", "
        + "under the value in its path.",
      isServable: true)
  }

  /// Returns the problem with a seed that names a recording that doesn't exist. If nothing is recorded at all, it
  /// includes a remedy.
  private static func missing(
    _ name: String, at source: JSON, of collection: ItemCollection, _ recordings: [Recording]
  ) -> Problem {
    let hint =
      recordings.isEmpty
      ? ": nothing is recorded; write the items into \"seed\" as [{ … }], or remove it to start empty."
      : Spelling.suggestion(for: name, among: recordings.map(\.id))
    return Problem(
      source.location, "The resource \"\(collection.name)\" starts with \"\(name)\", which isn't a recording\(hint)",
      isServable: true)
  }

  /// Returns warnings about items that aren't valid for their collection. Drift in the recording itself is reported
  /// elsewhere.
  private static func misfits(_ items: [JSON], of collection: ItemCollection, level: Problem.Level) -> [Problem] {
    var problems: [Problem] = []
    for item in items {
      if let violation = collection.item.violations(of: item, limit: 1).first {
        problems.append(
          Problem(
            place(of: violation.instanceLocation, in: collection),
            "This isn't an item of the resource \"\(collection.name)\": \(violation.message)",
            level: level))
      } else if let key = collection.key, item.at(key) == nil {
        problems.append(
          Problem(
            place(of: item.location, in: collection),
            "An item of the resource \"\(collection.name)\" must have its key at \(key), but this one has none.",
            level: level))
      }
    }
    return problems
  }

  /// Returns the location of an item. If it was assembled from several parts, returns that of its collection.
  private static func place(of location: SourceLocation, in collection: ItemCollection) -> SourceLocation {
    location.file.isEmpty ? collection.location : location
  }
}
