import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of the request bodies of an endpoint by whether they are required, their media types, and their
/// content.
struct RequestBodyComparison {
  let pair: EndpointPair
  let schemas: SchemaChanges

  private static let rules = Rule.change.request.body
  private static let pointer: JSONPointer = "/request/body"

  func changes() -> [Change] {
    switch (pair.old.body, pair.new.body) {
    case (nil, nil): []
    case (nil, let new?): [addition(of: new)]
    case (let old?, nil): [removal(of: old)]
    case (let old?, let new?): necessity(from: old, to: new) + contents(from: old, to: new)
    }
  }

  private func addition(of body: RequestBody) -> Change {
    let types = body.content.map(\.mediaType)
    guard !body.isRequired else {
      return requirement(expected: "no body", new: body)
    }
    return Change(
      Self.rules.added, at: Self.pointer, old: pair.old.location, new: body.content[0].location, expected: "no body",
      actual: Spelling.list(types, joining: "or"), "A request may now have a body; it is optional.")
  }

  private func removal(of body: RequestBody) -> Change {
    Change(
      Self.rules.removed, at: Self.pointer, old: body.content[0].location, new: pair.new.location,
      expected: Spelling.list(body.content.map(\.mediaType), joining: "or"), actual: "no body",
      "A request that had a body no longer has one; servers ignore the body or reject the request.")
  }

  private func necessity(from old: RequestBody, to new: RequestBody) -> [Change] {
    guard old.isRequired != new.isRequired else { return [] }
    if new.isRequired { return [requirement(expected: "optional", new: new)] }
    return [
      Change(
        Self.rules.optional, at: Self.pointer, old: old.content[0].location, new: new.content[0].location,
        expected: "required", actual: "optional", "A body was required and is now optional.")
    ]
  }

  private func requirement(expected: String, new: RequestBody) -> Change {
    Change(
      Self.rules.required, at: Self.pointer, old: pair.old.body?.content[0].location ?? pair.old.location,
      new: new.content[0].location, expected: expected, actual: "required",
      witness: ChangeWitness(.request, method: pair.method, path: pair.path, place: Self.pointer, value: nil),
      "A request without a body was valid and is now rejected.")
  }

  private func contents(from old: RequestBody, to new: RequestBody) -> [Change] {
    let rules = Rule.change.request.mediaType
    var changes: [Change] = []
    for content in old.content {
      guard let other = new.content(accepting: content.mediaType) else {
        changes.append(
          Change(
            rules.removed, at: Self.pointer, old: content.location, new: new.content[0].location,
            expected: content.mediaType, actual: Spelling.list(new.content.map(\.mediaType), joining: "or"),
            detail: content.mediaType,
            witness: ChangeWitness(
              .request, method: pair.method, path: pair.path, place: "/request/headers/content-type",
              value: JSON(content.mediaType)),
            "Bodies of type \(content.mediaType) are no longer accepted."))
        continue
      }
      changes += self.changes(from: content, to: other)
    }
    for content in new.content where old.content(accepting: content.mediaType) == nil {
      changes.append(
        Change(
          rules.added, at: Self.pointer, old: old.content[0].location, new: content.location,
          actual: content.mediaType, detail: content.mediaType,
          "A body may now also be \(content.mediaType)."))
    }
    return changes
  }

  private func changes(from old: MediaContent, to new: MediaContent) -> [Change] {
    let form = BodyForm(old.mediaType)
    let place = ValuePlace(pair, .request, at: Self.pointer, old: old.location, new: new.location)
    guard old.isJudged, new.isJudged else {
      return [schemas.change(ofUnread: old, new, at: place)].compactMap { $0 }
    }
    let fields =
      form.hasFields
      ? optionalFields(from: old, to: new) + encodings(from: old, to: new) + files(from: old, to: new) : []
    return fields + schemas.changes(from: old.schema?.source, to: new.schema?.source, at: place)
  }

  /// Returns the changes for form fields that are no longer required. Comparing the schemas finds newly required
  /// fields, because requests without them are rejected.
  private func optionalFields(from old: MediaContent, to new: MediaContent) -> [Change] {
    let known = new.schema?.memberNames() ?? []
    return old.requiredFields.subtracting(new.requiredFields).intersection(known).sorted().map { name in
      Change(
        Rule.change.request.parameter.optional, at: Self.pointer.appending(name), old: old.location, new: new.location,
        expected: "required", actual: "optional",
        "The field '\(name)' was required and is now optional.")
    }
  }

  /// Returns the changes for form fields that were files and are now strings, or the reverse. How a server handles the
  /// wrong kind is unknown.
  private func files(from old: MediaContent, to new: MediaContent) -> [Change] {
    guard BodyForm(old.mediaType) == .multipart else { return [] }
    let names = (old.schema?.memberNames() ?? []).intersection(new.schema?.memberNames() ?? [])
    return names.sorted().compactMap { name in
      guard let before = old.isFileField(name), let after = new.isFileField(name), before != after else { return nil }
      let (was, isNow) = (before ? "a file" : "a text", after ? "a file" : "a text")
      return Change(
        Rule.change.request.parameter.styleChanged, .warning, at: Self.pointer.appending(name), old: old.location,
        new: new.location, expected: was, actual: isNow,
        "The serialization of the field '\(name)' changed from \(was) to \(isNow).")
    }
  }

  /// Returns the changes for form fields whose encodings have changed.
  private func encodings(from old: MediaContent, to new: MediaContent) -> [Change] {
    func words(_ name: String, _ content: MediaContent) -> String {
      let encoding = content.encoding[name]
      let shape = content.schema?.shape(of: name) ?? .scalar
      return encoding?.contentType ?? WrittenForm(encoding?.style ?? ParameterStyle(.form), shape).words
    }
    let names = Set(old.encoding.keys).union(new.encoding.keys).sorted()
    let known = old.schema?.memberNames() ?? []
    return names.filter(known.contains).compactMap { name in
      let (before, after) = (words(name, old), words(name, new))
      guard before != after else { return nil }
      return Change(
        Rule.change.request.parameter.styleChanged, at: Self.pointer.appending(name), old: old.location,
        new: new.location, expected: before, actual: after,
        "The serialization of the field '\(name)' changed from \(before) to \(after).")
    }
  }
}

extension MediaContent {
  /// The required fields of a form.
  fileprivate var requiredFields: Set<String> {
    let lacking = schema?.violations(of: [:], limit: 1000) ?? []
    return Set(lacking.filter { $0.keyword == "required" && $0.instance == JSONPointer() }.compactMap(\.property))
  }

  /// Returns a Boolean value that indicates whether a field, or each of its items, is a file, or `nil` if the schema
  /// doesn't say.
  fileprivate func isFileField(_ name: String) -> Bool? {
    let own = schema?.sources(at: JSONPointer(tokens: [name]), in: [name: ""]) ?? []
    let items = schema?.sources(at: JSONPointer(tokens: [name, "0"]), in: [name: [""]]) ?? []
    let isList = own.contains { $0["type"]?.string == "array" || $0["items"] != nil }
    let sources = isList ? items : own
    // The media type of an encoding is compared separately.
    guard encoding[name]?.contentType == nil else { return nil }
    if sources.contains(where: { $0["format"]?.string == "binary" || $0["contentMediaType"] != nil }) { return true }
    let isText = sources.contains { source in
      source["type"]?.string == "string" || source["type"]?.elements.contains { $0.string == "string" } == true
    }
    return isText ? false : nil
  }
}
