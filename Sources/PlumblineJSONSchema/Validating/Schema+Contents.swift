import PlumblineJSONTree

extension Schema {
  /// A string that contains JSON, and the schema for the JSON.
  public struct Content: Sendable {
    /// The string.
    public let text: JSON
    /// The `contentSchema`.
    public let schema: Schema
  }

  /// Returns the strings of a value that the schema describes as JSON, in document order. A schema describes a string
  /// as JSON with a `contentSchema` and a JSON `contentMediaType`, without a `contentEncoding`.
  ///
  ///     {"properties": {"data": {"contentMediaType": "application/json", "contentSchema": {"type": "object"}}}}
  ///
  /// In `anyOf` and `oneOf`, the valid branches apply or, if none is valid, the branch that the value names with a
  /// `const`. Strings that a `const` or `enum` lists are left out: a stream's final `[DONE]`, for example, is
  /// intentionally not JSON. ``isValid(_:)`` doesn't parse these strings, so they don't affect its result.
  public func contents(in instance: JSON) -> [Content] {
    guard hasContents else { return [] }
    let start = [AppliedNode(node: root, scope: 0)]
    let near = DocumentationWalk.walking(instance.document, by: compiled) { walk in
      walk.visitContents(start, instance.node)
      return walk.isTooDeep ? nil : walk.contents
    }
    let found =
      near
      ?? DeepStack.run {
        DocumentationWalk.walking(instance.document, by: compiled, depth: Validator.farLimit) { walk in
          walk.visitContents(start, instance.node)
          return walk.contents
        }
      } ?? []
    return found.map { text, node in
      Content(
        text: JSON(instance.document, text),
        schema: Schema(compiled: compiled, root: node, source: compiled.source(of: node), hasContents: true))
    }
  }
}

extension DocumentationWalk {
  /// Traverses a value and collects the strings that schemas describe as JSON.
  mutating func visitContents(_ starts: [AppliedNode], _ value: Int) {
    guard !starts.isEmpty, validator.enter() else { return }
    defer { validator.leave() }
    switch document.kind(value) {
    case .object:
      let nodes = validator.applying(starts, value, .named)
      var key = value + 1
      while key < document.next(value) {
        if mayHoldContents(key + 1) { visitContents(memberNodes(nodes, key).nodes, key + 1) }
        key = document.next(key + 1)
      }
    case .array:
      let nodes = validator.applying(starts, value, .named)
      var element = value + 1
      var index = 0
      while element < document.next(value) {
        if mayHoldContents(element) { visitContents(elementNodes(nodes, index, element), element) }
        element = document.next(element)
        index += 1
      }
    case .string:
      let nodes = validator.applying(starts, value, .named).map(\.node)
      guard nodes.contains(where: { schema.contents[$0] != nil }), !nodes.contains(where: { listsValues($0) }) else {
        return
      }
      var seen: Set<Int> = []
      for node in nodes {
        if let content = schema.contents[node], seen.insert(content).inserted { contents.append((value, content)) }
      }
    default: break
    }
  }

  private func mayHoldContents(_ value: Int) -> Bool {
    switch document.kind(value) {
    case .object, .array, .string: true
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether a schema lists the values that it accepts.
  private func listsValues(_ node: Int) -> Bool {
    schema.rule(.constant, of: node) != nil || schema.rule(.enumeration, of: node) != nil
  }
}
