import PlumblineJSONTree

/// A search for schemas whose parts forbid each other's members, so that no object can satisfy all parts.
///
///     allOf:
///       - { required: [a], properties: { a: {} }, additionalProperties: false }
///       - { required: [b], properties: { b: {} }, additionalProperties: false }
///
/// `additionalProperties` considers only the `properties` of the same part (JSON Schema 2020-12, section 10.3.2.3), so
/// the first part forbids b, and the second one forbids a. Authors evidently intend an object with exactly the members
/// of all parts, so the schema is read as such an object. A part that is used elsewhere stays closed there. The same
/// applies to a closed schema if each of its `oneOf` or `anyOf` alternatives requires members that the schema lacks.
final class ClosedParts {
  private let following: Following
  private let version: OpenAPIVersion
  private let discriminators: Discriminators
  private var known: [JSON.Identity: Conflict?] = [:]

  /// A member that one part of a schema describes and another part forbids.
  struct Conflict {
    let member: String
    /// A Boolean value that indicates whether a part requires the member, so that no value satisfies the schema. If it
    /// is `false`, all members are forbidden, and only an empty object satisfies the schema.
    let isRequired: Bool
  }

  /// The keywords of a schema that concern an object's members.
  private static let ofMembers = [
    "properties", "required", "additionalProperties", "unevaluatedProperties", "patternProperties", "oneOf", "anyOf",
  ]

  init(version: OpenAPIVersion, following: Following, discriminators: Discriminators) {
    self.version = version
    // Don't report unresolved references here; they are reported where they occur.
    self.following = Following(documents: following.documents, log: NoteLog())
    self.discriminators = discriminators
  }

  /// Returns a described member that one part of a schema requires and another part forbids, or any member if the parts
  /// forbid all of them. Returns `nil` if there is none, or if a single part has such a conflict.
  func conflict(in schema: JSON) -> Conflict? {
    guard schema["allOf"] != nil || schema["$ref"] != nil || isClosedChoice(schema) else { return nil }
    if let conflict = known[schema.identity] { return conflict }
    let conflict = hasSeveralParts(schema) ? parts(of: schema).flatMap(conflict(among:)) : nil
    known[schema.identity] = .some(conflict)
    return conflict
  }

  /// Returns a Boolean value that indicates whether a part of a schema, or one of its alternatives, allows only its own
  /// members.
  func isClosed(_ schema: JSON) -> Bool {
    var seen: Set<JSON.Identity> = []
    var pending = [schema]
    while let one = pending.popLast() {
      guard one.kind == .object, seen.insert(one.identity).inserted else { continue }
      if let target = target(of: one) { pending.append(target) }
      if hidesOthers(one) { continue }
      if one["additionalProperties"]?.bool == false || one["unevaluatedProperties"]?.bool == false { return true }
      for key in ["allOf", "oneOf", "anyOf"] { pending += one[key]?.elements.map { $0 } ?? [] }
    }
    return false
  }

  /// Returns the message about a schema whose parts forbid each other's members.
  static func message(_ conflict: Conflict, _ version: OpenAPIVersion) -> String {
    let correction =
      version == .v30
      ? "Leave \"additionalProperties\" out of the parts."
      : "Leave \"additionalProperties\" out of the parts, and say \"unevaluatedProperties\": false beside them."
    let reason =
      conflict.isRequired
      ? "No object satisfies this schema: '\(conflict.member)' is needed, and one of its parts allows only members of its own. "
      : "Only an empty object satisfies this schema: every member, such as '\(conflict.member)', is forbidden by a part that "
        + "allows only its own. "
    return reason
      + "It is read as an object with the members of all parts and no others. \(correction)"
  }

  // MARK: - Parts

  /// Returns a Boolean value that indicates whether more than one part constrains members. A conflict within a single
  /// part isn't a conflict between parts.
  private func hasSeveralParts(_ schema: JSON) -> Bool {
    if isClosedChoice(schema) { return true }
    let branches = schema["allOf"]?.elements.map { $0 } ?? []
    let count = branches.count { branch in (Self.ofMembers + ["allOf", "$ref"]).contains { branch[$0] != nil } }
    let own = !hidesOthers(schema) && Self.ofMembers.contains { schema[$0] != nil }
    return count + (own ? 1 : 0) + (schema["$ref"] == nil ? 0 : 1) > 1
  }

