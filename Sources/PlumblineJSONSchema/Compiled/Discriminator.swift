/// The member by which the branches of a `oneOf` or `anyOf` tell themselves apart, where they do.
///
/// Alternatives of one document mostly name their kind: `{"type": {"const": "ticket"}}` in one, `{"const": "asset"}` in the
/// next. A value whose `type` is `"asset"` can't satisfy the first, whatever else it holds, so the boolean pass need not
/// try it. That is no more than a short cut: a branch is only ruled out where its own `const` or `enum` would refuse the
/// value, and those left are judged in full.
struct Discriminator: Sendable {
  /// How many members of a value are looked at: kinds stand early, and a long object should not be gone through twice.
  static let reach = 16

  /// The member's name.
  var name: TextRange
  /// The name's hash.
  var hash: UInt32
  /// The first of the texts that branches allow, and their number.
  var start: Int32
  var count: Int32
  /// The branches that no other value of the member satisfies: one bit each.
  var ruledOut: UInt64
}

/// One text that branches allow for a discriminating member.
struct DiscriminatorText: Sendable {
  var text: TextRange
  /// The branches that this text rules out: one bit each.
  var ruledOut: UInt64
}
