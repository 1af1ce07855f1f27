extension JSON: Equatable {
  /// JSON equality: numbers by mathematical value, strings by their scalars, objects whatever the order of members.
  ///
  /// Of repeated keys the last counts. Pairs still to compare stand on a list, so depth costs no stack.
  public static func == (left: JSON, right: JSON) -> Bool {
    if left.document === right.document, left.node == right.node { return true }
    return left.document.withReader { leftTape in
      right.document.withReader { rightTape in leftTape.areEqual(left.node, rightTape, right.node) }
    }
  }
}