  /// Returns a Boolean value that indicates whether a schema forbids those members of its alternatives that it doesn't
  /// describe.
  private func isClosedChoice(_ schema: JSON) -> Bool {
    !hidesOthers(schema) && schema["additionalProperties"]?.bool == false
      && (schema["oneOf"] != nil || schema["anyOf"] != nil)
  }

  /// Returns the schemas that apply together, or `nil` if one of them is a choice between the extensions of a schema.
  private func parts(of schema: JSON) -> [JSON]? {
    var parts: [JSON] = []
    var seen: Set<JSON.Identity> = []
    var pending = [schema]
    while let one = pending.popLast() {
      guard one.kind == .object, seen.insert(one.identity).inserted else { continue }
      if one["$ref"]?.string != nil {
        guard discriminators.base(of: one) == nil else { return nil }
        if let target = target(of: one) { pending.append(target) }
        if hidesOthers(one) { continue }
      }
      parts.append(one)
      pending += (one["allOf"]?.elements.map { $0 } ?? []).reversed()
    }
    return parts
  }

  /// Returns a Boolean value that indicates whether a schema has a reference that hides its other keywords (OpenAPI
  /// 3.0.3, Reference Object).
  private func hidesOthers(_ schema: JSON) -> Bool { version == .v30 && schema["$ref"]?.string != nil }

  private func target(of holder: JSON) -> JSON? {
    guard let reference = holder["$ref"], let text = reference.string,
      case .found(let target) = following.documents.resolve(text, from: reference), target.kind == .object
    else { return nil }
    return target
  }

  // MARK: - Conflicts

  private func conflict(among parts: [JSON]) -> Conflict? {
    if let member = forbidden(in: parts) { return Conflict(member: member, isRequired: true) }
    let closings = parts.compactMap(closedMembers)
    let described = parts.flatMap(members)
    guard let first = described.first, parts.allSatisfy(takesObjects),
      described.allSatisfy({ name in closings.contains { !$0.contains(name) } })
    else { return nil }
    return Conflict(member: first, isRequired: false)
  }

  /// Returns a member that one part requires and another forbids, either always or in each alternative of a choice.
  private func forbidden(in parts: [JSON]) -> String? {
    guard parts.allSatisfy(takesObjects) else { return nil }
    if let member = directlyForbidden(in: parts) { return member }
    for part in parts {
      for key in ["oneOf", "anyOf"] {
        let found = (part[key]?.elements.map { $0 } ?? []).map { branch -> String? in
          self.parts(of: branch).flatMap { directlyForbidden(in: parts + $0) }
        }
        if let first = found.first, let member = first, found.allSatisfy({ $0 != nil }) { return member }
      }
    }
    return nil
  }

  private func directlyForbidden(in parts: [JSON]) -> String? {
    let closings = parts.compactMap(closedMembers)
    guard !closings.isEmpty else { return nil }
    let described = Set(parts.flatMap(members))
    for part in parts {
      for name in part["required"]?.elements.compactMap(\.string) ?? [] where described.contains(name) {
        if closings.contains(where: { !$0.contains(name) }) { return name }
      }
    }
    return nil
  }

  /// Returns the members that a part allows, or `nil` if it allows other members as well.
  private func closedMembers(of part: JSON) -> Set<String>? {
    guard part["patternProperties"] == nil else { return nil }
    if part["additionalProperties"]?.bool == false { return Set(members(of: part)) }
    guard part["unevaluatedProperties"]?.bool == false, let inner = parts(of: part) else { return nil }
    let isOpen = inner.contains { one in
      one["patternProperties"] != nil || (one["additionalProperties"].map { $0.bool != false } ?? false)
        || one["oneOf"] != nil || one["anyOf"] != nil || one["if"] != nil || one["dependentSchemas"] != nil
    }
    return isOpen ? nil : Set(inner.flatMap(members))
  }

  private func members(of part: JSON) -> [String] { part["properties"]?.members.map(\.key) ?? [] }

  private func takesObjects(_ part: JSON) -> Bool {
    guard let type = part["type"] else { return true }
    return type.string == "object" || type.elements.contains { $0.string == "object" }
  }
}
