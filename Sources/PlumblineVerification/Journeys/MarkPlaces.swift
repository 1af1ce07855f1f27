import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The members of a request's body that may carry the run's mark, because they contain prose and their schema accepts
/// any text.
///
/// A schema without `enum`, `pattern` or `format` may still allow only a few words that its description lists. A member
/// with an example can therefore carry the mark only if the example is prose, or if the member's name suggests prose.
struct MarkPlaces {
  /// The schema of the body.
  let schema: Schema
  /// A valid body.
  let body: JSON
  /// The pointer to the item that the request creates.
  let root: JSONPointer
  /// A Boolean value that indicates whether the body was recorded, so that each of its strings is an example.
  var isRecorded = false
  /// The pointers to references that a guard looks up.
  var avoided: Set<JSONPointer> = []
  /// The members that the item stores, or `nil` if it may store all of them. Others, such as a part of an upload, can't
  /// show a mark.
  var kept: Set<String>?

  /// The maximum number of objects to search.
  private static let most = 64
  /// Sample strings. If a schema rejects one of them, it requires a format, a length or one of several values.
  private static let texts = ["plumbline", "Plumbline 1, two: three."]
  /// The last words of names whose values are prose or titles. For these, even a single word is a plausible example.
  private static let prose: Set<String> = [
    "body", "caption", "comment", "content", "description", "headline", "label", "message", "name", "nickname", "note",
    "notes", "remark", "subject", "summary", "text", "title",
  ]
  /// The last words of names whose values come from a small set, or are references.
  private static let codes: Set<String> = [
    "algorithm", "code", "color", "colour", "country", "currency", "domain", "email", "encoding", "format", "host",
    "hostname", "ip", "kind", "language", "level", "locale", "method", "mime", "mode", "path", "phone", "priority",
    "role", "schema", "scope", "slug", "state", "status", "timezone", "type", "unit", "uri", "url", "version",
  ]

  /// The pointers to the item's members that may carry the mark, whether or not the body has them. Those whose names
  /// suggest prose come first, then those nearest to the top level.
  var free: [JSONPointer] {
    var found: [JSONPointer] = []
    var waiting = [root]
    var count = 0
    while let place = waiting.first, count < Self.most {
      waiting.removeFirst()
      count += 1
      guard let object = body.at(place), object.kind == .object else { continue }
      var names = schema.declared(at: place, in: body)
      for name in object.members.map(\.key) where !names.contains(name) { names.append(name) }
      for name in names {
        let member = place.appending(name)
        switch object[name]?.kind {
        case .object: waiting.append(member)
        case .array: continue
        default: if isFree(member, name) { found.append(member) }
        }
      }
    }
    found.removeAll { place in
      avoided.contains { $0.isWithin(place) || place.isWithin($0) }
        || !(kept?.contains(place.tokens[root.tokens.count]) ?? true)
    }
    return found.filter(Self.isProse) + found.filter { !Self.isProse($0) }
  }

  /// The pointers to members that may carry the mark and whose names suggest prose.
  var prose: [JSONPointer] { free.filter(Self.isProse) }

  /// Returns a Boolean value that indicates whether a member's name suggests that it refers to a different item.
  static func isReference(_ member: String) -> Bool { member.hasSuffix("_id") || member.hasSuffix("Id") }

  private static func isProse(_ place: JSONPointer) -> Bool { place.tokens.last.map(isProse) ?? false }

  private static func isProse(_ name: String) -> Bool { lastWord(of: name).map(prose.contains) ?? false }

  private static func lastWord(of name: String) -> String? {
    VariableNames.words(name).split(separator: "_").last.map { $0.lowercased() }
  }

  private func isFree(_ member: JSONPointer, _ name: String) -> Bool {
    guard !Self.isReference(name), !SecretNames.isSecret(name, holding: Self.texts[0]) else { return false }
    let takesText = Self.texts.allSatisfy { text in
      with(JSON(text), at: member, name).map(schema.isValid) ?? false
    }
    return takesText && takesProse(member, name)
  }

  /// Returns the body with a member's value replaced or added.
  func with(_ value: JSON, at member: JSONPointer, _ name: String) -> JSON? {
    if body.at(member) != nil { return body.replacing(member, with: value) }
    return member.parent.flatMap { body.inserting(key: name, value: value, at: $0) }
  }

  /// Returns a Boolean value that indicates whether a member whose schema accepts any text contains prose, as its name,
  /// format and examples suggest.
  private func takesProse(_ member: JSONPointer, _ name: String) -> Bool {
    guard let probe = with(JSON(Self.texts[0]), at: member, name) else { return false }
    let schemas = schema.sources(at: member, in: probe)
    // A format describes the value even if validation doesn't enforce it.
    if schemas.contains(where: { $0["format"] != nil || $0["pattern"] != nil }) { return false }
    var examples = schemas.flatMap { schema in
      [schema["example"], schema["default"]].compactMap { $0 } + (schema["examples"].map { Array($0.elements) } ?? [])
    }
    if isRecorded, let recorded = body.at(member) { examples.append(recorded) }
    if Self.isProse(name) { return !examples.contains { $0.string.map(Self.isCode) ?? true } }
    if examples.isEmpty { return Self.lastWord(of: name).map { !Self.codes.contains($0) } ?? true }
    return examples.allSatisfy { $0.string.map(Self.isSentence) ?? false }
  }

  /// Returns a Boolean value that indicates whether a string is a code or an address: a single word that is all
  /// uppercase or contains characters other than letters (`hmac-sha256`, `example.org.`, `EUR`).
  private static func isCode(_ text: String) -> Bool {
    guard !text.isEmpty, !text.contains(" ") else { return false }
    return !text.allSatisfy { $0.isLetter || "'’".contains($0) } || text.count > 1 && text == text.uppercased()
  }

  /// Returns a Boolean value that indicates whether a string has several words and the first consists only of letters,
  /// such as `Dock leaks`, but not `Native` or `v1 beta`.
  private static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return words.count > 1 && (words.first?.allSatisfy { $0.isLetter || "'’,-".contains($0) } ?? false)
  }
}
