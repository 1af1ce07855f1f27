import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A comparison of an endpoint's parameters by whether they are required, how they are serialized, and which values
/// they accept.
///
/// Path parameters are matched by order, because their names aren't sent. Header fields are matched ignoring case.
struct ParameterComparison {
  let pair: EndpointPair
  let schemas: SchemaChanges

  private static let rules = Rule.change.request.parameter

  /// A parameter, with its location in a request.
  private struct Placed {
    let parameter: Parameter
    let area: ParameterStyle.Place

    var pointer: JSONPointer { JSONPointer(tokens: ["request", area.rawValue, parameter.name]) }
    /// A human-readable description of the parameter.
    var words: String { "\(area.word) '\(parameter.name)'" }
  }

  func changes() -> [Change] {
    var changes: [Change] = []
    if pair.old.path.count == pair.new.path.count {
      for (old, new) in zip(pair.old.path, pair.new.path) { changes += self.changes(from: old, to: new, in: .path) }
    }
    var (removed, added): ([Placed], [Placed]) = ([], [])
    for (area, old, new) in [
      (ParameterStyle.Place.query, pair.old.query, pair.new.query),
      (.headers, pair.old.headers, pair.new.headers), (.cookies, pair.old.cookies, pair.new.cookies),
    ] {
      func identity(_ parameter: Parameter) -> String {
        area == .headers ? parameter.name.lowercased() : parameter.name
      }
      let told = changedConditions(on: area)
      let (old, new) = (
        old.filter { !told.contains(identity($0)) }, new.filter { !told.contains(identity($0)) }
      )
      var left = Dictionary(old.map { (identity($0), $0) }, uniquingKeysWith: { first, _ in first })
      for parameter in new {
        if let before = left.removeValue(forKey: identity(parameter)) {
          changes += self.changes(from: before, to: parameter, in: area)
        } else {
          added.append(Placed(parameter: parameter, area: area))
        }
      }
      removed += old.filter { left[identity($0)] != nil }.map { Placed(parameter: $0, area: area) }
    }
    for parameter in removed {
      let name = parameter.parameter.name.lowercased()
      if let index = added.firstIndex(where: { $0.parameter.name.lowercased() == name }) {
        changes.append(move(of: parameter, to: added.remove(at: index)))
      } else {
        changes.append(removal(of: parameter))
      }
    }
    return changes + added.map(addition)
  }

  /// Returns the parameters in the endpoint's condition if the condition has changed. The report of that change covers
  /// them.
  private func changedConditions(on area: ParameterStyle.Place) -> Set<String> {
    guard pair.old.condition.identity != pair.new.condition.identity else { return [] }
    return Set(
      (pair.old.condition.clauses + pair.new.condition.clauses).compactMap { clause in
        switch (clause.address, area) {
        case (.query(let name), .query), (.cookie(let name), .cookies): name
        case (.header(let name), .headers): name.lowercased()
        default: nil
        }
      })
  }

  private func changes(from old: Parameter, to new: Parameter, in area: ParameterStyle.Place) -> [Change] {
    let placed = Placed(parameter: new, area: area)
    var place = ValuePlace(
      pair, .request, at: placed.pointer, old: old.location, new: new.location)
    place.reader = new.schema
    let necessity = necessity(from: old, to: new, placed)
    let others = [
      style(from: old, to: new, placed), standard(from: old, to: new, placed),
      deprecation(from: old, to: new, placed), sunset(from: old, to: new, placed),
    ].compactMap { $0 }
    // If each value is sent separately, a single value looks the same as a list with one element.
    if area != .path, old.shape == .scalar, new.shape == .array, new.style.kind == .form, new.style.explode,
      let items = new.schema.itemsOfAnyList
    {
      return necessity + others + schemas.changes(from: old.schema.source, to: items, at: place)
    }
    return necessity + others + schemas.changes(from: old.schema.source, to: new.schema.source, at: place)
  }

  private func necessity(from old: Parameter, to new: Parameter, _ placed: Placed) -> [Change] {
    guard old.isRequired != new.isRequired else { return [] }
    if new.isRequired { return [requirement(of: placed, old: old.location)] }
    return [
      Change(
        Self.rules.optional, at: placed.pointer, old: old.location, new: new.location, expected: "required",
        actual: "optional", "The \(placed.words) was required and is now optional.")
    ]
  }

  private func requirement(of placed: Placed, old: SourceLocation) -> Change {
    Change(
      Self.rules.required, at: placed.pointer, old: old, new: placed.parameter.location, expected: "optional",
      actual: "required",
      witness: ChangeWitness(.request, method: pair.method, path: pair.path, place: placed.pointer, value: nil),
      "A request without the \(placed.words) was valid and is now rejected.")
  }

