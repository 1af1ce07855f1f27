import JSONTree

/// The rules that look at one value without applying another schema.
extension Validator {
  func assertionHolds(_ rule: Rule, _ value: Int) -> Bool {
    let kind = document.kind(value)
    switch rule.kind {
    case .never: return false
    case .types: return typeHolds(TypeSet(rawValue: UInt8(truncatingIfNeeded: rule.operand)), kind, value)
    case .constant, .enumeration: return isListed(rule.index, kind, value)
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf:
      return kind != .number || numberHolds(rule, value)
    case .minLength: return kind != .string || lengthHolds(value, atLeast: rule.index)
    case .maxLength: return kind != .string || lengthHolds(value, atMost: rule.index)
    case .format: return kind != .string || withText(value, formats[rule.index].holds)
    case .pattern: return kind != .string || matches(rule.index, value) ?? true
    case .minItems: return kind != .array || document.count(value) >= rule.index
    case .maxItems: return kind != .array || document.count(value) <= rule.index
    case .uniqueItems: return kind != .array || isUnique(value)
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
    return kind == .number && types.contains(.integer) && isInteger(value, byLiteral: types.contains(.literalInteger))
  }

  private func isInteger(_ value: Int, byLiteral: Bool) -> Bool {
    let text = bytes.part(tape[value].range)
    if byLiteral { return text.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDecimalDigit } }
    let decimal = Decimal64(text)
    return decimal.isExact ? decimal.isInteger : document.number(value).isInteger
  }

  private func isListed(_ index: Int, _ kind: JSONKind, _ value: Int) -> Bool {
    let list = lists[index]
    if list.kinds & kind.bit == 0 { return false }
    switch kind {
    case .null: return true
    case .bool: return document.bool(value) ? list.allowsTrue : list.allowsFalse
    case .string where !tape[value].hasEscapes:
      let contents = tape[value].contents
      for place in 0..<Int(list.textCount) where equals(contents, texts[Int(list.textStart) + place]) { return true }
      return false
    default:
      let cursor = JSON(document, value)
      return schema.tables.values[index].contains { $0.kind == kind && $0 == cursor }
    }
  }

  private func numberHolds(_ rule: Rule, _ value: Int) -> Bool {
    let limit = decimals[rule.index]
    let number = Decimal64(bytes.part(tape[value].range))
    guard limit.isExact, number.isExact else { return longNumberHolds(rule, value) }
    switch rule.kind {
    case .minimum: return !(number < limit)
    case .exclusiveMinimum: return limit < number
    case .maximum: return !(limit < number)
    case .exclusiveMaximum: return number < limit
    default: return number.isMultiple(of: limit)
    }
  }

  private func longNumberHolds(_ rule: Rule, _ value: Int) -> Bool {
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

  /// A string's decoded text: where it lies, unless it has escapes.
  @inline(__always)
  func withText<Result>(_ value: Int, _ body: (ByteView) -> Result) -> Result {
    let node = tape[value]
    if !node.hasEscapes { return body(bytes.part(node.contents)) }
    return document.stringBytes(value).withUnsafeBufferPointer { buffer in
      body(ByteView(base: buffer.baseAddress ?? bytes.base, count: buffer.count))
    }
  }

  private func lengthHolds(_ value: Int, atLeast minimum: Int) -> Bool {
    // A character takes one to four bytes: most strings are judged by their length in bytes.
    withText(value) { $0.count / 4 >= minimum || $0.count >= minimum && Self.scalarCount($0) >= minimum }
  }

  private func lengthHolds(_ value: Int, atMost maximum: Int) -> Bool {
    withText(value) { $0.count <= maximum || $0.count / 4 <= maximum && Self.scalarCount($0) <= maximum }
  }

  static func scalarCount(_ text: some Sequence<UInt8>) -> Int {
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
}
