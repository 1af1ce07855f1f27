import PlumblineJSONTree

extension ViolationCollector {
  /// Returns the violation of a rule by a value, with the usual locations.
  func violation(
    _ rule: Rule, _ value: Int, keyword: String? = nil, expected: String, actual: String? = nil, message: String,
    property: String? = nil, allowed: [JSON] = [], types: [String] = [], branches: [[Violation]] = [],
    order: Int? = nil, location: SourceLocation? = nil
  ) -> Violation {
    let cursor = JSON(document, value)
    let place = schema.place(of: rule)
    return Violation(
      keyword: keyword ?? rule.kind.keyword, instance: cursor.pointer,
      instanceLocation: location ?? cursor.location, value: cursor, schemaPointer: place.pointer,
      schemaLocation: place.location, expected: expected, actual: actual ?? describe(cursor), message: message,
      property: property, allowed: allowed, types: types, branches: branches, order: order ?? value)
  }

  /// Returns a value's kind and text, truncated to 80 characters.
  func describe(_ value: JSON) -> String {
    switch value.kind {
    case .null: "null"
    case .array: "an array of \(count(value.count, "element"))"
    case .object: "an object with \(count(value.count, "property", "properties"))"
    default: "\(value.kind.name) \(value.text)".cut(80)
    }
  }

  private func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// Returns the violation of a rule that doesn't apply other schemas.
  func assertion(_ rule: Rule, _ value: Int) -> Violation {
    let cursor = JSON(document, value)
    let actual = describe(cursor)
    func made(_ expected: String, _ message: String, actual: String? = nil, allowed: [JSON] = []) -> Violation {
      violation(rule, value, expected: expected, actual: actual, message: message, allowed: allowed)
    }
    switch rule.kind {
    case .never: return made("nothing", "No value is allowed here.")
    case .types:
      let types = TypeSet(rawValue: UInt8(truncatingIfNeeded: rule.operand)).names
      let names = types.joined(separator: " or ")
      return violation(
        rule, value, expected: names, actual: actual, message: "Expected \(names), found \(actual).", types: types)
    case .constant, .enumeration:
      let allowed = schema.tables.values[rule.index]
      // Show strings in quotes: an empty string would otherwise be invisible, and "null" isn't null. A hundred values
      // exceed the visible length.
      let list = allowed.prefix(100).map { $0.text.cut(40) }.joined(separator: ", ").cut(200)
      let words = allowed.isEmpty ? "no value at all" : allowed.count == 1 ? list : "one of \(list)"
      return made(words, "Expected \(words), found \(actual).", allowed: allowed)
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf:
      let words = Self.bound(rule.kind) + " " + schema.tables.numbers[rule.index].literal
      return made(words, "Expected a number that is \(words), found \(cursor.text.cut(60)).")
    case .minLength, .maxLength:
      let length = validator.reader.scalarCount(value)
      let bound = "\(rule.kind == .minLength ? "at least" : "at most") \(count(rule.index, "character"))"
      return made(bound, "Expected \(bound), found \(count(length, "character")).")
    case .format:
      let name = schema.tables.formats[rule.index].rawValue
      return made("format \(name)", "Expected a string of format \(name), found \(actual).")
    case .pattern:
      let text = (schema.tables.patterns[rule.index]?.text ?? "").cut(80)
      return made("pattern \(text)", "Expected a string that matches \(text), found \(actual).")
    case .minItems, .maxItems:
      let bound = "\(rule.kind == .minItems ? "at least" : "at most") \(count(rule.index, "element"))"
      var counted = made(bound, "Expected \(bound), found \(cursor.count).")
      if rule.kind == .minItems { counted.lacking = rule.index - cursor.count }
      return counted
    case .minProperties, .maxProperties:
      let bound =
        "\(rule.kind == .minProperties ? "at least" : "at most") \(count(rule.index, "property", "properties"))"
      return made(bound, "Expected \(bound), found \(validator.memberCount(value)).")
    case .uniqueItems:
      let pair = validator.repeatedItem(value) ?? (0, 0)
      return made(
        "unique elements", "Element \(pair.again) repeats element \(pair.first).",
        actual: "elements \(pair.first) and \(pair.again) are equal")
    case .contains: return contained(rule, value)
    default:
      return made("a value that doesn't match the 'not' schema", "The value matches a schema that it must not match.")
    }
  }

  private func contained(_ rule: Rule, _ value: Int) -> Violation {
    let table = schema.tables.contains[rule.index]
    var validator = validator
    let number = validator.containedCount(table, value)
    let isShort = number < table.minimum
    let place = (isShort ? table.minimumPlace : table.maximumPlace) ?? rule
    let bound =
      isShort ? "at least \(count(table.minimum, "element"))" : "at most \(count(table.maximum ?? 0, "element"))"
    let keyword = isShort ? table.minimumPlace == nil ? "contains" : "minContains" : "maxContains"
    var counted = violation(
      place, value, keyword: keyword, expected: "\(bound) matching 'contains'",
      actual: "\(number) of \(count(document.count(value), "element"))",
      message: "Expected \(bound) matching 'contains', found \(number).")
    if isShort { counted.lacking = table.minimum - number }
    return counted
  }

  private static func bound(_ kind: Rule.Kind) -> String {
    switch kind {
    case .minimum: "at least"
    case .exclusiveMinimum: "above"
    case .maximum: "at most"
    case .exclusiveMaximum: "below"
    default: "a multiple of"
    }
  }
}
