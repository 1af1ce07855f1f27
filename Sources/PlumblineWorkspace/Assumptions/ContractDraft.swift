import PlumblineContractModel
import PlumblineJSONTree

/// A contract's files, for adding assumptions that aren't stated in their source document.
struct ContractDraft {
  struct Endpoint {
    let id: String
    let file: String
    let value: JSON
  }

  static let main = "contract.json"

  private let originals: [(file: ContractLoader.File, root: JSON)]
  private(set) var roots: [(name: String, root: JSON)]

  /// Returns `nil` if a file isn't JSON. That never happens for generated files.
  init?(_ files: [ContractLoader.File]) {
    originals = files.compactMap { file in file.root.map { (file, $0) } }
    guard originals.count == files.count else { return nil }
    roots = originals.map { ($0.file.name, $0.root) }
  }

  var shared: JSON { roots.first { $0.name == Self.main }?.root ?? .emptyObject }

  /// All endpoints, file by file.
  var endpoints: [Endpoint] {
    roots.flatMap { name, root in
      (root["endpoints"]?.members.map { $0 } ?? []).map { Endpoint(id: $0.key, file: name, value: $0.value) }
    }
  }

  /// The outline of the schemas in the files.
  var outline: SchemaOutline {
    SchemaOutline(documents: Dictionary(roots.map { ($0.name, $0.root.document) }, uniquingKeysWith: { $1 }))
  }

  /// Replaces endpoints by id.
  mutating func replace(_ endpoints: [String: JSON]) {
    for (index, (_, root)) in roots.enumerated() {
      guard let present = root["endpoints"], present.members.contains(where: { endpoints[$0.key] != nil }) else {
        continue
      }
      let changed = JSON.object(present.members.map { ($0.key, endpoints[$0.key] ?? $0.value) })
      set("endpoints", to: changed, at: index)
    }
  }

  /// Sets a member of the shared file. A new member goes before the schemas.
  mutating func share(_ key: String, _ value: JSON) {
    guard let index = roots.firstIndex(where: { $0.name == Self.main }) else { return }
    set(key, to: value, at: index)
  }

  private mutating func set(_ key: String, to value: JSON, at index: Int) {
    let root = roots[index].root
    var members = root.members.map { ($0.key, $0.key == key ? value : $0.value) }
    if root[key] == nil {
      members.insert((key, value), at: members.firstIndex { $0.0 == "schemas" || $0.0 == "endpoints" } ?? members.count)
    }
    roots[index].root = JSON.object(members, file: roots[index].name)
  }

  /// Returns the draft with only some of its endpoints, and with the schemas that these and the shared file refer to.
  /// Testing a change is faster this way. The locations of values refer to the draft's own files rather than to another
  /// document.
  func trimmed(to ids: Set<String>) -> ContractDraft {
    var kept: [String: Set<String>] = [:]
    var pending: [(file: String, schema: JSON)] = []
    for (name, root) in roots {
      for (key, value) in root.members where key != "schemas" {
        if key == "endpoints" {
          pending += value.members.filter { ids.contains($0.key) }.map { (name, $0.value) }
        } else {
          pending.append((name, value))
        }
      }
    }
    while let (file, value) = pending.popLast() {
      for reference in value.references {
        // This reference has a form that the writers don't produce, so it may lead anywhere. Keep everything.
        guard let (home, name) = Self.schema(named: reference, from: file) else { return untraced }
        guard kept[home, default: []].insert(name).inserted,
          let schema = roots.first(where: { $0.name == home })?.root["schemas"]?[name]
        else { continue }
        pending.append((home, schema))
      }
    }
    var less = self
    for (index, (name, root)) in roots.enumerated() {
      less.roots[index].root = JSON.object(
        root.members.map { key, value in
          switch key {
          case "endpoints": (key, JSON.object(value.members.filter { ids.contains($0.key) }.map { ($0.key, $0.value) }))
          case "schemas":
            (key, JSON.object(value.members.filter { kept[name]?.contains($0.key) == true }.map { ($0.key, $0.value) }))
          default: (key, value)
          }
        }, file: name)
    }
    return less
  }

  /// The complete draft, with locations that refer to its own files.
  private var untraced: ContractDraft {
    var draft = self
    for (index, (name, root)) in roots.enumerated() {
      draft.roots[index].root = JSON.object(root.members.map { ($0.key, $0.value) }, file: name)
    }
    return draft
  }

  /// Returns the file and the name of the schema that a reference points to, such as `#/schemas/Pet` or
  /// `contract.json#/schemas/Pet`.
  private static func schema(named reference: String, from file: String) -> (file: String, name: String)? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let pointer = JSONPointer(fragment: parts[1]), pointer.tokens.count > 1,
      pointer.tokens[0] == "schemas"
    else { return nil }
    return (parts[0].isEmpty ? file : parts[0], pointer.tokens[1])
  }

  /// The files. Their values have locations in the source document. Added values have the location of their container.
  var files: [ContractLoader.File] {
    zip(originals, roots).map { original, changed in
      if original.root == changed.root { return original.file }
      var json = JSONBuilder.tracing
      Self.write(changed.root, like: original.root, within: original.root, into: &json)
      let (text, provenance) = json.traced()
      return ContractLoader.File(
        name: original.file.name, path: original.file.path, bytes: text, provenance: provenance)
    }
  }

  /// Writes a value that is derived from another value or was added to one.
  private static func write(_ value: JSON, like source: JSON?, within holder: JSON, into json: inout JSONBuilder) {
    let holder = source ?? holder
    json.comes(from: holder)
    switch value.kind {
    case .object:
      json.object { json in
        for (key, member) in value.members {
          let from = source?[key]
          json.comes(from: holder)
          json.member(key) { write(member, like: from, within: holder, into: &$0) }
        }
      }
    case .array:
      json.array { json in
        for (index, element) in value.elements.enumerated() {
          write(element, like: source?[index], within: holder, into: &json)
        }
      }
    default: json.value(value)
    }
  }

  /// Returns a schema for use in a different file, with adjusted references.
  static func moved(_ schema: JSON, from: String, to: String) -> JSON {
    guard from != to else { return schema }
    return schema.changingReferences { text in
      if text.hasPrefix("#") { return from + text }
      return text.hasPrefix(to + "#") ? String(text.dropFirst(to.count)) : nil
    }
  }
}

extension JSON {
  /// The schema of the JSON body: `payload`, `body`, or the schema for JSON in `content`.
  var shownSchema: JSON? { self["payload"] ?? self["body"] ?? self["content"]?["application/json"]?["schema"] }
}
