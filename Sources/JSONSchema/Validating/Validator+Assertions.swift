import JSONTree

/// The rules that look at one value without applying another schema.
extension Validator {
  func assertionHolds(_ rule: Rule, _ value: Int) -> Bool {
    let kind = document.kind(value)
    switch rule.kind {
    case .never: return false
    case .types: return typeHolds(TypeSet(rawValue: UInt8(truncatingIfNeeded: rule.operand)), kind, value)
    case .constant, .enumeration: return isListed(rule, kind, value)
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf:
      return kind != .number || numberHolds(rule, value)
    case .minLength, .maxLength, .format, .pattern: return kind != .string || stringHolds(rule, value)
    case .minItems: return kind != .array || document.count(value) >= rule.index
    case .maxItems: return kind != .array || document.count(value) <= rule.index
    case .uniqueItems: return kind != .array || repeatedItem(value) == nil
    case .minProperties: return kind != .object || memberCount(value) >= rule.index
    case .maxProperties: return kind != .object || memberCount(value) <= rule.index
    case .required: return kind != .object || missing(schema.tables.names[rule.index], value) == nil
    case .dependentRequired:
      return kind != .object
        || schema.tables.dependentNames[rule.index].allSatisfy { entry in
          !has(value, entry.name) || missing(entry.needed, value) == nil
        }
    default: return true
    }
  }

  func typeHolds(_ types: TypeSet, _ kind: JSONKind, _ value: Int) -> Bool {
    if types.contains(TypeSet(kind)) { return true }
    return kind == .number && types.contains(.integer) && document.number(value).isInteger
  }

  private func isListed(_ rule: Rule, _ kind: JSONKind, _ value: Int) -> Bool {
    let cursor = JSON(document, value)
    return schema.tables.values[rule.index].contains { $0.kind == kind && $0 == cursor }
  }

  private func numberHolds(_ rule: Rule, _ value: Int) -> Bool {
    let limit = schema.tables.numbers[rule.index]
    let number = document.number(value)
    switch rule.kind {
    case .minimum: return !(number < limit)
    case .exclusiveMinimum: return limit < number
    case .maximum: return !(limit < number)
    case .exclusiveMaximum: return number < limit
    default: return number.isMultiple(of: limit)
    }
  }

  private func stringHolds(_ rule: Rule, _ value: Int) -> Bool {
    let text = document.stringBytes(value)
    switch rule.kind {
    case .minLength: return Self.scalarCount(text) >= rule.index
    case .maxLength: return Self.scalarCount(text) <= rule.index
    case .format: return schema.tables.formats[rule.index].holds(text)
    default: return schema.tables.patterns[rule.index]?.matches(text) ?? true
    }
  }

  static func scalarCount(_ text: [UInt8]) -> Int {
    text.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  /// The members of an object, a repeated key counted once.
  func memberCount(_ object: Int) -> Int {
    guard document.hasDuplicateKeys else { return document.count(object) }
    var count = 0
    var key = object + 1
    while key < document.next(object) {
      if !document.tape[key].isShadowed { count += 1 }
      key = document.next(key + 1)
    }
    return count
  }

  func has(_ object: Int, _ name: PropertyName) -> Bool {
    document.member(object, name.bytes, hash: name.hash) != nil
  }

  /// The first of these names that an object lacks.
  func missing(_ names: [PropertyName], _ object: Int) -> PropertyName? {
    names.first { !has(object, $0) }
  }

  /// The first element that equals an earlier one.
  func repeatedItem(_ array: Int) -> (first: Int, again: Int)? {
    let count = document.count(array)
    if count < 2 { return nil }
    var seen: [JSON: Int] = [:]
    seen.reserveCapacity(count)
    var element = array + 1
    for index in 0..<count {
      if let first = seen.updateValue(index, forKey: JSON(document, element)) { return (first, index) }
      element = document.next(element)
    }
    return nil
  }
}
