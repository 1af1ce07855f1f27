import PlumblineJSONTree

/// Support for rules that apply other schemas, either to the same value or inside it.
extension Validator {
  mutating func allHold(_ branches: BranchShape, _ value: Int) -> Bool {
    for place in 0..<Int(branches.count) where !holds(branch(branches, place), value) { return false }
    return true
  }

  mutating func anyHolds(_ branches: BranchShape, _ value: Int) -> Bool {
    let ruledOut = ruledOut(branches, value)
    for place in 0..<Int(branches.count) where ruledOut >> UInt64(place) & 1 == 0 {
      if holds(branch(branches, place), value) { return true }
    }
    return false
  }

  mutating func oneHolds(_ branches: BranchShape, _ value: Int) -> Bool {
    let count = holdingCount(branches, value)
    if !metUnknown || count == 0 { return count == 1 }
    let others = inverted { $0.holdingCount(branches, value) }
    // If unknown rules are assumed to hold, at least one branch must hold and no two may certainly hold. If they are
    // assumed to fail, one branch must certainly hold and no other may possibly hold.
    return unknown ? others <= 1 : count == 1 && others == 1
  }

  /// Returns the number of branches that hold, counting up to two.
  private mutating func holdingCount(_ branches: BranchShape, _ value: Int) -> Int {
    let ruledOut = ruledOut(branches, value)
    var count = 0
    // A shift past the last bit yields zero, so branches beyond the first 64 are never ruled out.
    for place in 0..<Int(branches.count) where ruledOut >> UInt64(place) & 1 == 0 {
      if !holds(branch(branches, place), value) { continue }
      count += 1
      if count > 1 { break }
    }
    return count
  }

  /// Returns the branches that a value's discriminating member rules out, with one bit each.
  private mutating func ruledOut(_ branches: BranchShape, _ value: Int) -> UInt64 {
    if branches.discriminator < 0 || !reader[value].isObject { return 0 }
    let discriminator = discriminators[Int(branches.discriminator)]
    var key = value + 1
    let end = next(value)
    var looked = 0
    while key < end, looked < Discriminator.reach {
      if UInt32(truncatingIfNeeded: reader[key].payload) == discriminator.hash, equals(key, discriminator.name) {
        guard reader.kind(key + 1) == .string else { return discriminator.ruledOut }
        let start = Int(discriminator.start)
        for place in start..<start + Int(discriminator.count) where equals(key + 1, discriminatorTexts[place].text) {
          return discriminatorTexts[place].ruledOut
        }
        return discriminator.ruledOut
      }
      key = next(key + 1)
      looked += 1
    }
    return 0
  }

  /// Returns the branches that list the value's discriminating member in their `const` or `enum`. The array is empty if
  /// the value has no such member.
  mutating func named(_ branches: BranchShape, by value: Int) -> [Int] {
    let ruledOut = ruledOut(branches, value)
    if ruledOut == 0 { return [] }
    let named = discriminators[Int(branches.discriminator)].ruledOut & ~ruledOut
    var found: [Int] = []
    for place in 0..<min(64, Int(branches.count)) where named >> UInt64(place) & 1 != 0 {
      found.append(branch(branches, place))
    }
    return found
  }

  @inline(__always)
  private func branch(_ branches: BranchShape, _ place: Int) -> Int { Int(listedNodes[Int(branches.start) + place]) }

  mutating func conditionalHolds(_ index: Int, _ value: Int) -> Bool {
    let table = schema.tables.conditionals[index]
    guard table.then != nil || table.otherwise != nil else { return true }
    let (isTrue, isFalse) = test(table.test, value)
    if isTrue != isFalse { return (isTrue ? table.then : table.otherwise).map { holds($0, value) } ?? true }
    // If the condition is undecided, either branch may apply.
    let then = table.then.map { holds($0, value) } ?? true
    let otherwise = table.otherwise.map { holds($0, value) } ?? true
    return unknown ? then || otherwise : then && otherwise
  }

  /// Returns whether a node holds and whether it fails. If the result is unknown, both may be `true`, or both `false`.
  mutating func test(_ node: Int, _ value: Int) -> (isTrue: Bool, isFalse: Bool) {
    let isTrue = holds(node, value)
    return (isTrue, metUnknown ? !inverted { $0.holds(node, value) } : !isTrue)
  }

  mutating func dependentSchemasHold(_ index: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    for entry in schema.tables.dependentSchemas[index] where has(value, entry.name) && !holds(entry.node, value) {
      return false
    }
    return true
  }

  mutating func namesHold(_ node: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    let end = next(value)
    var key = value + 1
    while key < end {
      if !holds(node, key) { return false }
      key = next(key + 1)
    }
    return true
  }

  @inline(__always)
  func next(_ value: Int) -> Int { reader.next(value) }

