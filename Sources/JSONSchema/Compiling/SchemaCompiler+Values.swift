import JSONTree

extension SchemaCompiler {
  /// Whether a keyword's value has the right kind; reports it if not.
  mutating func expect(_ kind: JSONKind, _ value: JSON, _ keyword: String) -> Bool {
    if value.kind == kind { return true }
    report(value, keyword, "'\(keyword)' must be \(kind.phrase), not \(value.kind.phrase).")
    return false
  }

  mutating func number(_ kind: Rule.Kind, _ value: JSON, _ keyword: String, _ made: inout [Rule]) {
    guard expect(.number, value, keyword), let number = value.number else { return }
    tables.numbers.append(number)
    made.append(rule(kind, tables.numbers.count - 1, value))
  }

  mutating func count(_ kind: Rule.Kind, _ value: JSON, _ keyword: String, _ made: inout [Rule]) {
    guard let count = count(value, keyword) else { return }
    made.append(rule(kind, count, value))
  }

  mutating func count(_ value: JSON, _ keyword: String) -> Int? {
    guard value.kind == .number, let number = value.number, number.isInteger, number.double >= 0 else {
      report(value, keyword, "'\(keyword)' must be a whole number of at least 0, not \(value.text.cut(40)).")
      return nil
    }
    return number.int ?? .max
  }

  mutating func types(_ value: JSON) -> TypeSet? {
    let names = value.kind == .array ? Array(value.elements) : [value]
    var types: TypeSet = []
    for name in names {
      guard let text = name.string, let type = TypeSet(name: text) else {
        let all = "null, boolean, integer, number, string, array, object"
        report(name, "type", "'type' must be one of \(all), or a list of them, not \(name.text.cut(40)).")
        return nil
      }
      types.formUnion(type)
    }
    if names.isEmpty {
      report(value, "type", "'type' must name at least one type.")
      return nil
    }
    return types
  }

  mutating func names(_ value: JSON, _ keyword: String) -> [PropertyName]? {
    guard expect(.array, value, keyword) else { return nil }
    var names: [PropertyName] = []
    for element in value.elements {
      guard expect(.string, element, keyword) else { return nil }
      names.append(PropertyName(element.string ?? ""))
    }
    return names
  }

  /// The index of a pattern; one that can not be decided is kept as nil, a wrong one is reported.
  mutating func pattern(_ place: JSON, _ text: String, _ keyword: String) -> Int? {
    do throws(PatternFault) {
      tables.patterns.append(try Pattern(text))
    } catch {
      switch error {
      case .invalid(let reason):
        report(place, keyword, "The pattern '\(text.cut(60))' can not be used: \(reason).")
        return nil
      case .undecided(let reason):
        undecided.append(
          Self.problem(place, keyword, "The pattern '\(text.cut(60))' is not checked: \(reason)."))
        tables.patterns.append(nil)
      }
    }
    return tables.patterns.count - 1
  }

  mutating func branches(
    _ kind: Rule.Kind, _ value: JSON, _ keyword: String, base: String, _ made: inout [Rule]
  ) {
    guard expect(.array, value, keyword) else { return }
    if value.count == 0 { return report(value, keyword, "'\(keyword)' must list at least one schema.") }
    tables.branches.append(value.elements.map { subschema($0, keyword, base: base) })
    made.append(rule(kind, tables.branches.count - 1, value))
  }

  mutating func conditional(_ value: JSON, in schema: JSON, base: String, _ made: inout [Rule]) {
    let then = schema["then"].map { subschema($0, "then", base: base) }
    let otherwise = schema["else"].map { subschema($0, "else", base: base) }
    tables.conditionals.append(
      ConditionalTable(test: subschema(value, "if", base: base), then: then, otherwise: otherwise))
    made.append(rule(.conditional, tables.conditionals.count - 1, value))
  }

  mutating func contains(_ value: JSON, in schema: JSON, base: String, _ made: inout [Rule]) {
    var table = ContainsTable(node: subschema(value, "contains", base: base), minimum: 1)
    if let minimum = schema["minContains"] {
      table.minimum = count(minimum, "minContains") ?? 1
      table.minimumPlace = rule(.contains, 0, minimum)
    }
    if let maximum = schema["maxContains"] {
      table.maximum = count(maximum, "maxContains")
      table.maximumPlace = rule(.contains, 0, maximum)
    }
    tables.contains.append(table)
    made.append(rule(.contains, tables.contains.count - 1, value))
  }

  mutating func dependentRequired(_ value: JSON, _ made: inout [Rule]) {
    guard expect(.object, value, "dependentRequired") else { return }
    var needs: [(PropertyName, [PropertyName])] = []
    for (name, list) in value.members {
      guard let names = names(list, "dependentRequired") else { return }
      needs.append((PropertyName(name), names))
    }
    tables.dependentNames.append(needs)
    made.append(rule(.dependentRequired, tables.dependentNames.count - 1, value))
  }

  mutating func objectTable(_ schema: JSON, base: String) -> (table: ObjectTable, place: JSON)? {
    var table = ObjectTable()
    var place: JSON?
    if let value = schema["properties"], expect(.object, value, "properties") {
      place = value
      table.describesProperties = true
      for (name, property) in value.members where value[name]?.node == property.node {
        table.add(name, subschema(property, "properties", base: base))
      }
      table.seal()
    }
    if let value = schema["patternProperties"], expect(.object, value, "patternProperties") {
      place = place ?? value
      table.describesProperties = true
      for (text, property) in value.members {
        guard let index = pattern(property, text, "patternProperties") else { continue }
        table.patterns.append((index, subschema(property, "patternProperties", base: base)))
      }
    }
    if let value = schema["additionalProperties"] {
      place = place ?? value
      table.additional = subschema(value, "additionalProperties", base: base)
      table.additionalPlace = rule(.object, 0, value)
    }
    return place.map { (table, $0) }
  }

  mutating func itemsTable(_ schema: JSON, base: String) -> (table: ItemsTable, place: JSON)? {
    var table = ItemsTable()
    var place: JSON?
    if let value = schema["prefixItems"], expect(.array, value, "prefixItems") {
      place = value
      table.prefix = value.elements.map { subschema($0, "prefixItems", base: base) }
    }
    if let value = schema["items"] {
      place = place ?? value
      if value.kind == .array {
        report(value, "items", "'items' must be a schema; a list of schemas is written 'prefixItems'.")
      } else {
        table.rest = subschema(value, "items", base: base)
      }
    }
    return place.map { (table, $0) }
  }
}

extension String {
  /// The text, cut to a number of characters with an ellipsis.
  func cut(_ length: Int) -> String {
    count > length ? prefix(length - 1) + "…" : self
  }
}
