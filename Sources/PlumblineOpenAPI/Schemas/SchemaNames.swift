import PlumblineJSONTree

/// The names of schemas in the contract. Components keep their names, and other targets of references are lifted to
/// become components as well.
final class SchemaNames {
  private let following: Following
  private var names: [JSON.Identity: String] = [:]
  /// The names of choices between the extensions of a schema.
  private var choices: [JSON.Identity: String] = [:]
  /// A cache of names by document and reference text, because documents repeat the same few references.
  private var known: [ObjectIdentifier: [String: String]] = [:]
  private var identifiers = Identifiers()
  /// The lifted schemas that are still to be written, in the order they were found.
  private(set) var lifted: [(name: String, content: Lifted)] = []
  let discriminators: Discriminators
  let closedParts: ClosedParts
  /// The names of schemas without their own closing keywords, for use in schemas that consist of several parts.
  private var opened: [JSON.Identity: String] = [:]

  /// A schema that is written in addition to the components.
  enum Lifted {
    case schema(JSON)
    /// A choice between the extensions of a schema.
    case kinds(Discriminators.Base)
    /// A schema that doesn't forbid other members, as a part of another schema (``ClosedParts``).
    case opened(JSON)
  }

  init(_ root: JSON, version: OpenAPIVersion, following: Following) {
    self.following = following
    discriminators = Discriminators(root, following: following)
    closedParts = ClosedParts(version: version, following: following, discriminators: discriminators)
    for (name, schema) in root["components"]?["schemas"]?.members.map({ $0 }) ?? [] where !name.isEmpty {
      // A component keeps its name even if it differs from another's only in case.
      names[schema.identity] = name
      _ = identifiers.unique(name)
    }
  }

  /// Returns the name of a `$ref`'s target. If the reference doesn't resolve, reports it and returns `nil`.
  func name(of reference: JSON) -> String? {
    guard let text = reference.string else { return nil }
    let document = ObjectIdentifier(reference.document)
    if let name = known[document]?[text] { return name }
    switch following.documents.resolve(text, from: reference) {
    case .missing(let reason):
      following.log.error(reference, "\"$ref\" to \"\(text)\" leads nowhere: \(reason).")
      return nil
    case .found(let target):
      guard target.kind == .object || target.kind == .bool else {
        following.log.error(reference, "\"$ref\" to \"\(text)\" leads to something that isn't a schema.")
        return nil
      }
      let name = name(of: target, wish: Self.wish(text))
      known[document, default: [:]][text] = name
      return name
    }
  }

  /// Returns the name of the schema for a `$ref`. If other schemas extend the target, this is the choice between them.
  ///
  /// - Parameter holder: The schema that contains the `$ref`.
  func meant(by holder: JSON) -> String? {
    guard let reference = holder["$ref"], let name = name(of: reference) else { return nil }
    guard let base = discriminators.base(of: holder) else { return name }
    if let known = choices[base.schema.identity] { return known }
    let choice = identifiers.unique("Any\(name)")
    choices[base.schema.identity] = choice
    lifted.append((choice, .kinds(base)))
    return choice
  }

  /// Returns the name of the schema for a `$ref` in a schema of several parts, where the target's own closing keywords
  /// don't apply.
  ///
  /// - Parameter holder: The schema that contains the `$ref`.
  func opened(by holder: JSON) -> String? {
    guard let reference = holder["$ref"], let text = reference.string, let name = name(of: reference) else {
      return nil
    }
    // Each extension closes the choice between the extensions of a schema.
    guard discriminators.base(of: holder) == nil,
      case .found(let target) = following.documents.resolve(text, from: reference), closedParts.isClosed(target)
    else { return meant(by: holder) }
    if let known = opened[target.identity] { return known }
    let opened = identifiers.unique("Open\(name)")
    self.opened[target.identity] = opened
    lifted.append((opened, .opened(target)))
    return opened
  }

  /// Returns the name of a referenced schema.
  func name(ofSchema schema: JSON) -> String { name(of: schema, wish: "Schema") }

  private func name(of schema: JSON, wish: String) -> String {
    if let name = names[schema.identity] { return name }
    let name = identifiers.unique(wish)
    names[schema.identity] = name
    lifted.append((name, .schema(schema)))
    return name
  }

  /// Returns the last word of a reference, such as `Pet` for `#/components/schemas/Pet` and for `schemas/Pet.yaml`.
  private static func wish(_ reference: String) -> String {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count > 1 ? String(parts[1]) : ""
    let last =
      pointer.isEmpty
      ? parts.first?.split(separator: "/").last?.split(separator: ".").first.map(String.init)
      : pointer.split(separator: "/").last.map { String($0).replacing("~1", with: "-").replacing("~0", with: "~") }
    return Identifiers.name(last ?? "", otherwise: "Schema")
  }
}
