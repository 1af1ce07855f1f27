import PlumblineJSONTree

/// A search for the parts of a description that selected operations need, that is, everything that they reference.
///
/// Parts that are referred to by name are needed as well: security schemes, the schemas in a discriminator's mapping
/// and, if a schema has a discriminator, the components that extend it.
struct NeededParts {
  /// A member of the description that is kept only if it is needed, such as a component, a path, or a webhook.
  private struct Part {
    let nodes: Range<Int>
    let value: JSON
  }

  private let documents: DocumentSet
  private let root: JSON
  /// The document's schemas, from `components/schemas`, or from `definitions` in Swagger 2.0.
  private let schemas: JSON?
  private let schemes: JSON?
  private var parts: [Part] = []
  /// The components that extend a schema with `allOf`, by that schema.
  private var heirs: [JSON.Identity: [JSON]] = [:]
  private var pending: [(value: JSON, isExtension: Bool)] = []
  private var seen: Set<JSON.Identity> = []
  private var seenKinds: Set<JSON.Identity> = []
  /// The nodes of the main document that are targets of references.
  private var targets: Set<Int> = []
  /// The operations that aren't searched, by the identity of the value under their method.
  private var dropped: [JSON.Identity: JSON]
  /// The dropped operations that are kept after all, because they contain a reference's target, each with that
  /// reference.
  private(set) var rescued: [(operation: JSON, reference: JSON)] = []
  /// The Link Objects found so far.
  private(set) var links: [JSON] = []

  /// Creates a search.
  ///
  /// - Parameter dropped: The values of the operations that weren't selected.
  init(_ documents: DocumentSet, dropped: [JSON]) {
    self.documents = documents
    root = documents.main.root
    schemas = root["components"]?["schemas"] ?? root["definitions"]
    schemes = root["components"]?["securitySchemes"] ?? root["securityDefinitions"]
    self.dropped = Dictionary(dropped.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    for holder in Self.holders(of: root) {
      for (_, value) in holder.members {
        parts.append(Part(nodes: value.node..<root.document.next(value.node), value: value))
      }
    }
    for (_, schema) in schemas?.members.map({ $0 }) ?? [] { findBases(of: schema) }
    need(securityOf: root)
  }

  /// Returns the objects whose members can be left out.
  static func holders(of root: JSON) -> [JSON] {
    let components = root["components"]?.members.map(\.value) ?? []
    let others = ["definitions", "parameters", "responses", "securityDefinitions", "paths", "webhooks"]
    return (components + others.compactMap { root[$0] }).filter { $0.kind == .object }
  }

  /// Returns a Boolean value that indicates whether a reference targets a member of the main document or a part of that
  /// member.
  func areNeeded(_ value: JSON) -> Bool {
    guard !targets.contains(value.node) else { return true }
    let nodes = value.node..<root.document.next(value.node)
    return targets.contains { nodes.contains($0) }
  }

  /// Returns a Boolean value that indicates whether an operation is left out.
  func isDropped(_ written: JSON) -> Bool { dropped[written.identity] != nil }

  // MARK: - Walking

  /// Adds a value and everything that it needs.
  mutating func need(_ value: JSON) {
    pending.append((value, false))
    while let (value, isExtension) = pending.popLast() { visit(value, isExtension: isExtension) }
  }

  private mutating func visit(_ value: JSON, isExtension: Bool) {
    guard dropped[value.identity] == nil else { return }
    switch value.kind {
    case .array:
      guard seen.insert(value.identity).inserted else { return }
      for element in value.elements { pending.append((element, isExtension)) }
    case .object:
      guard seen.insert(value.identity).inserted else { return }
      for name in ["$ref", "$dynamicRef"] {
        if let reference = value[name], reference.kind == .string { follow(reference, isExtension: isExtension) }
      }
      for (_, mapped) in value["discriminator"]?["mapping"]?.members.map({ $0 }) ?? [] { need(mapped: mapped) }
      needSchemes(value["security"])
      if let links = value["links"] {
        self.links += links.members.map(\.value).filter { $0["operationId"] != nil || $0["operationRef"] != nil }
      }
      for (key, member) in value.members { pending.append((member, key == "allOf")) }
    default: break
    }
  }

  private mutating func follow(_ reference: JSON, isExtension: Bool) {
    guard let text = reference.string, case .found(let target) = documents.resolve(text, from: reference) else {
      return
    }
    rescue(target, reference)
    needPart(of: target)
    pending.append((target, false))
    // The remaining extensions of a schema don't matter to a schema that merely extends it.
    guard !isExtension, target["discriminator"] != nil, seenKinds.insert(target.identity).inserted else { return }
    var open = [target]
    var known: Set<JSON.Identity> = [target.identity]
    while let base = open.popLast() {
      for heir in heirs[base.identity] ?? [] where known.insert(heir.identity).inserted {
        open.append(heir)
        needPart(of: heir)
        pending.append((heir, false))
      }
    }
  }

  /// Keeps an operation that contains a reference's target.
  private mutating func rescue(_ target: JSON, _ reference: JSON) {
    for (identity, written) in dropped where written.document === target.document {
      guard (written.node..<written.document.next(written.node)).contains(target.node) else { continue }
      dropped.removeValue(forKey: identity)
      rescued.append((written, reference))
      pending.append((written, false))
    }
  }

  /// Adds the whole component or path that contains a value of the main document.
  private mutating func needPart(of target: JSON) {
    guard target.document === root.document, targets.insert(target.node).inserted else { return }
    for part in parts where part.nodes.contains(target.node) { pending.append((part.value, false)) }
  }

  // MARK: - Names

  /// Adds a schema from a discriminator's mapping, given as a component name or a reference.
  private mutating func need(mapped value: JSON) {
    guard let text = value.string else { return }
    guard let component = schemas?[text] else { return follow(value, isExtension: false) }
    needPart(of: component)
    pending.append((component, false))
  }

  private mutating func need(securityOf root: JSON) {
    needSchemes(root["security"])
    while let (value, isExtension) = pending.popLast() { visit(value, isExtension: isExtension) }
  }

  /// Adds the schemes in security requirements.
  private mutating func needSchemes(_ security: JSON?) {
    guard let security, security.kind == .array else { return }
    for requirement in security.elements {
      for (name, scopes) in requirement.members {
        if let scheme = schemes?[name] {
          needPart(of: scheme)
          pending.append((scheme, false))
        } else if name.contains("#"), case .found(let scheme) = documents.resolve(name, from: scopes) {
          // Since OpenAPI 3.2, a requirement may refer to a scheme by URI.
          needPart(of: scheme)
          pending.append((scheme, false))
        }
      }
    }
  }

  private mutating func findBases(of schema: JSON) {
    for part in Self.extended(by: schema) {
      guard let reference = part["$ref"], let text = reference.string,
        case .found(let base) = documents.resolve(text, from: reference)
      else { continue }
      heirs[base.identity, default: []].append(schema)
    }
  }

  /// Returns the references in `allOf`, including nested ones.
  private static func extended(by schema: JSON, depth: Int = 0) -> [JSON] {
    guard depth < 8 else { return [] }
    return (schema["allOf"]?.elements.map { $0 } ?? []).flatMap { part in
      part["$ref"]?.string == nil ? extended(by: part, depth: depth + 1) : [part]
    }
  }
}