  mutating func membersHold(_ index: Int, _ value: Int) -> Bool {
    if reader[value].kindBits != UInt32(JSONKind.object.rawValue) { return true }
    let shape = shapes[index]
    let end = next(value)
    var key = value + 1
    var seen: UInt64 = 0
    while key < end {
      var isNamed = false
      if let slot = slot(of: key, shape) {
        seen |= slot.bit
        if slot.node >= 0 {
          isNamed = true
          if !holds(Int(slot.node), key + 1) { return false }
        }
      }
      if shape.hasPatterns, !patternsHold(index, key, &isNamed) { return false }
      if !isNamed, shape.additional >= 0, !holds(Int(shape.additional), key + 1) { return false }
      key = next(key + 1)
    }
    return seen == shape.required
  }

  /// Returns the slot of a shape for a key's name.
  @inline(__always)
  private func slot(of key: Int, _ shape: ObjectShape) -> PropertySlot? {
    if shape.slotMask < 0 { return nil }
    let node = reader[key]
    let hash = UInt32(truncatingIfNeeded: node.payload)
    var place = Int(hash) & Int(shape.slotMask)
    while true {
      let slot = slots[Int(shape.slotStart) + place]
      if slot.hash == hash, equals(key, slot.text) { return slot }
      if slot.hash == PropertySlot.empty { return nil }
      place = (place + 1) & Int(shape.slotMask)
    }
  }

  /// Returns a Boolean value that indicates whether a string or key equals a string in the tables.
  @inline(__always)
  func equals(_ value: Int, _ text: TextRange) -> Bool {
    let node = reader[value]
    if !node.hasEscapes, node.contents.count != Int(text.count) { return false }
    let text = part(text)
    return reader.isText(value, UnsafeBufferPointer(start: text.base, count: text.count))
  }

  @inline(__always)
  func part(_ text: TextRange) -> ByteView {
    textBytes.part(Int(text.start)..<Int(text.start) + Int(text.count))
  }

  private mutating func patternsHold(_ index: Int, _ key: Int, _ isNamed: inout Bool) -> Bool {
    for (pattern, node) in schema.tables.objects[index].patterns {
      switch matches(pattern, key) {
      case true:
        isNamed = true
        if !holds(node, key + 1) { return false }
      case nil:
        // The object certainly holds only if the member is valid whether or not the pattern matches.
        if answerUnknown(key) { isNamed = true } else if !holds(node, key + 1) { return false }
      default: break
      }
    }
    return true
  }

  /// Returns a Boolean value that indicates whether a string or key matches a pattern, or `nil` if that can't be
  /// decided.
  mutating func matches(_ pattern: Int, _ value: Int) -> Bool? {
    guard let machine = machines[pattern].machine else { return nil }
    if let text = plainText(value) {
      return runs(machine, text)
    }
    // Decode the string in a way that keeps lone surrogates.
    let contents = reader.contents(value)
    guard let base = contents.baseAddress else { return nil }
    let decoded = ByteView(base: base, count: contents.count).withSpan { EscapedText.decode($0) }[...]
    return machine._withUnsafeGuaranteedRef { $0.matches(decoded.span, &allowance) }
  }

  mutating func itemsHold(_ index: Int, _ value: Int) -> Bool {
    if reader[value].kindBits != UInt32(JSONKind.array.rawValue) { return true }
    let shape = itemShapes[index]
    let end = next(value)
    var element = value + 1
    var place = 0
    while element < end {
      if place < Int(shape.prefixCount) {
        if !holds(Int(listedNodes[Int(shape.prefixStart) + place]), element) { return false }
        place += 1
      } else {
        if shape.rest < 0 { return true }
        if !holds(Int(shape.rest), element) { return false }
      }
      element = next(element)
    }
    return true
  }

  mutating func containsHolds(_ index: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .array else { return true }
    let table = schema.tables.contains[index]
    let count = containedCount(table, value)
    let others = metUnknown ? inverted { $0.containedCount(table, value) } : count
    return count >= table.minimum && others <= table.maximum ?? .max
  }

  mutating func containedCount(_ table: ContainsTable, _ array: Int) -> Int {
    var count = 0
    var element = array + 1
    let end = next(array)
    while element < end {
      if holds(table.node, element) { count += 1 }
      element = next(element)
    }
    return count
  }

  mutating func unevaluatedPropertiesHold(_ rest: Int, of node: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    let marks = evaluatedMembers(node, value)
    var key = value + 1
    for mark in marks {
      if !mark, !holds(rest, key + 1) { return false }
      key = next(key + 1)
    }
    return true
  }

  mutating func unevaluatedItemsHold(_ rest: Int, of node: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .array else { return true }
    let marks = evaluatedItems(node, value)
    var element = value + 1
    for mark in marks {
      if !mark, !holds(rest, element) { return false }
      element = next(element)
    }
    return true
  }
}
