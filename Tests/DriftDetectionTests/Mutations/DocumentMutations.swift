import PlumblineDriftDetection
import PlumblineJSONTree
import TestSupport

/// One change of every schema with single values in a document, and the places where each must be reported.
struct DocumentMutations {
  enum Kind: String, CaseIterable { case remove, retype, require, narrow, widen, rename }

  struct Mutation {
    let kind: Kind
    let leaf: DocumentReach.Leaf
    /// The schema that replaces the original, or `nil` if the member is removed or only its owner changes.
    let schema: JSON?
    /// The messages in which the change is visible.
    let messages: Set<DocumentReach.Message>
  }

  let old: [UInt8]
  let new: [UInt8]
  let mutations: [Mutation]
  private let before: JSON
  private let after: JSON

  /// Changes one schema of each named schema and of each message, so that no change hides a different one.
  ///
  /// - Parameters:
  ///   - numbers: The random numbers that choose the schemas and their changes.
  ///   - limit: The maximum number of schemas to change.
  init?(of document: JSON, by numbers: inout RandomNumbers, limit: Int) {
    old = document.serialized(.pretty)
    guard let before = try? JSON.parse(old) else { return nil }
    self.before = before
    let isNullableByType = before["openapi"]?.string?.hasPrefix("3.0") == false
    var mutations: [Mutation] = []
    let groups = Dictionary(grouping: DocumentReach(before).leaves) {
      $0.pointer.tokens.prefix($0.pointer.tokens.first == "paths" ? 4 : 3)
    }
    let sorted = groups.sorted { $0.key.joined(separator: "/") < $1.key.joined(separator: "/") }
    for (_, leaves) in sorted.shuffled(using: &numbers).prefix(limit) {
      guard let leaf = leaves.randomElement(using: &numbers) else { continue }
      // Not every kind fits every schema.
      for kind in Kind.allCases.shuffled(using: &numbers) {
        guard let made = Self.mutation(kind, leaf, in: before, isNullableByType) else { continue }
        mutations.append(made)
        break
      }
    }
    self.mutations = mutations
    new = Edited(mutations).json(before, at: JSONPointer()).serialized(.pretty)
    guard let after = try? JSON.parse(new) else { return nil }
    self.after = after
  }

  // MARK: - Mutations

  private static func mutation(
    _ kind: Kind, _ leaf: DocumentReach.Leaf, in root: JSON, _ isNullableByType: Bool
  ) -> Mutation? {
    let schema = leaf.schema
    let (type, values) = (schema["type"]?.string ?? "", schema["enum"]?.elements.map { $0 } ?? [])
    let owner = leaf.owner.flatMap { owner in root.at(owner.schema).map { ($0, owner.name) } }
    let isRequired = owner.map { owner, name in owner["required"]?.elements.contains { $0.string == name } == true }
    func made(_ schema: JSON?, _ messages: Set<DocumentReach.Message> = [.request, .response]) -> Mutation? {
      let seen = messages.intersection(leaf.messages)
      return seen.isEmpty ? nil : Mutation(kind: kind, leaf: leaf, schema: schema, messages: seen)
    }
    switch kind {
    case .remove:
      guard let (owner, _) = owner, owner["properties"].map({ $0.count > 1 }) == true else { return nil }
      return made(nil)
    case .require:
      // A different part of an `allOf` may already require the member.
      let isPart = leaf.pointer.tokens.contains("allOf")
      return isRequired == false && !isPart ? made(nil, [.request]) : nil
    case .retype: return made(["type": JSON(type == "string" ? "integer" : "string")])
    case .narrow:
      if values.count > 1 { return made(schema.setting("enum", to: .array(Array(values.dropLast()))), [.request]) }
      guard values.isEmpty, schema["const"] == nil else { return nil }
      if type == "string", ["format", "pattern", "maxLength", "minLength"].allSatisfy({ schema[$0] == nil }) {
        return made(schema.setting("maxLength", to: 3), [.request])
      }
      guard type == "integer", schema["maximum"] == nil, schema["minimum"] == nil else { return nil }
      return made(schema.setting("maximum", to: 3), [.request])
    case .widen:
      if !values.isEmpty, type == "string" {
        return made(schema.setting("enum", to: .array(values + ["zz_added"])), [.response])
      }
      guard values.isEmpty, schema["const"] == nil, schema["nullable"]?.bool != true else { return nil }
      return made(
        isNullableByType
          ? schema.setting("type", to: [JSON(type), "null"]) : schema.setting("nullable", to: true), [.response])
    case .rename:
      guard !values.isEmpty, type == "string" else { return nil }
      return made(schema.setting("enum", to: .array(values.dropLast() + ["zz_renamed"])))
    }
  }

