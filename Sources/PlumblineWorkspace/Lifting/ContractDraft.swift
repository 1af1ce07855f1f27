import PlumblineContractModel
import PlumblineJSONTree

/// A contract's files while something is added to them that the document they were made of doesn't say.
struct ContractDraft {
  struct Endpoint {
    let id: String
    let file: String
    let value: JSON
  }

  static let main = "contract.json"

  private let originals: [ContractLoader.File]
  private(set) var roots: [(name: String, root: JSON)]

  /// `nil` where a file isn't JSON, which a file that was made always is.
  init?(_ files: [ContractLoader.File]) {
    originals = files
    roots = []
    for file in files {
      guard let root = try? JSON.parse(file.bytes, file: file.name) else { return nil }
      roots.append((file.name, root))
    }
  }

  var shared: JSON { roots.first { $0.name == Self.main }?.root ?? .emptyObject }

  /// All of them, file by file.
  var endpoints: [Endpoint] {
    roots.flatMap { name, root in
      (root["endpoints"]?.members.map { $0 } ?? []).map { Endpoint(id: $0.key, file: name, value: $0.value) }
    }
  }

  /// What the files' schemas say.
  var outline: SchemaOutline {
    SchemaOutline(documents: Dictionary(roots.map { ($0.name, $0.root.document) }, uniquingKeysWith: { $1 }))
  }

  /// Puts endpoints in the place of those that have their ids.
  mutating func replace(_ endpoints: [String: JSON]) {
    for (index, (_, root)) in roots.enumerated() {
      guard let present = root["endpoints"], present.members.contains(where: { endpoints[$0.key] != nil }) else {
        continue
      }
      let changed = JSON.object(present.members.map { ($0.key, endpoints[$0.key] ?? $0.value) })
      set("endpoints", to: changed, at: index)
    }
  }

  /// Gives the shared file a member; one that it hasn't yet comes before its schemas.
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
    let text = JSON.object(members).serialized()
    roots[index].root = (try? JSON.parse(text, file: roots[index].name)) ?? root
  }

  /// The files; one that nothing was added to is what it was, with the places that its values come from.
  var files: [ContractLoader.File] {
    zip(originals, roots).map { original, changed in
      if let before = try? JSON.parse(original.bytes), before == changed.root { return original }
      let text = changed.root.serialized(.pretty) + [UInt8(ascii: "\n")]
      return ContractLoader.File(name: original.name, path: original.path, bytes: text)
    }
  }

  /// A schema as another file has to write it, so that its references lead where they led.
  static func moved(_ schema: JSON, from: String, to: String) -> JSON {
    guard from != to else { return schema }
    switch schema.kind {
    case .array: return .array(schema.elements.map { moved($0, from: from, to: to) })
    case .object:
      return .object(
        schema.members.map { key, value in
          if key == "$ref", let text = value.string { return (key, JSON(reference(text, from: from, to: to))) }
          // What is a value and no schema stays as it is.
          if ["const", "enum", "default", "examples"].contains(key) { return (key, value) }
          return (key, moved(value, from: from, to: to))
        })
    default: return schema
    }
  }

  private static func reference(_ text: String, from: String, to: String) -> String {
    if text.hasPrefix("#") { return from + text }
    return text.hasPrefix(to + "#") ? String(text.dropFirst(to.count)) : text
  }
}

extension JSON {
  /// The schema of a body of JSON: `payload` or `body`, or the one that `content` has for it.
  var shownSchema: JSON? { self["payload"] ?? self["body"] ?? self["content"]?["application/json"]?["schema"] }
}
