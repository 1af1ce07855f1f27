import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for an endpoint's parameters. It checks path parameters against the template.
struct ParameterReader {
  let endpoint: JSON
  let file: String
  let context: ReadingContext

  /// Returns the path parameters in the template's order.
  func path(_ request: Endpoint.RequestLine?) -> [Parameter] {
    let members = endpoint["path"]
    guard let request else {
      _ = all(.path, required: [])
      return []
    }
    let wanted = request.template.parameters
    let given = members?.members.keys ?? []
    let (names, places) = (Set(given), Set(wanted))
    var lacking = wanted.filter { !names.contains($0) }
    for name in given where !places.contains(name) {
      guard let members else { break }
      let nearest = Spelling.nearest(name, among: lacking)
      lacking.removeAll { $0 == nearest }
      context.log.error(
        members.place(of: name), key: name,
        "\"\(name)\" isn't a parameter of \(request.template)"
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; remove it, or add {\(name)} to the path."))
    }
    for name in lacking {
      let place = endpoint["request"]?.location ?? endpoint.location
      context.log.error(
        place, "{\(name)} has no schema; add one, such as \"path\": { \"\(name)\": { \"type\": \"string\" } }.")
    }
    let parameters = ParameterIndex(all(.path, required: places))
    return wanted.compactMap { parameters[$0] }
  }

  func query() -> [Parameter] {
    all(.query, required: required("query", among: endpoint["query"]?.members.keys ?? []))
  }

  func cookies() -> [Parameter] {
    all(.cookies, required: required("cookies", among: endpoint["cookies"]?.members.keys ?? []))
  }

  func headers() -> [Parameter] {
    let names = endpoint["headers"]?.members.keys ?? []
    let required = Set(required("headers", among: names).map { $0.lowercased() })
    return all(.headers, required: Set(names.filter { required.contains($0.lowercased()) }))
  }

  /// Returns the parameters that the endpoint's `when` uses but that aren't declared. Every request to the endpoint has
  /// them.
  func implied(by condition: Condition, at when: JSON?, among place: ParameterStyle.Place) -> [Parameter] {
    let names = endpoint[place.rawValue]?.members.keys ?? []
    let declared = Set(place == .headers ? names.map { $0.lowercased() } : names)
    return condition.clauses.compactMap { clause in
      let name: String
      switch (clause.address, place) {
      case (.query(let query), .query) where !declared.contains(query): name = query
      case (.cookie(let cookie), .cookies) where !declared.contains(cookie): name = cookie
      case (.header(let header), .headers):
        let small = header.lowercased()
        if declared.contains(small) || ConditionReader.commonHeaders.contains(small) { return nil }
        name = header
      default: return nil
      }
      return Parameter(
        name: name, schema: clause.schema, style: place.usual, isRequired: true,
        location: when?.place(of: "\(clause.address)") ?? endpoint.location)
    }
  }

  private func all(_ place: ParameterStyle.Place, required: Set<String>) -> [Parameter] {
    guard let members = endpoint[place.rawValue] else { return [] }
    let schemas = members.members.compactMap { name, source in
      context.schemas.compile(source, in: file).map { (name: name, schema: $0) }
    }
    let asked = endpoint["when"]?.members.keys.compactMap {
      $0.split(separator: ".", maxSplits: 1).last.map(String.init)
    }
    let given = context.names.credentialFields + (asked ?? [])
    let styles = styles(at: place)
    let open = schemas.filter {
      style(of: $0.name, at: place, styles).isExplodedObject($0.schema.shape) && $0.schema.takesFurtherMembers
    }
    // A single free-form parameter takes all remaining names. If there are several, those whose schemas list members
    // take only these. Several whose schemas list none are a mistake, so checking one set of names is enough.
    let free = open.count == 1 ? open : open.filter { $0.schema.memberNames().isEmpty }
    let freeNames = Set(free.map(\.name))
    var taken = Set(given)
    for other in schemas where !free.isEmpty && (free.count > 1 || other.name != free[0].name) {
      taken.insert(other.name)
      taken.formUnion(other.schema.memberNames())
    }
    return schemas.map { name, schema in
      Parameter(
        name: name, schema: schema, style: style(of: name, at: place, styles), isRequired: required.contains(name),
        location: members.place(of: name), beside: freeNames.contains(name) ? taken : nil)
    }
  }

  /// Returns the `styles` of the parameters in one part of the request, keyed by comparable name. If a name is
  /// repeated, the first one wins.
  private func styles(at place: ParameterStyle.Place) -> [String: JSON] {
    guard let styles = endpoint["styles"]?[place.rawValue], styles.kind == .object else { return [:] }
    return Dictionary(
      styles.members.map { (Self.key($0.key, at: place), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func style(
    of name: String, at place: ParameterStyle.Place, _ styles: [String: JSON]
  ) -> ParameterStyle {
    guard let style = styles[Self.key(name, at: place)] else { return place.usual }
    return StyleReader(context: context).style(style, at: place) ?? place.usual
  }

  /// Returns a name in the form used for comparisons. Header field names are case-insensitive.
  private static func key(_ name: String, at place: ParameterStyle.Place) -> String {
    place == .headers ? name.lowercased() : name
  }

  /// Reports styles of undeclared parameters, parameters that can't be distinguished in a query, and invalid values for
  /// long polls.
  func checkStyles(_ parameters: [Parameter]) {
    for parameter in parameters {
      guard let value = parameter.longPoll else { continue }
      if parameter.schema.isValid(value), endpoint["query"]?[parameter.name] != nil { continue }
      context.log.error(
        value.location,
        endpoint["query"]?[parameter.name] == nil
          ? "\"x-long-poll\" applies only to query parameters, and \(parameter.name) isn't one."
          : "\(Violation.cut(value.text)) doesn't match the schema of \(parameter.name), so no request can have it.")
    }
    let index = ParameterIndex(parameters)
    for place in ParameterStyle.Place.allCases {
      guard let styles = endpoint["styles"]?[place.rawValue], styles.kind == .object else { continue }
      let names = endpoint[place.rawValue]?.members.keys ?? []
      let declared = Set(names)
      let folded = Set(names.map { Self.key($0, at: place) })
      for name in styles.members.keys {
        guard declared.contains(name) else {
          if folded.contains(Self.key(name, at: place)) { continue }
          context.reportUnknown(place.word, name, among: names, at: styles.place(of: name))
          continue
        }
        // Unreadable schemas are reported elsewhere.
        if let parameter = index[name] {
          StyleLint(log: context.log).check(parameter, in: styles)
        }
      }
    }
    for place in ParameterStyle.Place.allCases {
      let lint = ParameterValueLint(place: place, file: file, context: context)
      for parameter in parameters where endpoint[place.rawValue]?.keyLocation(of: parameter.name) == parameter.location
      {
        lint.check(parameter)
      }
    }
    for place in [ParameterStyle.Place.query, .cookies] {
      let members = endpoint[place.rawValue]
      let own = parameters.filter { members?[$0.name] != nil }
      ExplodedMemberLint(own, at: place, log: context.log).check()
    }
  }

  /// Returns the names that `required` lists, and reports undeclared ones.
  private func required(_ member: String, among names: [String]) -> Set<String> {
    var required: Set<String> = []
    let ignoresCase = member == "headers"
    let declared = Set(ignoresCase ? names.map { $0.lowercased() } : names)
    for (name, value) in endpoint["required"]?[member]?.strings ?? [] {
      if declared.contains(ignoresCase ? name.lowercased() : name) {
        required.insert(name)
      } else {
        let kind = member == "headers" ? "header" : member == "cookies" ? "cookie" : "query parameter"
        let nearest = Spelling.nearest(name, among: names)
        context.log.error(
          value.location,
          "The required \(kind) \"\(name)\" isn't declared"
            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; give it a schema in \"\(member)\"."))
      }
    }
    return required
  }
}
