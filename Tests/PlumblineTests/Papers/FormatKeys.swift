import Foundation
import PlumblineJSONTree
import TestSupport

/// The keys that one of the format's JSON Schemas defines, and those that a file uses.
struct FormatKeys {
  /// A key, identified by the definition that contains it and by the keys that lead to it, such as `endpoint` and
  /// `required.query`. For the smaller files, the definition is named like `links.json/link`.
  struct Key: Hashable, Comparable, CustomStringConvertible {
    let definition: String
    let path: [String]

    var name: String { path.joined(separator: ".") }
    var description: String { "\(definition): \(name)" }

    static func < (left: Key, right: Key) -> Bool { left.description < right.description }
  }

  /// A place in the schema, and the name by which readers know it.
  private struct Place {
    let schema: JSON
    let definition: String
    let path: [String]

    func at(_ schema: JSON, _ key: String? = nil) -> Place {
      Place(schema: schema, definition: definition, path: path + [key].compactMap { $0 })
    }
  }

  /// The name of files of this kind, such as `contract.json`. The keys at their top level belong to this definition.
  let kind: String
  private let schema: JSON

  /// - Parameter path: The path of the schema in the repository, such as `Contracts/contract.schema.json`.
  init(_ path: String) throws {
    let url = repositoryRoot.appendingPathComponent(path)
    kind = url.lastPathComponent.replacing(".schema", with: "")
    schema = try JSON.parse([UInt8](Data(contentsOf: url)))
  }

  private var top: Place { Place(schema: schema, definition: kind, path: []) }

  /// Keywords whose subschemas apply to the same value.
  private static let inPlace = ["then", "else", "allOf", "anyOf", "oneOf"]

  /// Every key that a file may contain at any depth, and every word that a schema lists for a key.
  var all: (keys: Set<Key>, words: Set<String>) {
    var keys: Set<Key> = []
    var words: Set<String> = []
    var seen: Set<String> = []
    var open = [top]
    while let place = open.popLast() {
      if let definition = definition(of: place), seen.insert(definition.definition).inserted { open.append(definition) }
      words.formUnion(place.schema["enum"]?.elements.compactMap(\.string) ?? [])
      for (key, value) in place.schema["properties"]?.members.map({ $0 }) ?? [] where value.bool != false {
        keys.insert(Key(definition: place.definition, path: place.path + [key]))
        open.append(place.at(value, key))
      }
      for keyword in ["items", "additionalProperties"] {
        if let inner = place.schema[keyword], inner.kind == .object { open.append(place.at(inner)) }
      }
      open += branches(of: place)
    }
    return (keys, words)
  }

  private func branches(of place: Place) -> [Place] {
    Self.inPlace.flatMap { keyword -> [Place] in
      guard let value = place.schema[keyword] else { return [] }
      return (value.kind == .array ? value.elements.map { $0 } : [value]).map { place.at($0) }
    }
  }

  private func definition(of place: Place) -> Place? {
    guard let reference = place.schema["$ref"]?.string, reference.hasPrefix("#/$defs/") else { return nil }
    let name = String(reference.dropFirst("#/$defs/".count))
    // Definitions in the smaller files may share their names with those in contracts.
    let isSmall = ["links.json", "waivers.json", "sensitivity.json"].contains(kind)
    return schema["$defs"]?[name].map {
      Place(schema: $0, definition: isSmall ? "\(kind)/\(name)" : name, path: [])
    }
  }

  /// Returns the keys that a file uses.
  func used(in file: JSON) -> Set<Key> {
    var keys: Set<Key> = []
    collect(file, top, into: &keys)
    return keys
  }

  private func collect(_ value: JSON, _ place: Place, into keys: inout Set<Key>) {
    if let definition = definition(of: place) { collect(value, definition, into: &keys) }
    for branch in branches(of: place) { collect(value, branch, into: &keys) }
    let known = place.schema["properties"]
    for (name, member) in value.members {
      if let inner = known?[name] {
        if inner.bool == false { continue }
        keys.insert(Key(definition: place.definition, path: place.path + [name]))
        collect(member, place.at(inner, name), into: &keys)
      } else if let inner = place.schema["additionalProperties"], inner.kind == .object {
        collect(member, place.at(inner), into: &keys)
      }
    }
    guard let items = place.schema["items"], items.kind == .object else { return }
    for element in value.elements { collect(element, place.at(items), into: &keys) }
  }
}
