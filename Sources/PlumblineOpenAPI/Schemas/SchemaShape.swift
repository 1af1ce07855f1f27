import PlumblineJSONTree

/// The structure of a schema's values, as far as its own keywords and those of its parts determine it.
struct SchemaShape {
  let following: Following

  /// The maximum depth of schemas to inspect.
  private static let deepest = 16

  /// Returns the kind of container that values are: `object`, `array`, or `nil` if they may be scalars.
  func container(of schema: JSON) -> String? {
    parts(of: schema).lazy.compactMap { part -> String? in
      let types = part["type"].map { $0.kind == .array ? $0.elements.compactMap(\.string) : [$0.string ?? ""] } ?? []
      let own = types.filter { $0 != "null" }
      if own.count == 1 { return own[0] }
      if own.isEmpty, part["properties"] != nil { return "object" }
      if own.isEmpty, part["items"] != nil { return "array" }
      return nil
    }.first.flatMap { ["object", "array"].contains($0) ? $0 : nil }
  }

  /// Returns a Boolean value that indicates whether values are lists of lists or of objects, which no style can
  /// represent.
  func isNested(_ schema: JSON) -> Bool {
    guard container(of: schema) == "array" else { return false }
    return parts(of: schema).contains { part in part["items"].map { isContainer($0) } ?? false }
  }

  /// Returns a Boolean value that indicates whether values are lists or objects, whichever alternatives of choices
  /// apply.
  func isContainer(_ schema: JSON, depth: Int = 0) -> Bool {
    if container(of: schema) != nil { return true }
    guard depth < Self.deepest else { return false }
    return parts(of: schema).contains { part in
      for key in ["oneOf", "anyOf"] {
        let branches = part[key]?.elements.filter { $0["type"]?.string != "null" } ?? []
        if !branches.isEmpty, branches.allSatisfy({ isContainer($0, depth: depth + 1) }) { return true }
      }
      return false
    }
  }

  /// Returns a Boolean value that indicates whether at least one allowed value is a list or object.
  ///
  /// - Parameter named: A Boolean value that indicates whether only schemas that name such a type count. If it is
  ///   `false`, schemas without a type also count.
  func mayBeContainer(_ schema: JSON, named: Bool = false, depth: Int = 0) -> Bool {
    if container(of: schema) != nil { return true }
    guard depth < Self.deepest else { return false }
    return parts(of: schema).contains { part in
      if !named, part["type"] == nil, part["anyOf"] == nil, part["oneOf"] == nil, part["enum"] == nil { return true }
      if let types = part["type"]?.elements, types.contains(where: { ["array", "object"].contains($0.string) }) {
        return true
      }
      return ["oneOf", "anyOf"].contains { key in
        part[key]?.elements.contains { mayBeContainer($0, named: named, depth: depth + 1) } ?? false
      }
    }
  }

  /// Returns the named members of objects, each with its schema.
  func properties(of schema: JSON) -> [(name: String, schema: JSON)] {
    var found: [(name: String, schema: JSON)] = []
    var names: Set<String> = []
    for part in parts(of: schema, choices: true) {
      for (name, property) in part["properties"]?.members.map({ $0 }) ?? [] where names.insert(name).inserted {
        found.append((name, property))
      }
    }
    return found
  }

  /// Returns all schemas that apply to a member of objects.
  func properties(named name: String, of schema: JSON) -> [JSON] {
    parts(of: schema).compactMap { $0["properties"]?[name] }.flatMap { parts(of: $0) }
  }

  /// Returns the alternatives of each choice in a schema.
  func choices(of schema: JSON) -> [[JSON]] {
    parts(of: schema).flatMap { part in
      ["oneOf", "anyOf"].compactMap { key in part[key].map { Array($0.elements) } }.filter { !$0.isEmpty }
    }
  }

  /// Returns the schema itself and those that apply together with it, optionally with each alternative of its choices.
  private func parts(of schema: JSON, choices: Bool = false, depth: Int = 0) -> [JSON] {
    guard depth < Self.deepest, schema.kind == .object, let own = following.object(schema) else { return [] }
    var parts = [own]
    if own.node != schema.node || own.document !== schema.document { parts.append(schema) }
    for key in choices ? ["allOf", "anyOf", "oneOf"] : ["allOf"] {
      for part in own[key]?.elements.map({ $0 }) ?? [] {
        parts += self.parts(of: part, choices: choices, depth: depth + 1)
      }
    }
    return parts
  }
}
