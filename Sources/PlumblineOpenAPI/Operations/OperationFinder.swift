import PlumblineJSONTree

/// A search for the operations of a description.
struct OperationFinder {
  let version: OpenAPIVersion
  let following: Following

  /// An operation of a path item.
  private struct Entry {
    /// The method in uppercase.
    let method: String
    let value: JSON
    let key: JSON
  }

  /// The methods of a Path Item Object, in the specification's order.
  private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
  /// The members of a path item other than its operations.
  private static let others: Set<String> = ["$ref", "summary", "description", "servers", "parameters"]
  /// The maximum length of a chain of path items.
  private static let longest = 64

  /// Returns every operation in the document's order.
  func operations(of root: JSON) -> [Operation] {
    guard let paths = root["paths"], paths.kind == .object else { return [] }
    var operations: [Operation] = []
    var references: [JSON] = []
    for (path, written) in paths.members where !path.hasPrefix("x-") {
      guard let pathKey = paths.key(of: path) else { continue }
      let items = self.items(of: written)
      noteConflicts(items)
      if path.contains("#"), !path.hasPrefix("#") {
        following.log.note(
          pathKey, "Clients don't send what is behind \"#\", so this is the path in front of it.", about: written)
      }
      for entry in entries(of: items) {
        guard entry.value.kind == .object, let value = followed(entry, path), value.kind == .object else { continue }
        if let reference = entry.value["$ref"] {
          references.append(reference)
          leaveOutSiblings(of: entry, path)
        }
        operations.append(
          Operation(method: entry.method, path: path, value: value, key: entry.key, pathKey: pathKey, items: items))
      }
    }
    noteReferences(references)
    return operations
  }

  /// Returns a path item and those reached through its `$ref`, which provide the members that it lacks.
  private func items(of written: JSON) -> [JSON] {
    var items = [written]
    while items.count < Self.longest, let reference = items[items.count - 1]["$ref"], let text = reference.string,
      case .found(let target) = following.documents.resolve(text, from: reference), target.kind == .object
    {
      if items.contains(where: { $0.identity == target.identity }) {
        following.log.omission(
          reference,
          "\"$ref\" to \"\(text)\" leads in a circle, so \"$ref\" is left out; what else the path item has is read.")
        return items
      }
      items.append(target)
    }
    // An unresolved reference is reported, and the other members are still used.
    return written["$ref"]?.string == nil || following.object(written) != nil ? items : [written]
  }

  /// Returns the operations of a path item. If two have the same method, only the first is included.
  private func entries(of items: [JSON]) -> [Entry] {
    var entries: [Entry] = []
    for item in items {
      let earlier = Set(entries.map(\.method))
      entries += own(item).filter { !earlier.contains($0.method) }
    }
    return entries
  }

  private func own(_ item: JSON) -> [Entry] {
    var entries: [Entry] = []
    for (name, value) in item.members {
      guard let key = item.key(of: name) else { continue }
      if let method = method(name) {
        entries.append(Entry(method: method, value: value, key: key))
      } else if name == "additionalOperations", version >= .v32 {
        for (method, one) in value.members {
          guard let key = value.key(of: method) else { continue }
          entries.append(Entry(method: method, value: one, key: key))
        }
      } else if value.kind == .object, !Self.others.contains(name), !name.hasPrefix("x-") {
        // An operation with an unknown method is reported with the document's other mistakes.
        following.log.leaveOut(key)
      }
    }
    return entries
  }

  /// Returns the operation itself, or the target of the `$ref` that replaces it. If the reference doesn't resolve,
  /// reports it and returns `nil`.
  private func followed(_ entry: Entry, _ path: String) -> JSON? {
    let log = NoteLog()
    if let value = Following(documents: following.documents, log: log).object(entry.value) { return value }
    following.log.omission(
      entry.value["$ref"] ?? entry.key,
      "\(entry.method) \(path) isn't served. \(log.problems.first?.message ?? "Its \"$ref\" leads nowhere.")",
      about: entry.value)
    return nil
  }

  /// Reports members that accompany the `$ref` of an operation, because they don't belong to the target.
  private func leaveOutSiblings(of entry: Entry, _ path: String) {
    for (name, value) in entry.value.members where !Self.descriptions.contains(name) && !name.hasPrefix("x-") {
      following.log.omission(
        entry.value.key(of: name) ?? value,
        "\"\(name)\" beside the \"$ref\" of \(entry.method) \(path) is left out: the operation is what the reference "
          + "leads to. Put it there.", about: value)
    }
  }

  /// The reference itself, and members that promise nothing.
  private static let descriptions: Set<String> = ["$ref", "summary", "description", "tags", "externalDocs"]

  /// Reports the members that both a path item and the target of its `$ref` have, because OpenAPI 3.1 doesn't define
  /// which one applies.
  private func noteConflicts(_ items: [JSON]) {
    for (index, item) in items.enumerated().dropFirst() {
      for name in item.members.keys where method(name) != nil || ["parameters", "servers"].contains(name) {
        guard let key = items[..<index].lazy.compactMap({ $0.key(of: name) }).first, let other = item.key(of: name)
        else {
          continue
        }
        let place = other.location.file == key.location.file ? "line \(other.location.line)" : "\(other.location)"
        let outcome = name == "parameters" ? "both are read, and these come first" : "this one is read"
        following.log.note(
          key, "The path item that \"$ref\" leads to has \"\(name)\" as well (\(place)); \(outcome).",
          about: item[name])
      }
    }
  }

  private func noteReferences(_ references: [JSON]) {
    guard let first = references.first else { return }
    let count = references.count
    following.log.remark(
      first,
      "\(count == 1 ? "An operation is a \"$ref\"" : "\(count) operations are \"$ref\"s"), which OpenAPI doesn't allow; "
        + "\(count == 1 ? "the reference was" : "the references were") followed.")
  }

  private func method(_ name: String) -> String? {
    if Self.methods.contains(name) { return name.uppercased() }
    return name == "query" && version >= .v32 ? "QUERY" : nil
  }
}
