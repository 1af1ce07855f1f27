import PlumblineJSONTree

/// A reader for the structure of schemas that follows references, to find the members of objects and default values.
package struct SchemaOutline {
  /// A member that a schema describes, and the file that contains the member's schema.
  package struct Member {
    package let name: String
    package let schema: JSON
    package let file: String
    package let isRequired: Bool
  }

  /// The documents by file name.
  let documents: [String: JSONDocument]

  package init(documents: [String: JSONDocument]) {
    self.documents = documents
  }

  /// The maximum number of schemas to inspect per query. It limits the cost of circular references.
  private static let most = 64

  /// Returns the members of an object, in order and without duplicates, including those from `allOf` and references.
  package func members(of schema: JSON, in file: String) -> [Member] {
    let parts = parts(of: schema, in: file)
    let required = Set(parts.flatMap { $0.schema["required"]?.elements.compactMap(\.string) ?? [] })
    var seen: Set<String> = []
    return parts.flatMap { schema, file in
      (schema["properties"]?.members.map { $0 } ?? []).compactMap { name, member in
        guard seen.insert(name).inserted else { return nil }
        return Member(name: name, schema: member, file: file, isRequired: required.contains(name))
      }
    }
  }

  /// Returns the members of an object, including those that all branches of a `oneOf` or `anyOf` share, because these
  /// apply to every value.
  package func sharedMembers(of schema: JSON, in file: String) -> [Member] {
    var left = Self.mostBranches
    return sharedMembers(of: schema, in: file, &left)
  }

  /// The maximum number of branches to inspect per query. It limits the cost of nested choices.
  private static let mostBranches = 256

  private func sharedMembers(of schema: JSON, in file: String, _ left: inout Int) -> [Member] {
    var members = members(of: schema, in: file)
    for part in parts(of: schema, in: file) {
      for branches in ["oneOf", "anyOf"].compactMap({ part.schema[$0]?.elements }) {
        let things = branches.filter { value(of: "type", in: $0, part.file) != "null" }
        // Branches beyond the limit may lack any member.
        guard things.count <= left else { continue }
        left -= things.count
        var described: [[Member]] = []
        for thing in things { described.append(sharedMembers(of: thing, in: part.file, &left)) }
        for member in described.first ?? [] where !members.contains(where: { $0.name == member.name }) {
          let others = described.dropFirst().map {
            $0.first { $0.name == member.name && $0.file == member.file && $0.schema == member.schema }
          }
          guard others.allSatisfy({ $0 != nil }) else { continue }
          members.append(
            Member(
              name: member.name, schema: member.schema, file: member.file,
              isRequired: member.isRequired && others.allSatisfy { $0?.isRequired ?? false }))
        }
      }
    }
    return members
  }

  /// Returns the names of an object's required members, without duplicates, even if they aren't described.
  package func required(of schema: JSON, in file: String) -> [String] {
    var seen: Set<String> = []
    return parts(of: schema, in: file)
      .flatMap { $0.schema["required"]?.elements.compactMap(\.string) ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Keywords that either describe only an object's members or assert nothing.
  private static let memberwise: Set<String> = [
    "$ref", "allOf", "properties", "required", "title", "description", "examples", "$comment", "deprecated",
  ]

  /// Returns a Boolean value that indicates whether a schema requires nothing except that a value is an object, has
  /// certain members, and that each member fits its schema. In that case, an object is valid if each of its members is.
  package func isMemberwise(_ schema: JSON, in file: String) -> Bool {
    let parts = parts(of: schema, in: file)
    let names = parts.flatMap { $0.schema["properties"]?.members.map(\.key) ?? [] }
    let known = Set(names)
    return parts.count < Self.most && known.count == names.count
      && parts.allSatisfy { part in
        (part.schema["required"]?.elements.allSatisfy { $0.string.map(known.contains) ?? false } ?? true)
          && part.schema.members.allSatisfy { keyword, value in
            Self.memberwise.contains(keyword) || keyword.hasPrefix("x-") || (keyword == "type" && value == "object")
          }
      }
  }

  /// Returns the value of a schema's keyword. The schema's own value takes precedence over those of the schemas that it
  /// references.
  package func value(of keyword: String, in schema: JSON, _ file: String) -> JSON? {
    parts(of: schema, in: file).lazy.compactMap { $0.schema[keyword] }.first
  }

  /// Returns the `default` at a location in a schema.
  func standard(at pointer: JSONPointer, of schema: JSON, in file: String) -> JSON? {
    self.schema(at: pointer, of: schema, in: file).flatMap { value(of: "default", in: $0.schema, $0.file) }
  }

  /// Returns the schema of the value at a location and the file that contains it, or `nil` if it can't be reached
  /// through members.
  package func schema(at pointer: JSONPointer, of schema: JSON, in file: String) -> (schema: JSON, file: String)? {
    var found = (schema: schema, file: file)
    for token in pointer.tokens {
      guard let member = members(of: found.schema, in: found.file).first(where: { $0.name == token }) else {
        return nil
      }
      found = (member.schema, member.file)
    }
    return found
  }

  /// Returns the schema of a list's elements and the file that contains it, or `nil` if there is none.
  package func items(of schema: JSON, in file: String) -> (schema: JSON, file: String)? {
    parts(of: schema, in: file).lazy.compactMap { part in part.schema["items"].map { ($0, part.file) } }.first
  }

  /// Returns the first token of a pointer that a schema doesn't describe, if the schema names other members and isn't
  /// explicitly open. The result contains the token, the known names, and whether other members are forbidden. It is
  /// `nil` if the pointer may resolve.
  func misstep(
    of pointer: JSONPointer, in schema: JSON, _ file: String
  ) -> (token: String, names: [String], isClosed: Bool)? {
    var (schema, file) = (schema, file)
    for token in pointer.tokens {
      let parts = parts(of: schema, in: file)
      let members = members(of: schema, in: file)
      if let member = members.first(where: { $0.name == token }) {
        (schema, file) = (member.schema, member.file)
        continue
      }
      let isOpen = parts.contains { part in Self.opening.contains { part.schema[$0].map { $0.bool != false } ?? false }
      }
      let isClosed = parts.contains { part in
        ["additionalProperties", "unevaluatedProperties"].contains { part.schema[$0]?.bool == false }
      }
      return members.isEmpty || isOpen ? nil : (token, members.map(\.name), isClosed)
    }
    return nil
  }

  /// Keywords other than `properties` that may describe members.
  private static let opening = [
    "anyOf", "oneOf", "if", "patternProperties", "additionalProperties", "unevaluatedProperties", "dependentSchemas",
    "items", "prefixItems", "$dynamicRef",
  ]

  /// Returns a Boolean value that indicates whether a schema explicitly allows members that it doesn't name.
  func isOpen(_ schema: JSON, in file: String) -> Bool {
    guard let others = value(of: "additionalProperties", in: schema, file) else { return false }
    return others.bool ?? true
  }

  /// Returns a schema, followed by those that `$ref` and `allOf` add to it, along with the files that contain them.
  package func parts(of schema: JSON, in file: String) -> [(schema: JSON, file: String)] {
    var parts: [(schema: JSON, file: String)] = []
    var waiting = [(schema: schema, file: file)]
    while !waiting.isEmpty, parts.count < Self.most {
      let (schema, file) = waiting.removeFirst()
      guard schema.kind == .object else { continue }
      parts.append((schema, file))
      if let target = schema["$ref"]?.string.flatMap({ follow($0, from: file) }) { waiting.append(target) }
      for part in schema["allOf"]?.elements.map({ $0 }) ?? [] { waiting.append((part, file)) }
    }
    return parts
  }

  private func follow(_ reference: String, from file: String) -> (schema: JSON, file: String)? {
    let target = String(reference.prefix { $0 != "#" })
    let name = target.isEmpty ? file : target
    guard let pointer = JSONPointer(fragment: String(reference.dropFirst(target.count))) else { return nil }
    return documents[name]?.root.at(pointer).map { ($0, name) }
  }
}
