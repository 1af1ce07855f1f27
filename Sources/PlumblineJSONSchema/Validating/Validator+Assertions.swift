import PlumblineASCII
import PlumblineJSONTree

/// Support for rules that examine one value without applying another schema.
///
/// The methods of the boolean pass are `mutating` even if they don't change anything. A nonmutating call would copy the
/// validator, because the compiler can't prove that the validator doesn't change during the call.
extension Validator {
  /// Returns a Boolean value that indicates whether an assertion holds for a value of a kind that it applies to.
  mutating func assertionHolds(_ rule: Rule, _ value: Int) -> Bool {
    switch rule.kind {
    case .never: return false
    case .types: return typeHolds(TypeSet(rawValue: UInt8(truncatingIfNeeded: rule.operand)), reader.kind(value), value)
    case .constant, .enumeration: return isListed(rule.index, reader.kind(value), value)
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: return numberHolds(rule, value)
    case .minLength: return reader.scalarCount(value) >= rule.index
    case .maxLength: return reader.scalarCount(value) <= rule.index
    case .format: return formatHolds(formats[rule.index], value)
    case .pattern: return matches(rule.index, value) ?? answerUnknown(value)
    case .minItems: return reader.count(value) >= rule.index
    case .maxItems: return reader.count(value) <= rule.index
    case .uniqueItems: return isUnique(value)
    case .minProperties: return memberCount(value) >= rule.index
    case .maxProperties: return memberCount(value) <= rule.index
    case .required: return requiredHolds(rule, value)
    case .dependentRequired: return dependenciesHold(rule, value)
    default: return true
    }
  }

  @inline(never)
  private mutating func requiredHolds(_ rule: Rule, _ value: Int) -> Bool {
    missing(schema.tables.names[rule.index], value) == nil
  }

  @inline(never)
  private mutating func dependenciesHold(_ rule: Rule, _ value: Int) -> Bool {
    for entry in schema.tables.dependentNames[rule.index] where has(value, entry.name) {
      if missing(entry.needed, value) != nil { return false }
    }
    return true
  }

  mutating func typeHolds(_ types: TypeSet, _ kind: JSONKind, _ value: Int) -> Bool {
    if types.contains(TypeSet(kind)) { return true }
    return kind == .number && types.contains(.integer) && isInteger(value, byLiteral: types.contains(.literalInteger))
  }

  private mutating func isInteger(_ value: Int, byLiteral: Bool) -> Bool {
    if byLiteral { return reader.literal(value).allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit } }
    return reader.isInteger(value)
  }

  private mutating func isListed(_ index: Int, _ kind: JSONKind, _ value: Int) -> Bool {
    let list = lists[index]
    if list.kinds & kind.bit == 0 { return false }
    switch kind {
    case .null: return true
    case .bool: return reader.bool(value) ? list.allowsTrue : list.allowsFalse
    case .string:
      if list.isLong { return isListed(amongMany: index, value) }
      for place in 0..<Int(list.textCount) where equals(value, texts[Int(list.textStart) + place]) { return true }
      return false
    default:
      if list.isLong { return isListed(amongMany: index, value) }
      return isListed(among: schema.tables.values[index], kind, value)
    }
  }

  @inline(never)
  private mutating func isListed(amongMany index: Int, _ value: Int) -> Bool {
    schema.tables.longLists[index]?.contains(JSON(document, value)) ?? false
  }

  @inline(never)
  private mutating func isListed(among values: [JSON], _ kind: JSONKind, _ value: Int) -> Bool {
    let cursor = JSON(document, value)
    return values.contains { $0.kind == kind && $0 == cursor }
  }

  private mutating func numberHolds(_ rule: Rule, _ value: Int) -> Bool {
    let limit = decimals[rule.index]
    let number = Decimal64(reader.literal(value))
    guard limit.isExact, number.isExact else { return longNumberHolds(rule, value) }
    switch rule.kind {
    case .minimum: return !(number < limit)
    case .exclusiveMinimum: return limit < number
    case .maximum: return !(limit < number)
    case .exclusiveMaximum: return number < limit
    default: return number.isMultiple(of: limit)
    }
  }

  private mutating func longNumberHolds(_ rule: Rule, _ value: Int) -> Bool {
    let limit = schema.tables.numbers[rule.index]
    switch rule.kind {
    case .minimum: return reader.compare(value, limit) >= 0
    case .exclusiveMinimum: return reader.compare(value, limit) > 0
    case .maximum: return reader.compare(value, limit) <= 0
    case .exclusiveMaximum: return reader.compare(value, limit) < 0
    default: return reader.isMultiple(value, of: limit)
    }
  }

  /// Returns a view of a string's text, or `nil` if it contains escapes.
  ///
  /// Closures that capture the validator would copy it, so the code for common strings avoids closures.
  @inline(__always)
  func plainText(_ value: Int) -> ByteView? {
    if reader[value].hasEscapes { return nil }
    let contents = reader.contents(value)
    return contents.baseAddress.map { ByteView(base: $0, count: contents.count) }
  }

  /// Calls a closure with the decoded text of a string or key.
  static func decoded<Result>(_ reader: TapeReader, _ value: Int, _ body: (ByteView) -> Result) -> Result {
    let text = reader.decodedText(value) + [0]
    return text.withUnsafeBufferPointer { buffer in
      body(ByteView(base: buffer.baseAddress.unsafelyUnwrapped, count: buffer.count - 1))
    }
  }

  private mutating func formatHolds(_ format: Format, _ value: Int) -> Bool {
    if let text = plainText(value) { return format.holds(text) }
    return Self.decoded(reader, value) { format.holds($0) }
  }

  /// Returns the number of members of an object, counting a repeated key once.
  func memberCount(_ object: Int) -> Int {
    guard document.hasDuplicateKeys else { return reader.count(object) }
    return reader.keys(of: object).reduce(0) { reader[$1].isShadowed ? $0 : $0 + 1 }
  }

  func has(_ object: Int, _ name: MemberName) -> Bool {
    reader.member(object, name.bytes, hash: name.hash) != nil
  }

  /// Returns the first name in a list that an object lacks.
  func missing(_ names: [MemberName], _ object: Int) -> MemberName? {
    names.first { !has(object, $0) }
  }
}

extension Validator {
  /// The maximum number of scalars in arrays whose elements are compared pairwise, which doesn't need memory.
  private static let pairwiseLimit = 16

  /// Returns a Boolean value that indicates whether no two elements are equal.
  mutating func isUnique(_ array: Int) -> Bool {
    let count = document.count(array)
    if count < 2 { return true }
    // Elements without children are adjacent on the tape.
    guard count <= Self.pairwiseLimit, next(array) == array + 1 + count else { return repeatedItem(array) == nil }
    for later in array + 2...array + count {
      for earlier in array + 1..<later where reader.areEqual(earlier, reader, later) { return false }
    }
    return true
  }

  /// Returns the first element that equals an earlier element, along with the earlier one.
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
