import PlumblineJSONTree

/// A check that the responses inside a batch meet the contract's requirements. The mock builds them only from the
/// members that `answer` names.
struct BatchResponseLint {
  /// A schema and the file that contains it.
  typealias Found = (schema: JSON, file: String)

  let batch: JSON
  let context: ReadingContext

  private var outline: SchemaOutline { context.schemas.outline }

  /// The maximum depth to inspect. It limits the recursion and is deeper than any real response.
  private static let deepest = 32
  private static let statuses = 100...599
  private static let types: Set = ["null", "boolean", "integer", "number", "string", "array", "object"]

  /// Checks a response.
  ///
  /// - Parameters:
  ///   - items: The schema of a response inside the batch.
  ///   - requests: The schema of a request inside the batch, or `nil` if there is none.
  ///   - place: The location of the responses, in words.
  func check(_ items: Found, requests: Found?, at place: String) {
    checkStatus(items, place)
    checkIDs(items, requests, place)
    let parts = batch["answer"]?.members.compactMap { $0.value.string.flatMap { JSONPointer($0) } } ?? []
    for missing in unfilled(items, at: JSONPointer(), parts) {
      context.log.servableError(
        batch["answer"]?.location ?? batch.location,
        "A response at \(place) requires \(missing), but nothing fills it in: map it in \"answer\", or "
          + "don't require it.")
    }
  }

  private func checkStatus(_ items: Found, _ place: String) {
    guard let value = batch["answer"]?["status"], let (found, pointer) = part(value, of: items),
      let schema = context.schemas.compileAgain(found.schema, in: found.file),
      !Self.statuses.contains(where: { schema.isValid(JSON($0)) })
    else { return }
    context.log.servableError(
      value.location,
      "The status must be a number, such as 200, but a response at \(place) has none at \(pointer); make it an \"integer\" there."
    )
  }

  private func checkIDs(_ items: Found, _ requests: Found?, _ place: String) {
    guard let requests, let value = batch["answer"]?["id"], let (answered, _) = part(value, of: items),
      let (asked, _) = batch["request"]?["id"].flatMap({ part($0, of: requests) })
    else { return }
    let (own, theirs) = (types(of: asked), types(of: answered))
    guard own.isDisjoint(with: theirs) else { return }
    context.log.servableError(
      value.location,
      "A response repeats the id of its request, but its schema at \(place) requires \(Self.list(theirs)), and the request's "
        + "allows \(Self.list(own)); give both the same type.")
  }

  /// Returns the schema at the location that a string in the contract names, and the location. Returns `nil` if there
  /// is no schema.
  private func part(_ value: JSON, of items: Found) -> (found: Found, pointer: JSONPointer)? {
    guard let pointer = value.string.flatMap({ JSONPointer($0) }),
      let found = outline.schema(at: pointer, of: items.schema, in: items.file)
    else { return nil }
    return (found, pointer)
  }

  /// Returns the types that a value may have according to the `type`, `enum` and `const` of a schema and of the schemas
  /// that it references.
  private func types(of found: Found) -> Set<String> {
    outline.parts(of: found.schema, in: found.file).reduce(Self.types) { types, part in
      var types = types
      if let said = part.schema["type"] {
        let names = said.string.map { [$0] } ?? said.elements.compactMap(\.string)
        types.formIntersection(names.contains("number") ? names + ["integer"] : names)
      }
      if let values = part.schema["enum"]?.elements.map({ $0 }) ?? part.schema["const"].map({ [$0] }) {
        types.formIntersection(values.map(Self.type(of:)))
      }
      return types
    }
  }

  private static func type(of value: JSON) -> String {
    switch value.kind {
    case .null: "null"
    case .bool: "boolean"
    case .number: value.int == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  private static func list(_ types: Set<String>) -> String {
    types.isEmpty ? "nothing" : types.sorted().joined(separator: " or ")
  }

  /// Returns the required members that a response lacks, including those of the objects that contain its parts.
  private func unfilled(_ items: Found, at pointer: JSONPointer, _ parts: [JSONPointer]) -> [JSONPointer] {
    guard pointer.tokens.count < Self.deepest, !parts.contains(pointer) else { return [] }
    let members = outline.members(of: items.schema, in: items.file)
    let missing = outline.required(of: items.schema, in: items.file).map { pointer.appending($0) }
      .filter { place in !parts.contains { $0.isWithin(place) } }
    let inner = members.filter { member in parts.contains { $0.isWithin(pointer.appending(member.name)) } }
    return missing + inner.flatMap { unfilled(($0.schema, $0.file), at: pointer.appending($0.name), parts) }
  }
}
