import PlumblineJSONTree

extension JSON {
  /// The keywords whose values are data and can't contain references.
  private static let data: Set<String> = ["const", "enum", "default", "example", "examples", "seed", "seeds"]
  /// The keywords that map arbitrary names to schemas.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions",
  ]

  /// The references in the value's schemas, in any order and including duplicates.
  package var references: [String] {
    var found: [String] = []
    collectReferences(isMap: false, into: &found)
    return found
  }

  private func collectReferences(isMap: Bool, into found: inout [String]) {
    switch kind {
    case .array: for element in elements { element.collectReferences(isMap: false, into: &found) }
    case .object:
      for (name, member) in members {
        if !isMap, name == "$ref", let text = member.string {
          found.append(text)
        } else if isMap || !Self.data.contains(name) {
          member.collectReferences(isMap: !isMap && Self.maps.contains(name), into: &found)
        }
      }
    default: break
    }
  }

  /// Returns the value with the references in its schemas replaced. Object members that happen to be named like a
  /// keyword are left unchanged.
  ///
  /// - Parameter change: A closure that returns the replacement for a reference, or `nil` to keep it.
  package func changingReferences(_ change: (String) -> String?) -> JSON { changingReferences(isMap: false, change) }

  private func changingReferences(isMap: Bool, _ change: (String) -> String?) -> JSON {
    switch kind {
    case .array: return JSON.array(elements.map { $0.changingReferences(isMap: false, change) })
    case .object:
      return JSON.object(
        members.map { name, member in
          if !isMap, name == "$ref", let text = member.string { return (name, change(text).map { JSON($0) } ?? member) }
          if !isMap, Self.data.contains(name) { return (name, member) }
          return (name, member.changingReferences(isMap: !isMap && Self.maps.contains(name), change))
        })
    default: return self
    }
  }

  /// Returns the value with keywords in its schemas renamed. Object members with the same names keep them.
  package func renamingKeywords(_ names: [String: String]) -> JSON { renamingKeywords(isMap: false, names) }

  private func renamingKeywords(isMap: Bool, _ names: [String: String]) -> JSON {
    switch kind {
    case .array: return JSON.array(elements.map { $0.renamingKeywords(isMap: false, names) })
    case .object:
      return JSON.object(
        members.map { name, member in
          if !isMap, Self.data.contains(name) { return (name, member) }
          let renamed = isMap ? name : names[name] ?? name
          return (renamed, member.renamingKeywords(isMap: !isMap && Self.maps.contains(name), names))
        })
    default: return self
    }
  }
}
