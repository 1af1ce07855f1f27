/// The tables that are made once, when first asked for.
extension JSONDocument {
  /// Arrays are indexed when somebody asks for an element past this one by its index.
  private static let indexedElements = 32

  /// The place of a byte offset.
  package func location(ofOffset offset: Int) -> SourceLocation {
    let table = tables.withLock { tables in
      if let lines = tables.lines { return lines }
      let made = LineTable(bytes)
      tables.lines = made
      return made
    }
    let position = table.position(of: offset, in: bytes)
    return SourceLocation(file: file, line: position.line, column: position.column)
  }

  /// How many objects and arrays have an index by now, because somebody looked for something inside them.
  package var indexedContainers: Int { tables.withLock { $0.members.count + $0.elements.count } }

  func memberIndex(of object: Int, _ reader: TapeReader) -> MemberIndex {
    if let index = tables.withLock({ $0.members[object] }) { return index }
    // Made outside the lock: two threads may both make it, and then have the same.
    let made = MemberIndex(object, reader)
    tables.withLock { $0.members[object] = made }
    return made
  }

  /// The node of an array's element, whose index must be in bounds.
  func element(_ array: Int, _ index: Int) -> Int {
    if index <= Self.indexedElements {
      var node = array + 1
      for _ in 0..<index { node = next(node) }
      return node
    }
    if let nodes = tables.withLock({ $0.elements[array] }) { return Int(nodes[index]) }
    let made = withReader { reader in reader.elements(of: array).map { UInt32(truncatingIfNeeded: $0) } }
    tables.withLock { $0.elements[array] = made }
    return Int(made[index])
  }
}
