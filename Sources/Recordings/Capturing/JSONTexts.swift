import JSONTree

/// Goes through the texts of a JSON value. A parser bounds how deep values lie in one another, and so the recursion.
enum JSONTexts {
  /// Calls a closure with every string and the pointer to it.
  static func each(in value: JSON, at pointer: JSONPointer = JSONPointer(), _ body: (JSONPointer, String) -> Void) {
    switch value.kind {
    case .object: for (key, member) in value.members { each(in: member, at: pointer.appending(key), body) }
    case .array:
      for (index, element) in value.elements.enumerated() { each(in: element, at: pointer.appending(index), body) }
    case .string: if let text = value.string { body(pointer, text) }
    default: break
    }
  }

  /// The value with other leaves and keys; `nil` where nothing changes.
  ///
  /// - Parameters:
  ///   - leaf: what stands in the place of a string, number, boolean or null; `nil` to leave it.
  ///   - key: what stands in the place of a member's name; `nil` to leave it.
  static func changed(
    _ value: JSON, at pointer: JSONPointer = JSONPointer(), leaf: (JSONPointer, JSON) -> JSON?,
    key: (String) -> String?
  ) -> JSON? {
    switch value.kind {
    case .object:
      var isChanged = false
      let members = value.members.map { name, member -> (String, JSON) in
        let other = changed(member, at: pointer.appending(name), leaf: leaf, key: key)
        let newName = key(name)
        if other != nil || newName != nil { isChanged = true }
        return (newName ?? name, other ?? member)
      }
      return isChanged ? .object(members) : nil
    case .array:
      var isChanged = false
      let elements = value.elements.enumerated().map { index, element -> JSON in
        guard let other = changed(element, at: pointer.appending(index), leaf: leaf, key: key) else { return element }
        isChanged = true
        return other
      }
      return isChanged ? .array(elements) : nil
    default:
      return leaf(pointer, value)
    }
  }
}
