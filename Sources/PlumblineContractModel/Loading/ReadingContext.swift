import PlumblineJSONTree

/// The context that every reader of a contract needs: the names, the schemas, and a log for problems.
struct ReadingContext {
  let names: ContractNames
  let schemas: SchemaCompiler
  let log: ProblemLog

  func failureName(_ value: JSON) -> String? { known(value, .failure, if: names.knowsAll) }

  func collectionName(_ value: JSON) -> String? {
    known(value, .collection, if: names.knowsAll)
  }

  func endpointName(_ value: JSON) -> String? { known(value, .endpoint, if: names.knowsAll) }

  func personaName(_ value: JSON) -> String? {
    known(value, .persona, if: names.knowsMain)
  }

  func featureName(_ value: JSON) -> String? {
    known(value, .feature, if: names.knowsMain)
  }

  func otherName(_ value: JSON) -> String? {
    known(value, .other, if: names.knowsMain)
  }

  func credentialName(_ value: JSON) -> String? {
    known(value, .credential, if: names.knowsMain)
  }

  /// The maximum depth of a location in a body. It limits the bodies that are built from locations, and is deeper than
  /// any real envelope.
  private static let deepest = 16

  /// Reads a location in a body. It is a JSON Pointer if it begins with `/`, and a member's name otherwise.
  func place(_ value: JSON) -> JSONPointer? {
    guard let text = value.string else { return nil }
    return place(text, at: value.location)
  }

  func place(_ text: String, at location: SourceLocation) -> JSONPointer? {
    guard text.hasPrefix("/") else {
      if text.contains("/") {
        log.warning(
          location, "\"\(text)\" isn't a JSON Pointer, which begins with a slash: \"/\(text)\".")
      }
      return text.isEmpty ? nil : JSONPointer(tokens: [text])
    }
    guard let pointer = JSONPointer(text) else {
      log.error(
        location, "\"\(text)\" isn't a JSON Pointer; write \"~0\" for a \"~\" and \"~1\" for a \"/\" in a name.")
      return nil
    }
    if let index = pointer.tokens.first(where: { $0 != "0" && ($0 == "-" || $0.allSatisfy(\.isNumber) && !$0.isEmpty) })
    {
      log.error(
        location,
        "\"\(index)\" in \"\(text)\" is an index, but a list that describes a response has a single item; write 0.")
      return nil
    }
    if pointer.tokens.count > Self.deepest {
      log.error(
        location, "\"\(text.prefix(60))…\" is deeper than the maximum of \(Self.deepest) members.")
      return nil
    }
    return pointer
  }

  /// Returns the string if it is a known name. Otherwise, reports it with the most similar name, provided that all
  /// names are known.
  private func known(_ value: JSON, _ kind: ContractNames.Kind, if isKnown: Bool) -> String? {
    guard let name = value.string else { return nil }
    if names.has(kind, name) { return name }
    if isKnown { reportUnknown(kind.rawValue, name, among: names.all(kind), at: value.location) }
    return nil
  }

  func reportUnknown(_ kind: String, _ name: String, among names: [String], at location: SourceLocation) {
    log.error(location, "Unknown \(kind) \"\(name)\"\(log.suggestion(for: name, among: names))")
  }

  /// Returns the confidence that a value declares with `standing`. The format check reports misspellings.
  func standing(of value: JSON, otherwise: Standing = .documented) -> Standing {
    value["standing"]?.string.flatMap(Standing.init(rawValue:)) ?? otherwise
  }

  /// Reads an address, and reports an invalid one.
  func address(_ text: String, at location: SourceLocation) -> Address? {
    if let address = Address(text) { return address }
    let form = ["path", "query", "header", "cookie", "body", "persona", "credential", "item"]
    let word = String(text.prefix { $0 != "." && $0 != "#" })
    let nearest = form.contains(word) ? nil : Spelling.nearest(word, among: form)
    log.error(
      location,
      "\"\(text)\" isn't an address" + (nearest.map { "; did you mean \"\($0)\(text.dropFirst(word.count))\"?" } ?? ".")
        + " An address is \(Address.forms).")
    return nil
  }

  /// Reads the credentials that an endpoint or the contract requires, given as a flat list or a list of alternatives.
  /// Returns `nil` if the value is neither.
  func authentication(of holder: JSON) -> Authentication? {
    guard let value = holder["authentication"], value.kind == .array else { return nil }
    let documented = documented(holder["x-security"])
    if value.elements.allSatisfy({ $0.kind == .array }), !value.elements.isEmpty {
      return Authentication(alternatives: value.elements.map(credentialNames), documented: documented)
    }
    return Authentication(alternatives: [credentialNames(value)], documented: documented)
  }

  /// Reads security requirements that a contract can't express, given as alternatives. Each alternative contains the
  /// required names with their kinds.
  private func documented(_ value: JSON?) -> Authentication.Documented? {
    guard let value, value.kind == .array else { return nil }
    var unread: Set<String> = []
    let alternatives = value.elements.map { alternative in
      alternative.members.map { name, kind in
        let kind = kind.string ?? Authentication.Documented.unreadKind
        if kind == Authentication.Documented.credentialKind { return name }
        let words = "\(kind) \(name)"
        if kind == Authentication.Documented.unreadKind { unread.insert(words) }
        return words
      }
    }
    return Authentication.Documented(alternatives: alternatives, unread: unread)
  }

  private func credentialNames(_ list: JSON) -> [String] {
    list.elements.compactMap(credentialName)
  }
}
