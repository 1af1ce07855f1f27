extension JSON: Equatable {
  /// JSON equality: numbers by mathematical value, strings by their scalars, objects whatever the order of members.
  ///
  /// Of repeated keys the last counts. Pairs still to compare stand on a list, so depth costs no stack.
  public static func == (left: JSON, right: JSON) -> Bool {
    if left.document === right.document, left.node == right.node { return true }
    var pairs = [(left.node, right.node)]
    while let (one, other) = pairs.popLast() {
      let kind = left.document.kind(one)
      guard kind == right.document.kind(other) else { return false }
      switch kind {
      case .null: break
      case .bool:
        if left.document.bool(one) != right.document.bool(other) { return false }
      case .number:
        if !numbersEqual(left.document, one, right.document, other) { return false }
      case .string:
        if !stringsEqual(left.document, one, right.document, other) { return false }
      case .array:
        guard left.document.count(one) == right.document.count(other) else { return false }
        var (element, match) = (one + 1, other + 1)
        for _ in 0..<left.document.count(one) {
          pairs.append((element, match))
          element = left.document.next(element)
          match = right.document.next(match)
        }
      case .object:
        let keys = left.document.sortedKeys(of: one)
        let matches = right.document.sortedKeys(of: other)
        guard keys.count == matches.count else { return false }
        for (key, match) in zip(keys, matches) {
          guard left.document.tape[Int(key)].payload == right.document.tape[Int(match)].payload,
            stringsEqual(left.document, Int(key), right.document, Int(match))
          else { return false }
          pairs.append((Int(key) + 1, Int(match) + 1))
        }
      }
    }
    return true
  }

  private static func stringsEqual(_ left: JSONDocument, _ one: Int, _ right: JSONDocument, _ other: Int) -> Bool {
    let (leftBytes, rightBytes) = (left.bytes, right.bytes)
    return KeyOrder.compare(left.tape[one], leftBytes.span, right.tape[other], rightBytes.span) == 0
  }

  private static func numbersEqual(_ left: JSONDocument, _ one: Int, _ right: JSONDocument, _ other: Int) -> Bool {
    left.decimal(one) == right.decimal(other)
  }
}

extension JSONDocument {
  /// The key nodes of an object without the shadowed ones, sorted so that equal key sets line up.
  func sortedKeys(of object: Int) -> [UInt32] {
    var keys: [UInt32] = []
    keys.reserveCapacity(count(object))
    var key = object + 1
    let end = next(object)
    while key < end {
      if !tape[key].isShadowed { keys.append(UInt32(truncatingIfNeeded: key)) }
      key = next(key + 1)
    }
    let bytes = bytes
    return KeyOrder.sorted(keys, tape, bytes.span)
  }
}
