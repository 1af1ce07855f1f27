import PlumblineJSONSchema
import PlumblineJSONTree

/// The message for a violation of a file's format, in the terms that authors use.
package struct FileSchemaMessage {
  package let violation: Violation
  /// The value that was checked against the format, either a whole file or a part of one.
  let checked: JSON
  /// The format's schema, whose descriptions provide the suggested corrections.
  let format: Schema

  package init(_ violation: Violation, of checked: JSON, by format: Schema) {
    self.violation = violation
    self.checked = checked
    self.format = format
  }

  private var root: JSON { checked.document.root }
  private var rules: JSON { format.source.document.root }

  /// The location to show: the key whose object lacks a member, or else the invalid value.
  package var location: SourceLocation { lacking?.place ?? violation.instanceLocation }

  /// The key at the location, or `nil` if it is the location of a value.
  var key: String? {
    if let lacking { return lacking.key }
    return violation.property.flatMap { name in
      violation.value.keyLocation(of: name) == violation.instanceLocation ? name : nil
    }
  }

  /// The key whose object lacks a member.
  private var lacking: (key: String, place: SourceLocation)? {
    guard violation.keyword == "required", let parent = violation.instance.parent,
      let key = violation.instance.tokens.last, let place = root.at(parent)?.keyLocation(of: key)
    else { return nil }
    return (key, place)
  }

  /// A description of the problem, with the suggested correction.
  package var message: String {
    let name = violation.property ?? violation.instance.tokens.last ?? ""
    switch violation.keyword {
    case "additionalProperties":
      let keys = openKeys
      let advice = keys.isEmpty ? "; all known keys are already present." : Spelling.suggestion(for: name, among: keys)
      return "Unknown key \"\(name)\"\(advice)"
    case "required":
      return "\(subject) lacks \"\(name)\"\(purpose(of: name))"
    case "type":
      return
        "\(subject) must be \(Violation.article(violation.expected)), not \(Violation.article(violation.value.kind.name))."
        + described
    case "enum", "const":
      let allowed = violation.allowed.map { $0.string ?? $0.text }
      let text = violation.value.string ?? violation.value.text
      if let nearest = Spelling.nearest(text, among: allowed) {
        return "\"\(text)\" is not allowed here; did you mean \"\(nearest)\"?"
      }
      return
        "\(Violation.cut(violation.value.text)) is not allowed here; expected \(Spelling.list(allowed, joining: "or"))."
    case "propertyNames":
      let reason = violation.branches.first?.first.map { description(at: $0.schemaPointer) } ?? ""
      return "The name \"\(name)\" is not allowed here.\(reason)"
    case "not" where !described.isEmpty:
      return "\(subject) isn't allowed here.\(described)"
    case "pattern", "format":
      return "\(Violation.cut(violation.value.text)) isn't valid here.\(described)"
    case "false":
      return "\"\(name)\" isn't allowed here together with the others."
    default:
      return "\(subject): \(violation.message)"
    }
  }

  /// The known key that an unknown one was probably meant to be.
  package var nearestKey: String? {
    violation.property.flatMap { Spelling.nearest($0, among: openKeys) }
  }

  /// The keys that are allowed and not used yet.
  private var openKeys: [String] {
    let depth = checked.node == 0 ? 0 : checked.pointer.tokens.count
    let inside = JSONPointer(tokens: Array(violation.instance.tokens.dropFirst(depth)))
    return format.declared(at: inside, in: checked).filter { violation.value[$0] == nil && $0 != "$schema" }
  }

  /// The subject of the message, such as `"status"`, `This file` or `Element 2 of "codes"`.
  package var subject: String {
    guard let last = violation.instance.tokens.last else { return "This file" }
    guard let parent = violation.instance.parent, root.at(parent)?.kind == .array, let index = Int(last) else {
      return "\"\(last)\""
    }
    return "Element \(index + 1) of \"\(parent.tokens.last ?? "")\""
  }

  /// Returns the description of a missing member in the format's schema.
  private func purpose(of name: String) -> String {
    let place = violation.schemaPointer.parent ?? JSONPointer()
    // A member that `then` requires is described either there or in the enclosing object.
    let isBranch = ["then", "else"].contains(place.tokens.last)
    let text = [place, isBranch ? place.parent ?? place : place].lazy.compactMap { place in
      rules.at(place.appending("properties").appending(name))?["description"]?.string
    }.first
    return text.map { ": \($0.prefix(1).lowercased())\($0.dropFirst())" } ?? "."
  }

  private var described: String { description(at: violation.schemaPointer) }

  /// Returns the description that accompanies a keyword in the format's schema.
  private func description(at keyword: JSONPointer) -> String {
    var place = keyword.parent
    // A conditional rule without a description shares that of the unconditional one.
    while let branch = place, ["then", "else"].contains(branch.tokens.last),
      rules.at(branch)?["description"] == nil
    {
      place = branch.parent
    }
    let text = place.flatMap { rules.at($0) }?["description"]?.string
    return text.map { " \($0)" } ?? ""
  }
}
