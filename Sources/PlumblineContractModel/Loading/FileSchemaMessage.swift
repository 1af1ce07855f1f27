import PlumblineJSONSchema
import PlumblineJSONTree

/// One violation of the format in an author's words.
struct FileSchemaMessage {
  let violation: Violation
  let root: JSON
  /// The format's schema, whose descriptions say what would be right.
  let format: Schema

  /// Where it is shown: at the key of an object that lacks something, else at what is wrong.
  var location: SourceLocation {
    guard violation.keyword == "required", let parent = violation.instance.parent,
      let key = violation.instance.tokens.last, let place = root.at(parent)?.keyLocation(of: key)
    else { return violation.instanceLocation }
    return place
  }

  /// What is wrong and what would be right.
  var message: String {
    let name = violation.property ?? violation.instance.tokens.last ?? ""
    switch violation.keyword {
    case "additionalProperties":
      return "Unknown key \"\(name)\"\(Spelling.suggestion(for: name, among: openKeys))"
    case "required":
      return "\(subject) lacks \"\(name)\"\(purpose(of: name))"
    case "type":
      return
        "\(subject) has to be \(Violation.article(violation.expected)), not \(Violation.article(violation.value.kind.name))."
        + described
    case "enum", "const":
      let allowed = violation.allowed.map { $0.string ?? $0.text }
      let text = violation.value.string ?? violation.value.text
      if let nearest = Spelling.nearest(text, among: allowed) {
        return "\"\(text)\" is not allowed here; did you mean \"\(nearest)\"?"
      }
      return
        "\(Violation.cut(violation.value.text)) is not allowed here; it is \(Spelling.list(allowed, joining: "or"))."
    case "propertyNames":
      let reason = violation.branches.first?.first.map { description(at: $0.schemaPointer) } ?? ""
      return "The name \"\(name)\" is not allowed here.\(reason)"
    case "pattern", "format":
      return "\(Violation.cut(violation.value.text)) is not what belongs here.\(described)"
    case "false":
      return "\"\(name)\" has no place here beside the others."
    default:
      return "\(subject): \(violation.message)"
    }
  }

  /// The key that an unknown one was meant to be.
  var nearestKey: String? {
    violation.property.flatMap { Spelling.nearest($0, among: openKeys) }
  }

  /// The keys that may stand there and don't.
  private var openKeys: [String] {
    format.declared(at: violation.instance, in: root).filter { violation.value[$0] == nil && $0 != "$schema" }
  }

  /// `"status"`, `This file` or `Element 2 of "codes"`.
  var subject: String {
    guard let last = violation.instance.tokens.last else { return "This file" }
    guard let parent = violation.instance.parent, root.at(parent)?.kind == .array, let index = Int(last) else {
      return "\"\(last)\""
    }
    return "Element \(index + 1) of \"\(parent.tokens.last ?? "")\""
  }

  /// What the format's schema says of a member that is missing.
  private func purpose(of name: String) -> String {
    var place = violation.schemaPointer.parent ?? JSONPointer()
    // A member that `then` asks for is described where the object is.
    if ["then", "else"].contains(place.tokens.last) { place = place.parent ?? place }
    let text = format.source.at(place.appending("properties").appending(name))?["description"]?.string
    return text.map { ": \($0.prefix(1).lowercased())\($0.dropFirst())" } ?? "."
  }

  private var described: String { description(at: violation.schemaPointer) }

  /// The description beside a keyword of the format's schema.
  private func description(at keyword: JSONPointer) -> String {
    var place = keyword.parent
    // What only some values have to be is described where all are.
    while let branch = place, ["then", "else"].contains(branch.tokens.last),
      format.source.at(branch)?["description"] == nil
    {
      place = branch.parent
    }
    let text = place.flatMap { format.source.at($0) }?["description"]?.string
    return text.map { " \($0)" } ?? ""
  }
}