  /// A document with all changes, which are made in a single traversal.
  private struct Edited {
    private var schemas: [JSONPointer: JSON] = [:]
    private var removed: [JSONPointer: Set<String>] = [:]
    private var required: [JSONPointer: [String]] = [:]

    init(_ mutations: [Mutation]) {
      for mutation in mutations {
        if let schema = mutation.schema { schemas[mutation.leaf.pointer] = schema }
        guard mutation.schema == nil, let (owner, name) = mutation.leaf.owner else { continue }
        if mutation.kind == .remove { removed[owner, default: []].insert(name) }
        if mutation.kind == .require { required[owner, default: []].append(name) }
      }
    }

    func json(_ json: JSON, at pointer: JSONPointer) -> JSON {
      if let schema = schemas[pointer] { return schema }
      switch json.kind {
      case .array:
        return .array(json.elements.enumerated().map { self.json($1, at: pointer.appending($0)) })
      case .object:
        let (gone, wanted) = (removed[pointer] ?? [], required[pointer] ?? [])
        var members = json.members.map { name, value in
          (name, value: self.json(value, at: pointer.appending(name)))
        }
        if !gone.isEmpty || !wanted.isEmpty {
          let names = (json["required"]?.elements.compactMap(\.string) ?? []).filter { !gone.contains($0) } + wanted
          members.removeAll { $0.0 == "required" }
          if !names.isEmpty { members.append(("required", value: .array(names.map { JSON($0) }))) }
        }
        members = members.map { name, value in
          guard name == "properties", !gone.isEmpty else { return (name, value) }
          return (name, value: .object(value.members.filter { !gone.contains($0.key) }.map { ($0.key, $0.value) }))
        }
        return .object(members.map { ($0.0, $0.value) })
      default: return json
      }
    }
  }

  // MARK: - Reports

  /// Returns the changes that aren't reported at their place with at least a warning.
  func silent(_ found: [Drift]) -> [Mutation] {
    let told = found.filter { $0.severity >= .warning }
    let byLine = Told(told)
    return mutations.filter { mutation in
      !mutation.messages.allSatisfy { message in byLine.tells(mutation, in: message, before, after) }
    }
  }

  /// The reported drift, grouped by line.
  private struct Told {
    private var old: [Int: [Drift]] = [:]
    private var new: [Int: [Drift]] = [:]

    init(_ drift: [Drift]) {
      for one in drift {
        if let line = one.old?.line { old[line, default: []].append(one) }
        if let line = one.contract?.line { new[line, default: []].append(one) }
      }
    }

    func tells(_ mutation: Mutation, in message: DocumentReach.Message, _ before: JSON, _ after: JSON) -> Bool {
      let prefix = message == .request ? "change.request." : "change.response."
      let name = mutation.leaf.owner?.name
      let isOfMember = mutation.schema == nil
      let place = isOfMember ? mutation.leaf.owner?.schema ?? mutation.leaf.pointer : mutation.leaf.place
      func tells(_ lines: [Int: [Drift]], _ root: JSON) -> Bool {
        guard let schema = root.at(place) else { return false }
        return Self.lines(of: schema).contains { line in
          lines[line, default: []].contains { drift in
            drift.rule.id.hasPrefix(prefix)
              && (!isOfMember || drift.detail == name || drift.pointer?.tokens.last == name
                || drift.detail?.hasPrefix("\(name ?? "") in ") == true)
          }
        }
      }
      return tells(old, before) || tells(new, after)
    }

    /// Returns the lines of a value in a document that has each part on a line of its own.
    private static func lines(of json: JSON) -> ClosedRange<Int> {
      let first = json.location.line
      return first...first + json.serialized(.pretty).count { $0 == UInt8(ascii: "\n") }
    }
  }
}

extension DocumentReach.Leaf {
  /// The place where a change of the schema is reported. For an alternative without members, it's the place of the
  /// alternatives.
  fileprivate var place: JSONPointer {
    guard let list = pointer.parent, let union = list.parent, ["oneOf", "anyOf"].contains(list.tokens.last) else {
      return pointer
    }
    return union
  }
}
