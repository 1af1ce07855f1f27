import PlumblineJSONTree

extension SchemaCompiler {
  mutating func branches(
    _ kind: Rule.Kind, _ value: JSON, _ keyword: String, _ resource: Int, _ made: inout [Rule]
  ) {
    guard expect(.array, value, keyword) else { return }
    if value.count == 0 { return report(value, keyword, "'\(keyword)' must list at least one schema.") }
    let nodes = value.elements.map { subschema($0, keyword, resource: resource) }
    tables.branchShapes.append(BranchShape(start: tables.list(nodes), count: Int32(clamping: nodes.count)))
    made.append(rule(kind, tables.branches.append(nodes), value))
  }

  mutating func conditional(_ value: JSON, _ members: SchemaMembers, _ resource: Int, _ made: inout [Rule]) {
    let then = members[.then].map { subschema($0, "then", resource: resource) }
    let otherwise = members[.else].map { subschema($0, "else", resource: resource) }
    let table = ConditionalTable(test: subschema(value, "if", resource: resource), then: then, otherwise: otherwise)
    made.append(rule(.conditional, tables.conditionals.append(table), value))
  }

  mutating func contains(_ value: JSON, _ members: SchemaMembers, _ resource: Int, _ made: inout [Rule]) {
    var table = ContainsTable(node: subschema(value, "contains", resource: resource), minimum: 1)
    table.evaluates = registry.resources[resource].dialect.draft >= .draft2020
    if let minimum = members[.minContains] {
      table.minimum = count(minimum, "minContains") ?? 1
      table.minimumPlace = rule(.contains, 0, minimum)
    }
    if let maximum = members[.maxContains] {
      table.maximum = count(maximum, "maxContains")
      table.maximumPlace = rule(.contains, 0, maximum)
    }
    made.append(rule(.contains, tables.contains.append(table), value))
  }

  mutating func dependentRequired(_ value: JSON, _ made: inout [Rule]) {
    guard expect(.object, value, "dependentRequired") else { return }
    var needs: [(MemberName, [MemberName])] = []
    for (name, list) in value.members {
      guard let names = names(list, "dependentRequired") else { return }
      needs.append((MemberName(name), names))
    }
    made.append(rule(.dependentRequired, tables.dependentNames.append(needs), value))
  }

  /// Compiles `dependencies`. Its values are lists of names or schemas.
  mutating func dependencies(_ value: JSON, _ resource: Int, _ made: inout [Rule]) {
    guard expect(.object, value, "dependencies") else { return }
    var needs: [(MemberName, [MemberName])] = []
    var schemas: [(MemberName, Int)] = []
    for (name, dependency) in value.members {
      if dependency.kind == .array {
        if let names = names(dependency, "dependencies") { needs.append((MemberName(name), names)) }
      } else {
        schemas.append((MemberName(name), subschema(dependency, "dependencies", resource: resource)))
      }
    }
    if !needs.isEmpty { made.append(rule(.dependentRequired, tables.dependentNames.append(needs), value)) }
    if !schemas.isEmpty { made.append(rule(.dependentSchemas, tables.dependentSchemas.append(schemas), value)) }
  }

  mutating func objectTable(
    _ schema: JSON, _ members: SchemaMembers, _ resource: Int
  ) -> (table: ObjectTable, place: JSON)? {
    var table = ObjectTable()
    var place: JSON?
    if let value = members[.properties], expect(.object, value, "properties") {
      place = value
      table.describesProperties = true
      let withheld = withheldProperties(of: schema, resource)
      if !withheld.isEmpty { withholdsMembers = true }
      let document = value.document
      var key = value.node + 1
      while key < document.next(value.node) {
        if !document.tape[key].isShadowed {
          let name = document.string(key)
          let kept = kept(name)
          table.properties.append(
            ObjectTable.Property(
              name: kept.name, text: kept.text,
              node: subschema(JSON(document, key + 1), "properties", resource: resource),
              isWithheld: withheld.contains(name)))
        }
        key = document.next(key + 1)
      }
      table.seal()
    }
    if let value = members[.patternProperties], expect(.object, value, "patternProperties") {
      place = place ?? value
      table.describesProperties = true
      for (text, property) in value.members {
        guard let index = pattern(property, text, "patternProperties") else { continue }
        table.patterns.append((index, subschema(property, "patternProperties", resource: resource)))
      }
    }
    if let value = members[.additionalProperties] {
      place = place ?? value
      table.additional = subschema(value, "additionalProperties", resource: resource)
      table.additionalPlace = rule(.object, 0, value)
    }
    return place.map { (table, $0) }
  }

  /// Adds the rule for an object's members. In the boolean pass, it also covers `required`.
  mutating func object(_ table: ObjectTable, _ place: JSON, _ members: SchemaMembers, _ made: inout [Rule]) {
    var required: [MemberName] = []
    if let index = made.firstIndex(where: { $0.kind == .required }) {
      let names = tables.names[made[index].index]
      if names.count <= 64 {
        required = names
        made[index].kinds = 0
      }
    }
    let shape = tables.shape(table, required: required)
    tables.shapes.append(shape)
    made.append(rule(.object, tables.objects.append(table), place))
  }

  mutating func itemsTable(
    _ members: SchemaMembers, _ dialect: Dialect, _ resource: Int
  ) -> (table: ItemsTable, place: JSON)? {
    var table = ItemsTable()
    var place: JSON?
    if let value = members[.prefixItems], expect(.array, value, "prefixItems") {
      place = value
      table.prefix = value.elements.map { subschema($0, "prefixItems", resource: resource) }
    }
    guard let value = members[.items] else { return place.map { (table, $0) } }
    place = place ?? value
    if value.kind != .array {
      table.rest = subschema(value, "items", resource: resource)
    } else if dialect.draft >= .draft2020 {
      report(value, "items", "'items' must be a schema; a list of schemas is written 'prefixItems'.")
    } else {
      table.prefix = value.elements.map { subschema($0, "items", resource: resource) }
      table.rest = members[.additionalItems].map { subschema($0, "additionalItems", resource: resource) }
    }
    return place.map { (table, $0) }
  }
}
