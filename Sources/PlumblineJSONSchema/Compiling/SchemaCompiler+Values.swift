import PlumblineJSONTree

extension SchemaCompiler {
  /// Returns a Boolean value that indicates whether a keyword's value has the expected kind, and reports a problem if
  /// not.
  mutating func expect(_ kind: JSONKind, _ value: JSON, _ keyword: String) -> Bool {
    if value.kind == kind { return true }
    report(value, keyword, "'\(keyword)' must be \(kind.phrase), not \(value.kind.phrase).")
    return false
  }

  mutating func types(_ types: TypeSet, _ value: JSON, _ made: inout [Rule]) {
    var rule = rule(.types, Int(types.rawValue), value)
    // The node's `accepts` has already handled all other values.
    rule.kinds = types.needsInteger ? JSONKind.number.bit : 0
    made.append(rule)
  }

  mutating func number(_ kind: Rule.Kind, _ value: JSON, _ keyword: String, _ made: inout [Rule]) {
    guard expect(.number, value, keyword), let number = value.number else { return }
    let literal = Array(number.literal.utf8)
    tables.decimals.append(Decimal64(literal))
    made.append(rule(kind, tables.numbers.append(number), value))
  }

  /// Compiles `minimum` or `maximum`. In draft 04, a separate Boolean keyword makes the bound exclusive.
  mutating func bound(
    _ keyword: SchemaKeyword, _ value: JSON, _ members: SchemaMembers, _ dialect: Dialect, _ made: inout [Rule]
  ) {
    let isLower = keyword == .minimum
    let isExclusive =
      dialect.draft == .draft4 && members[isLower ? .exclusiveMinimum : .exclusiveMaximum]?.bool == true
    let kind: Rule.Kind =
      isLower ? isExclusive ? .exclusiveMinimum : .minimum : isExclusive ? .exclusiveMaximum : .maximum
    number(kind, value, keyword.rawValue, &made)
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

  mutating func types(_ value: JSON, _ dialect: Dialect) -> TypeSet? {
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
    if dialect.draft == .draft4, types.contains(.integer) { types.formUnion(.literalInteger) }
    return types
  }

  mutating func names(_ value: JSON, _ keyword: String) -> [MemberName]? {
    guard expect(.array, value, keyword) else { return nil }
    var names: [MemberName] = []
    for element in value.elements {
      guard expect(.string, element, keyword) else { return nil }
      names.append(MemberName(element.string ?? ""))
    }
    return names
  }

  /// The maximum length of a list of values that is faster to search than a set.
  private static let shortList = 64

  /// Compiles `enum` or `const`.
  mutating func values(_ kind: Rule.Kind, _ values: [JSON], _ place: JSON, _ made: inout [Rule]) {
    var shape = ValueShape(textStart: Int32(clamping: tables.texts.count))
    for value in values {
      shape.kinds |= value.kind.bit
      switch value.kind {
      case .string:
        let text = tables.text(value.document.stringBytes(value.node))
        tables.texts.append(text)
        shape.textCount += 1
      case .bool:
        if value.bool == true { shape.allowsTrue = true } else { shape.allowsFalse = true }
      default: break
      }
    }
    shape.isLong = values.count > Self.shortList
    tables.lists.append(shape)
    tables.longLists.append(shape.isLong ? Set(values) : nil)
    made.append(rule(kind, tables.values.append(values), place))
  }

  /// Returns the index of a pattern. Patterns that can't be decided are stored as `nil`, and invalid patterns are
  /// reported.
  mutating func pattern(_ place: JSON, _ text: String, _ keyword: String) -> Int? {
    if let known = patternIndices[text] { return known }
    do throws(PatternFault) {
      let pattern = try Pattern(text)
      tables.machines.append(MachineReference(machine: .passUnretained(pattern.machine)))
      let index = tables.patterns.append(pattern)
      patternIndices[text] = index
      return index
    } catch {
      switch error {
      case .invalid(let reason):
        report(place, keyword, "The pattern '\(text.cut(60))' can not be used: \(reason).")
        return nil
      case .undecided(let reason):
        note(.undecided, place, keyword, "The pattern '\(text.cut(60))' is not checked: \(reason).")
        tables.machines.append(MachineReference(machine: nil))
        return tables.patterns.append(nil)
      }
    }
  }
}

extension String {
  /// Returns the string truncated to a number of characters, with an ellipsis.
  func cut(_ length: Int) -> String {
    count > length ? prefix(length - 1) + "…" : self
  }
}
