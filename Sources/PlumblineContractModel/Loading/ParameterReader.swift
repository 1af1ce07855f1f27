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
      _ = all("path", required: [])
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
    let parameters = all("path", required: Set(wanted))
    return wanted.compactMap { name in parameters.first { $0.name == name } }
  }

  func query() -> [Parameter] {
    all("query", required: required("query", among: endpoint["query"]?.members.keys ?? []))
  }

  func headers() -> [Parameter] {
    let names = endpoint["headers"]?.members.keys ?? []
    let required = Set(required("headers", among: names).map { $0.lowercased() })
    return all("headers", required: Set(names.filter { required.contains($0.lowercased()) }))
  }

  /// Where a parameter is that no path has.
  enum Place { case query, headers }

  /// The parameters that an endpoint's `when` looks at and that nothing else declares: without them no request is for it.
  func implied(by condition: Condition, at when: JSON?, among place: Place) -> [Parameter] {
    let declared = endpoint[place == .query ? "query" : "headers"]?.members.keys ?? []
    return condition.clauses.compactMap { clause in
      let name: String
      switch (clause.address, place) {
      case (.query(let query), .query) where !declared.contains(query): name = query
      case (.header(let header), .headers):
        let small = header.lowercased()
        if declared.contains(where: { $0.lowercased() == small }) || ConditionReader.commonHeaders.contains(small) {
          return nil
        }
        name = header
      default: return nil
      }
      return Parameter(
        name: name, schema: clause.schema, isRequired: true,
        location: when?.place(of: "\(clause.address)") ?? endpoint.location)
    }
  }

  private func all(_ member: String, required: Set<String>) -> [Parameter] {
    guard let members = endpoint[member] else { return [] }
    return members.members.compactMap { name, schema in
      context.schemas.compile(schema, in: file).map {
        Parameter(
          name: name, schema: $0, isRequired: required.contains(name), location: members.place(of: name))
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
        let kind = member == "headers" ? "header" : "query parameter"
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
