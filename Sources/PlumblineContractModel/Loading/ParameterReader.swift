import PlumblineJSONSchema
import PlumblineJSONTree

/// Reads the parameters of an endpoint, and holds those of its path to its template.
struct ParameterReader {
  let endpoint: JSON
  let file: String
  let context: ReadingContext

  /// The path's parameters in the template's order.
  func path(_ request: Endpoint.RequestLine?) -> [Parameter] {
    let members = endpoint["path"]
    guard let request else {
      _ = all(.path, required: [])
      return []
    }
    let wanted = request.template.parameters
    let given = members?.members.keys ?? []
    var lacking = wanted.filter { !given.contains($0) }
    for name in given where !wanted.contains(name) {
      guard let members else { break }
      let nearest = Spelling.nearest(name, among: lacking)
      lacking.removeAll { $0 == nearest }
      context.log.error(
        members.place(of: name),
        "\"\(name)\" is no parameter of \(request.template)"
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; take it out, or add {\(name)} to the path."))
    }
    for name in lacking {
      let place = endpoint["request"]?.location ?? endpoint.location
      context.log.error(
        place, "{\(name)} has no schema; add \"path\": { \"\(name)\": { \"type\": \"string\" } } or the like.")
    }
    let parameters = all(.path, required: Set(wanted))
    return wanted.compactMap { name in parameters.first { $0.name == name } }
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

  /// The parameters that an endpoint's `when` looks at and that nothing else declares: without them no request is for it.
  func implied(by condition: Condition, at when: JSON?, among place: ParameterStyle.Place) -> [Parameter] {
    let declared = endpoint[place.rawValue]?.members.keys ?? []
    return condition.clauses.compactMap { clause in
      let name: String
      switch (clause.address, place) {
      case (.query(let query), .query) where !declared.contains(query): name = query
      case (.cookie(let cookie), .cookies) where !declared.contains(cookie): name = cookie
      case (.header(let header), .headers):
        let small = header.lowercased()
        if declared.contains(where: { $0.lowercased() == small }) || ConditionReader.commonHeaders.contains(small) {
          return nil
        }
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
    let open = schemas.filter {
      style(of: $0.name, at: place).isExplodedObject($0.schema.shape) && $0.schema.takesFurtherMembers
    }
    return schemas.map { name, schema in
      let style = style(of: name, at: place)
      var others = Set(given)
      // Of several, what names members has those alone.
      let isFree = open.count == 1 || schema.memberNames().isEmpty
      if style.isExplodedObject(schema.shape) {
        for other in schemas where other.name != name {
          others.insert(other.name)
          others.formUnion(other.schema.memberNames())
        }
      }
      return Parameter(
        name: name, schema: schema, style: style, isRequired: required.contains(name),
        location: members.place(of: name), beside: isFree ? others : nil)
    }
  }

  private func style(of name: String, at place: ParameterStyle.Place) -> ParameterStyle {
    guard let styles = endpoint["styles"]?[place.rawValue], styles.kind == .object,
      let style = styles.members.first(where: { member in
        member.key == name || place == .headers && member.key.lowercased() == name.lowercased()
      })?.value
    else { return place.usual }
    return StyleReader(context: context).style(style, at: place) ?? place.usual
  }

  /// Reports styles of what isn't declared, parameters that can't be told apart in a query, and long polls' values that
  /// don't fit.
  func checkStyles(_ parameters: [Parameter]) {
    for parameter in parameters {
      guard let value = parameter.longPoll else { continue }
      if parameter.schema.isValid(value), endpoint["query"]?[parameter.name] != nil { continue }
      context.log.error(
        value.location,
        endpoint["query"]?[parameter.name] == nil
          ? "\"x-long-poll\" is for query parameters; \(parameter.name) is none."
          : "\(Violation.cut(value.text)) doesn't fit the schema of \(parameter.name), so no request can have it.")
    }
    for place in ParameterStyle.Place.allCases {
      guard let styles = endpoint["styles"]?[place.rawValue], styles.kind == .object else { continue }
      let names = endpoint[place.rawValue]?.members.keys ?? []
      for name in styles.members.keys {
        guard names.contains(name) else {
          if place == .headers, names.contains(where: { $0.lowercased() == name.lowercased() }) { continue }
          context.reportUnknown(place.word, name, among: names, at: styles.place(of: name))
          continue
        }
        // One whose schema can't be read is told there.
        if let parameter = parameters.first(where: { $0.name == name }) {
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
    checkMembers(ParameterStyle.Place.query, parameters)
    checkMembers(ParameterStyle.Place.cookies, parameters)
  }

  /// Reports members that stand for themselves where another parameter has their name.
  private func checkMembers(_ place: ParameterStyle.Place, _ parameters: [Parameter]) {
    let names = endpoint[place.rawValue]?.members.keys ?? []
    let own = parameters.filter { names.contains($0.name) && endpoint[place.rawValue]?[$0.name] != nil }
    for parameter in own where parameter.style.isExplodedObject(parameter.shape) {
      if parameter.isFreeForm, let rival = own.first(where: \.isFreeForm), rival.name != parameter.name {
        context.log.error(
          parameter.location,
          "Any name may be a member of \(parameter.name), and of \(rival.name); nobody can tell the two apart. Give one of them "
            + "another style.")
      }
      if parameter.memberNames.isEmpty, !parameter.isFreeForm {
        context.log.error(
          parameter.location,
          "The members of \(parameter.name) stand for themselves (style form, exploded), and its schema allows none; name them in "
            + "\"properties\", or give it \"styles\": { \"\(place.rawValue)\": { \"\(parameter.name)\": "
            + "\(place == .query ? "{ \"style\": \"deepObject\" }" : "{ \"contentType\": \"application/json\" }") } }."
        )
      }
      for other in own where other.name != parameter.name {
        let shared = other.style.isExplodedObject(other.shape) ? other.memberNames : [other.name]
        guard let name = parameter.memberNames.intersection(shared).min() else { continue }
        context.log.error(
          parameter.location,
          "\(parameter.name) has a member \(name), which stands for itself (style form, exploded), and so does "
            + "\(other.name); nobody can tell the two apart. Give one of them another style.")
      }
    }
  }

  /// The names that `required` lists; those that nothing declares are reported.
  private func required(_ member: String, among names: [String]) -> Set<String> {
    var required: Set<String> = []
    for (name, value) in endpoint["required"]?[member]?.strings ?? [] {
      let isDeclared =
        member == "headers" ? names.contains { $0.lowercased() == name.lowercased() } : names.contains(name)
      if isDeclared {
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
