extension JSON {
  /// The path from the document's root. Costs a step for each sibling before the value and before its parents.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var parent = 0
    while parent != node {
      let isObject = document.kind(parent) == .object
      var child = parent + 1
      var index = 0
      while true {
        let value = isObject ? child + 1 : child
        if node < document.next(value) {
          // A cursor to a key has the pointer of its member.
          tokens.append(isObject ? document.string(child) : String(index))
          parent = isObject && child == node ? node : value
          break
        }
        child = document.next(value)
        index += 1
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// Where the value starts.
  public var location: SourceLocation { document.location(ofOffset: Int(document.tape[node].offset)) }

  /// Where a member's key starts; nil where there is no such member.
  public func keyLocation(of key: String) -> SourceLocation? {
    document.member(node, key).map {
      document.location(ofOffset: Int(document.tape[$0].offset))
    }
  }
}
