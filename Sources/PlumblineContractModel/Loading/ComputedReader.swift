import PlumblineJSONTree

/// A reader for the computed members of a collection's items. It checks that they can be computed.
struct ComputedReader {
  let context: ReadingContext
  /// The schema of the collection's items. `file` contains it.
  let item: JSON
  let file: String
  /// The collection's name.
  let name: String

  func read(_ value: JSON?) -> [ComputedMember] {
    (value?.members.map { $0 } ?? []).compactMap { text, formula in
      let location = value?.place(of: text) ?? formula.location
      guard let target = JSONPointer(text), formula.kind == .object else { return nil }
      let pointers = PointerLint(context: context)
      pointers.check(text, at: location, in: item, file, of: name)
      checkNumber(at: target, of: item, file, location)
      guard let member = member(target, formula, location) else { return nil }
      for source in member.sources {
        pointers.check(source.description, at: formula.location, in: item, file, of: name)
      }
      check(member, formula)
      return member
    }
  }

  // MARK: - Reading

  private func member(_ target: JSONPointer, _ formula: JSON, _ location: SourceLocation) -> ComputedMember? {
    let product = formula["product"]?.elements.compactMap { $0.string.flatMap { JSONPointer($0) } }
    guard let source = formula["sum"] ?? formula["count"], let text = source.string else {
      return product.map { ComputedMember(target: target, parts: .item, factors: $0, location: location) }
    }
    let isCount = formula["sum"] == nil
    if isCount, product != nil || formula["member"] != nil {
      context.log.error(
        formula.location, "A count doesn't add anything up: remove \"product\" and \"member\", or use \"sum\".")
      return nil
    }
    guard text.hasPrefix("/") else { return ofResource(target, formula, source, product, isCount, location) }
    if formula["where"] != nil || formula["member"] != nil {
      context.log.error(
        formula.location,
        "\"where\" and \"member\" apply only to a resource's items. To sum an array's elements, write "
          + "\"sum\": \"/lines/*/amount\".")
      return nil
    }
    guard let pointer = JSONPointer(text) else { return nil }
    if isCount {
      return ComputedMember(target: target, parts: .elements(pointer), factors: nil, location: location)
    }
    guard let star = pointer.tokens.firstIndex(of: "*") else {
      context.log.error(
        source.location,
        "A sum runs over the elements of an array, so \(text) needs a \"*\" for the index, as in /lines/*/amount.")
      return nil
    }
    let rest = JSONPointer(tokens: Array(pointer.tokens[(star + 1)...]))
    let factors = (product ?? [JSONPointer()]).map { rest + $0 }
    return ComputedMember(
      target: target, parts: .elements(JSONPointer(tokens: Array(pointer.tokens[..<star]))), factors: factors,
      location: location)
  }

  private func ofResource(
    _ target: JSONPointer, _ formula: JSON, _ source: JSON, _ product: [JSONPointer]?, _ isCount: Bool,
    _ location: SourceLocation
  ) -> ComputedMember? {
    guard let resource = context.collectionName(source) else { return nil }
    let member = formula["member"]?.string.flatMap { JSONPointer($0) }
    let factors = isCount ? Optional<[JSONPointer]>.none : product ?? member.map { [$0] }
    if !isCount, factors == nil {
      context.log.error(
        source.location,
        "A sum over \"\(resource)\" needs the \"member\" to add up, or a \"product\" of members.")
      return nil
    }
    let matches = (formula["where"]?.members.map { $0 } ?? []).compactMap { other, own -> ComputedMember.Match? in
      guard let other = JSONPointer(other), let own = own.string.flatMap({ JSONPointer($0) }) else { return nil }
      return ComputedMember.Match(other: other, own: own)
    }
    return ComputedMember(target: target, parts: .resource(resource, matches), factors: factors, location: location)
  }

  // MARK: - Checks

  private func check(_ member: ComputedMember, _ formula: JSON) {
    switch member.parts {
    case .item:
      for factor in member.factors ?? [] { checkNumber(at: factor, of: item, file, formula.location) }
    case .elements(let array):
      guard let found = context.schemas.outline.schema(at: array, of: item, in: file) else { return }
      let types = context.schemas.outline.types(of: found.schema, in: found.file)
      if let types, !types.contains("array") {
        context.log.servableError(
          formula.location,
          "\(array) of an item of \"\(name)\" isn't an array, so it has no elements to add up or count.")
        return
      }
      guard let element = context.schemas.outline.items(of: found.schema, in: found.file) else { return }
      for factor in member.factors ?? [] { checkFactor(factor, of: element.schema, element.file, formula.location) }
    case .resource: break
    }
  }

  /// Checks the members of other resources that formulas use. Call this after all resources have been read.
  static func check(_ collections: [ItemCollection], _ context: ReadingContext) {
    for collection in collections {
      for member in collection.computed {
        guard let name = member.resource, let other = collections.first(where: { $0.name == name }) else { continue }
        let reader = ComputedReader(
          context: context, item: other.source.schema, file: other.source.file, name: other.name)
        for match in member.matches {
          PointerLint(context: context).check(
            match.other.description, at: member.location, in: other.source.schema, other.source.file, of: name)
        }
        for factor in member.factors ?? [] {
          reader.checkFactor(factor, of: other.source.schema, other.source.file, member.location)
        }
      }
    }
  }

  private func checkFactor(_ factor: JSONPointer, of schema: JSON, _ file: String, _ location: SourceLocation) {
    let outline = context.schemas.outline
    if let misstep = outline.misstep(of: factor, in: schema, file) {
      context.log.servableError(
        location,
        "The value to add up has no "
          + "\"\(misstep.token)\"\(Spelling.suggestion(for: misstep.token, among: misstep.names))")
      return
    }
    checkNumber(at: factor, of: schema, file, location)
  }

  private func checkNumber(at place: JSONPointer, of schema: JSON, _ file: String, _ location: SourceLocation) {
    guard let found = context.schemas.outline.schema(at: place, of: schema, in: file),
      let types = context.schemas.outline.types(of: found.schema, in: found.file),
      types.isDisjoint(with: ["integer", "number"])
    else { return }
    let name = place.tokens.isEmpty ? "The value to add up" : place.description
    context.log.servableError(
      location, "\(name) is \(Spelling.list(types.sorted(), joining: "or")), but only numbers can be computed.")
  }
}