  private func style(from old: Parameter, to new: Parameter, _ placed: Placed) -> Change? {
    let (before, after) = (WrittenForm(old.style, old.shape), WrittenForm(new.style, new.shape))
    guard old.shape == new.shape || old.style.isJSON || new.style.isJSON, before != after else { return nil }
    return Change(
      Self.rules.styleChanged, at: placed.pointer, old: old.location, new: new.location, expected: before.words,
      actual: after.words,
      "The serialization of the \(placed.words) changed from \(before.words) to \(after.words).")
  }

  private func standard(from old: Parameter, to new: Parameter, _ placed: Placed) -> Change? {
    let (before, after) = (old.schema.standard, new.schema.standard)
    guard !old.isRequired, before != after else { return nil }
    let (was, isNow) = (before?.text ?? "none", after?.text ?? "none")
    return Change(
      Self.rules.defaultChanged, at: placed.pointer, old: (before ?? old.schema.source).location,
      new: (after ?? new.schema.source).location, expected: was, actual: isNow,
      "A request without the \(placed.words) now means something else: the default changed from \(was) to \(isNow).")
  }

  private func deprecation(from old: Parameter, to new: Parameter, _ placed: Placed) -> Change? {
    let (was, isNow) = (old.isDeprecated, new.isDeprecated)
    guard was != isNow else { return nil }
    return Change(
      Self.rules.deprecationChanged, at: placed.pointer, old: old.location, new: new.location,
      expected: was ? "deprecated" : nil, actual: isNow ? "deprecated" : nil,
      isNow ? "The \(placed.words) is now deprecated." : "The \(placed.words) is no longer deprecated.")
  }

  private func sunset(from old: Parameter, to new: Parameter, _ placed: Placed) -> Change? {
    let (before, after) = (old.schema.source["x-sunset"]?.string, new.schema.source["x-sunset"]?.string)
    return SunsetChange(before, after).map { sunset in
      Change(
        Self.rules.sunsetChanged, sunset.severity, at: placed.pointer, old: old.location, new: new.location,
        expected: sunset.old, actual: sunset.new, "The \(placed.words): \(sunset.words)")
    }
  }

  private func removal(of placed: Placed) -> Change {
    Change(
      Self.rules.removed, at: placed.pointer, old: placed.parameter.location, new: pair.new.location,
      expected: placed.parameter.name,
      "The \(placed.words) was removed; servers ignore the parameter or reject requests that send it.")
  }

  private func addition(of placed: Placed) -> Change {
    if placed.parameter.isRequired {
      var change = requirement(of: placed, old: pair.old.location)
      change.expected = "no such parameter"
      return change
    }
    return Change(
      Self.rules.added, at: placed.pointer, old: pair.old.location, new: placed.parameter.location,
      actual: placed.parameter.name, "Requests may now include the optional \(placed.words).")
  }

  private func move(of old: Placed, to new: Placed) -> Change {
    // Moving an optional parameter is a change, too: the server no longer receives its information.
    Change(
      Self.rules.moved, at: new.pointer, old: old.parameter.location, new: new.parameter.location,
      expected: old.words, actual: new.words, "The \(old.words) moved to the \(new.words).")
  }
}

/// The serialized form of a value, as its sender writes it.
struct WrittenForm: Hashable {
  let words: String

  init(_ style: ParameterStyle, _ shape: ParameterStyle.Shape) {
    if style.isJSON {
      words = "JSON"
    } else if shape == .scalar, style.kind != .label, style.kind != .matrix {
      words = "plain text"
    } else {
      words = "\(style.kind.rawValue)\(style.explode ? ", exploded" : "")"
    }
  }
}

extension ParameterStyle.Place {
  /// The word for a parameter in this location, for messages.
  fileprivate var word: String {
    switch self {
    case .path: "path parameter"
    case .query: "query parameter"
    case .headers: "header field"
    case .cookies: "cookie"
    }
  }
}

extension Parameter {
  fileprivate var isDeprecated: Bool { schema.source["deprecated"]?.bool == true }
}

extension Schema {
  /// The schema of each list item, or `nil` if lists with one item have other constraints.
  fileprivate var itemsOfAnyList: JSON? {
    let silent: Set = [
      "type", "items", "maxItems", "uniqueItems", "description", "title", "default", "example", "examples",
    ]
    guard source.members.allSatisfy({ silent.contains($0.key) }), source["maxItems"]?.int.map({ $0 > 0 }) ?? true else {
      return nil
    }
    return source["items"]
  }
}
