import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for states that assign values to members whose schemas don't allow them. Every such change would fail.
struct AssignmentLint {
  /// The endpoint as written in its file.
  let endpoint: JSON
  let file: String
  let collections: [ItemCollection]
  let context: ReadingContext

  private var outline: SchemaOutline { context.schemas.outline }

  /// Checks the values that a state sets.
  ///
  /// - Parameter set: A state's `set` as written in its file.
  func check(_ set: JSON?, _ collection: ItemCollection) {
    for (pointer, value) in set?.members.map({ $0 }) ?? [] {
      checkFile(value)
      guard let place = JSONPointer(pointer),
        let target = outline.schema(at: place, of: collection.source.schema, in: collection.source.file)
      else { continue }
      if let constant = value["const"] ?? value["example"],
        let schema = context.schemas.compileAgain(target.schema, in: target.file)
      {
        guard let violation = schema.violations(of: constant, limit: 1).first else { continue }
        tell(
          constant.location,
          "\(pointer) of an item of \"\(collection.name)\" is never \(Violation.cut(constant.text)): \(violation.phrase), as "
            + "\(target.schema.location) says; make them agree.")
        continue
      }
      guard let wanted = outline.types(of: target.schema, in: target.file), let types = types(of: value),
        !types.isEmpty, wanted.isDisjoint(with: types)
      else { continue }
      tell(
        value.location,
        "\(value.string ?? "This") is \(Self.words(types)), and \(pointer) of an item of \"\(collection.name)\" is "
          + "\(Self.words(wanted)) (\(target.schema.location)); give both the same type.")
    }
  }

  /// Reports an uploaded file that no request to the endpoint can contain.
  private func checkFile(_ value: JSON) {
    guard let part = value["upload"] ?? value["bytes"], let place = part.string.flatMap({ JSONPointer($0) }) else {
      return
    }
    guard let name = place.tokens.first else {
      if endpoint["body"] == nil, endpoint["content"] == nil {
        tell(part.location, "This endpoint takes no body, so there is no file; describe its body in \"content\".")
      }
      return
    }
    let forms = (endpoint["content"]?.members.map { $0 } ?? []).filter {
      BodyForm(MediaType.essence(of: $0.key)) == .multipart
    }
    guard !forms.isEmpty else {
      tell(
        part.location,
        "No body of this endpoint has a file at \(place): only multipart/form-data has parts. Describe one in \"content\", or "
          + "write \"\" for the whole body.")
      return
    }
    let missteps = forms.compactMap { form in
      form.value["schema"].flatMap { outline.misstep(of: JSONPointer(tokens: [name]), in: $0, file) }
    }
    guard missteps.count == forms.count, let misstep = missteps.first else { return }
    tell(part.location, "The form has no part \"\(name)\"\(Spelling.suggestion(for: name, among: misstep.names))")
  }

  private func tell(_ location: SourceLocation, _ message: String) { context.log.servableError(location, message) }

  /// Returns the types that a value may have, or `nil` if they are unknown.
  private func types(of value: JSON) -> Set<String>? {
    guard let text = value.string else {
      if value["union"] != nil { return ["array"] }
      if value["now"] != nil { return ["string", "number"] }
      if value["count"] != nil { return [value["by"] == nil ? "number" : "object"] }
      if value["sum"] != nil { return ["number"] }
      if value["url"] != nil { return ["string"] }
      if let fact = value["of"]?.string { return [fact == UploadFact.size.rawValue ? "number" : "string"] }
      guard let name = value["from"]?.string, let other = collections.first(where: { $0.name == name }),
        let place = value["member"]?.string.flatMap({ JSONPointer($0) }),
        let found = outline.schema(at: place, of: other.source.schema, in: other.source.file)
      else { return nil }
      return outline.types(of: found.schema, in: found.file).map { $0.union(["null"]) }
    }
    if text == "now" { return ["string", "number"] }
    switch Address(text) {
    case .path(let name): return types(of: endpoint["path"]?[name])
    case .query(let name): return types(of: endpoint["query"]?[name])
    case .cookie(let name): return types(of: endpoint["cookies"]?[name])
    case .header(let name):
      let folded = name.lowercased()
      return types(of: endpoint["headers"]?.members.first { $0.key.lowercased() == folded }?.value)
    case .body(let pointer):
      guard let body = endpoint["body"], endpoint["content"] == nil,
        let found = outline.schema(at: pointer, of: body, in: file)
      else { return nil }
      return outline.types(of: found.schema, in: found.file)
    case .persona, .credential, .item, nil: return nil
    }
  }

  private func types(of schema: JSON?) -> Set<String>? { schema.flatMap { outline.types(of: $0, in: file) } }

  private static func words(_ types: Set<String>) -> String {
    Spelling.list(
      types.sorted().map { $0 == "null" ? $0 : "\("aeiou".contains($0.prefix(1)) ? "an" : "a") \($0)" }, joining: "or")
  }
}
