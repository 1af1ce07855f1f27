import JSONTree

extension ExampleMaker {
  private static let itemLimit = 1_000

  /// An object with all that is required, and what is optional where that is wanted.
  mutating func object(_ all: [Int], _ rules: [Rule], depth: Int, variation: Int) -> JSON? {
    let tables = rules.filter { $0.kind == .object }.map { schema.tables.objects[$0.index] }
    var required = rules.filter { $0.kind == .required }.flatMap { schema.tables.names[$0.index] }.map(\.text)
    let limit = rules.filter { $0.kind == .maxProperties }.map(\.index).min() ?? .max
    var names: [String] = []
    for table in tables {
      for property in table.properties where !names.contains(property.name.text) { names.append(property.name.text) }
    }
    for name in required where !names.contains(name) { names.append(name) }
    if !wantsOptional(at: depth) { names.removeAll { !required.contains($0) } }
    var members: [(String, JSON)] = []
    var index = 0
    while index < names.count {
      let name = names[index]
      index += 1
      let isRequired = required.contains(name)
      if !isRequired, members.count + required.count >= limit { continue }
      guard let value = member(name, tables, rules, depth: depth, variation: variation) else {
        if isRequired { return nil }
        continue
      }
      members.append((name, value))
      for rule in rules where rule.kind == .dependentRequired {
        for entry in schema.tables.dependentNames[rule.index] where entry.name.text == name {
          for needed in entry.needed {
            if !required.contains(needed.text) { required.append(needed.text) }
            if !names.contains(needed.text) { names.append(needed.text) }
          }
        }
      }
    }
    return filled(members, tables, rules, depth: depth, variation: variation).map(JSON.object)
  }

  private mutating func member(
    _ name: String, _ tables: [ObjectTable], _ rules: [Rule], depth: Int, variation: Int
  ) -> JSON? {
    var nodes: [Int] = []
    for table in tables {
      let property = table.properties.first { $0.name.text == name }
      if let property { nodes.append(property.node) }
      let matching = table.patterns.filter { schema.tables.patterns[$0.pattern]?.matches(Array(name.utf8)) ?? true }
      nodes += matching.map(\.node)
      if property == nil, matching.isEmpty, let additional = table.additional { nodes.append(additional) }
    }
    if tables.isEmpty { nodes += rules.filter { $0.kind == .unevaluatedProperties }.map(\.index) }
    return value(nodes, depth: depth + 1, variation: variation)
  }

  /// Adds members of new names until there are as many as `minProperties` asks for.
  private mutating func filled(
    _ members: [(String, JSON)], _ tables: [ObjectTable], _ rules: [Rule], depth: Int, variation: Int
  ) -> [(String, JSON)]? {
    let minimum = rules.filter { $0.kind == .minProperties }.map(\.index).max() ?? 0
    guard minimum <= Self.itemLimit else { return nil }
    var members = members
    let optional = tables.flatMap(\.properties).map(\.name.text)
    let nameNodes = rules.filter { $0.kind == .propertyNames }.map(\.index)
    var attempt = 0
    while members.count < minimum {
      guard attempt < minimum + optional.count + 100 else { return nil }
      var name = attempt < optional.count ? optional[attempt] : "property\(attempt - optional.count + 1)"
      if attempt >= optional.count, !nameNodes.isEmpty {
        guard let made = value(nameNodes, depth: depth + 1, variation: attempt)?.string else { return nil }
        name = made
      }
      attempt += 1
      if members.contains(where: { $0.0 == name }) { continue }
      if let value = member(name, tables, rules, depth: depth, variation: variation) { members.append((name, value)) }
    }
    return members
  }

  /// An array with as many elements as must be there, and one where that is wanted.
  mutating func array(_ rules: [Rule], depth: Int, variation: Int) -> JSON? {
    let tables = rules.filter { $0.kind == .items }.map { schema.tables.items[$0.index] }
    let contains = rules.filter { $0.kind == .contains }.map { schema.tables.contains[$0.index] }
    let isUnique = rules.contains { $0.kind == .uniqueItems }
    let minimum = max(
      rules.filter { $0.kind == .minItems }.map(\.index).max() ?? 0, contains.map(\.minimum).max() ?? 0)
    let maximum = rules.filter { $0.kind == .maxItems }.map(\.index).min() ?? .max
    guard minimum <= Self.itemLimit else { return nil }
    var wanted = minimum
    if wantsOptional(at: depth), !tables.isEmpty { wanted = max(wanted, tables.map(\.prefix.count).max() ?? 0, 1) }
    wanted = min(wanted, maximum)
    var elements: [JSON] = []
    for index in 0..<wanted {
      var nodes = tables.compactMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest }
      nodes += contains.filter { index < $0.minimum }.map(\.node)
      var made: JSON?
      for attempt in 0..<(isUnique ? 20 : 1) {
        let other = variation + (isUnique ? index : 0) + attempt
        guard let value = value(nodes, depth: depth + 1, variation: other) else { continue }
        if isUnique, elements.contains(value) { continue }
        made = value
        break
      }
      guard let made else {
        if elements.count >= minimum { break }
        return nil
      }
      elements.append(made)
    }
    return .array(elements)
  }
}
