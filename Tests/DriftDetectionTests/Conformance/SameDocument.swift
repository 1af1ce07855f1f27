import PlumblineJSONTree

extension JSON {
  /// The value with the members of all objects in reverse order.
  var turned: JSON {
    switch kind {
    case .object: .object(members.reversed().map { ($0.key, $0.value.turned) })
    case .array: .array(elements.map(\.turned))
    default: self
    }
  }

  /// The document with each internal reference replaced by its target, unless the target contains the reference.
  var inlined: JSON { inlined(in: self, []) }

  private func inlined(in root: JSON, _ inside: [String]) -> JSON {
    switch kind {
    case .object:
      guard count == 1, let text = self["$ref"]?.string, text.hasPrefix("#"), inside.count < 12,
        !inside.contains(text), let pointer = JSONPointer(fragment: text), let target = root.at(pointer)
      else { return .object(members.map { ($0.key, $0.value.inlined(in: root, inside)) }) }
      return target.inlined(in: root, inside + [text])
    case .array: return .array(elements.map { $0.inlined(in: root, inside) })
    default: return self
    }
  }
}
