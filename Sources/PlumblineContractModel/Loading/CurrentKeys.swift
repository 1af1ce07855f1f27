import PlumblineJSONTree

/// A contract file whose renamed keys have been updated to their new names.
///
/// Readers know only the new names. A file with old names is read as if it used the new ones, and each value keeps its
/// location in the file:
///
///     "failures": ["notFound"]   →   "errors": ["notFound"]
///
/// References through a renamed key, such as `#/failures/notFound/body`, are updated as well.
package struct CurrentKeys {
  /// An occurrence of an old name in a file.
  package struct Use: Sendable, Hashable {
    package let key: RenamedKey
    package let location: SourceLocation
  }

  /// The file with the new names. If it uses no old names, this is the same document.
  package let document: JSONDocument
  /// The uses of old names, in the order of the file.
  package let uses: [Use]
  /// The references that contain an old name, in the order of the file.
  package let references: [Use]
  /// The old names in objects that also have the new name. They are left unchanged.
  package let conflicts: [Use]

  package init(_ original: JSONDocument) {
    var found: [(node: Int, key: RenamedKey)] = []
    var conflicts: [Use] = []
    for (holder, object) in Self.holders(in: original.root) {
      for key in RenamedKey.keys(of: holder) {
        guard let value = object[key.old], let place = object.keyLocation(of: key.old) else { continue }
        if object[key.new] != nil {
          conflicts.append(Use(key: key, location: place))
        } else {
          // A key's node directly precedes that of its value.
          found.append((value.node - 1, key))
        }
      }
    }
    found.sort { $0.node < $1.node }
    uses = found.map { node, key in
      Use(key: key, location: original.location(ofOffset: original.tape[node].range.lowerBound))
    }
    self.conflicts = conflicts
    let references = Self.references(in: original)
    self.references = references.map { range, key in
      Use(key: key, location: original.location(ofOffset: range.lowerBound))
    }
    let keys = found.map { node, key in (range: original.tape[node].range, text: "\"\(key.new)\"") }
    let fragments = references.map { range, key in (range: range, text: "#/\(key.new)/") }
    let edits = (keys + fragments).sorted { $0.range.lowerBound < $1.range.lowerBound }
    if edits.isEmpty {
      document = original
      return
    }
    var text = SplicedText(of: original)
    for edit in edits { text.replace(edit.range, by: edit.text) }
    document = (try? text.parsed()) ?? original
  }

  /// Returns the objects of a file that may contain renamed keys.
  private static func holders(in root: JSON) -> [(RenamedKey.Holder, JSON)] {
    var holders: [(RenamedKey.Holder, JSON)] = [(.file, root)]
    for credential in values(of: root["credentials"]) {
      if let items = credential["holders"] { holders.append((.holders, items)) }
    }
    for endpoint in values(of: root["endpoints"]) {
      holders.append((.endpoint, endpoint))
      for state in list(endpoint["state"]) {
        for step in [state] + list(state["also"]) {
          holders.append((.state, step))
          holders += list(step["guards"]).map { (.guard, $0) }
        }
      }
    }
    return holders
  }

  private static func values(of object: JSON?) -> [JSON] { object?.members.map { $0.value } ?? [] }

  /// Returns the elements of an array. A value that isn't an array is treated as the only element.
  private static func list(_ value: JSON?) -> [JSON] {
    guard let value else { return [] }
    return value.kind == .array ? Array(value.elements) : [value]
  }

  /// Returns the ranges of reference tokens that are the old name of a top-level member.
  private static func references(in document: JSONDocument) -> [(range: Range<Int>, key: RenamedKey)] {
    let keys = RenamedKey.keys(of: .file).map { (fragment: Array("#/\($0.old)/".utf8), key: $0) }
    let bytes = document.bytes
    var found: [(range: Range<Int>, key: RenamedKey)] = []
    var start = bytes.startIndex
    // A `#` is rare in JSON, so searching for it first is fast.
    while let place = bytes[start...].firstIndex(of: UInt8(ascii: "#")) {
      for (fragment, key) in keys where bytes[place...].starts(with: fragment) && isReference(at: place, in: bytes) {
        found.append((place..<place + fragment.count, key))
      }
      start = place + 1
    }
    return found
  }

  /// Returns a Boolean value that indicates whether a position is inside the string of a `$ref`, with nothing but a
  /// file name before it.
  private static func isReference(at place: Int, in bytes: [UInt8]) -> Bool {
    guard let quote = bytes[..<place].lastIndex(of: UInt8(ascii: "\"")) else { return false }
    let before = bytes[..<quote].reversed().drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard before.first == UInt8(ascii: ":") else { return false }
    return before.dropFirst().drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.starts(with: "\"$ref\"".utf8.reversed())
  }
}

extension CurrentKeys {
  /// Reports keys that an object has under both the old and the new name.
  func reportConflicts(to log: ProblemLog) {
    for conflict in conflicts {
      log.error(
        conflict.location,
        "\"\(conflict.key.old)\" is the old name of \"\(conflict.key.new)\", and both are present; keep \"\(conflict.key.new)\"."
      )
    }
  }
}

extension JSON {
  /// This root of a file, with the new names of its keys.
  package var withCurrentKeys: JSON { CurrentKeys(document).document.root }
}
