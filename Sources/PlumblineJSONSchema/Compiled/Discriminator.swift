/// The member that distinguishes the branches of a `oneOf` or `anyOf`.
///
/// Alternatives in a document usually have a member for their kind, such as `{"type": {"const": "ticket"}}` in one and
/// `{"const": "asset"}` in the next. A value whose `type` is `"asset"` can't satisfy the first, whatever else it
/// contains, so the boolean pass needn't try it. This is merely a shortcut: a branch is ruled out only if its own
/// `const` or `enum` would reject the value, and the remaining branches are fully validated.
struct Discriminator: Sendable {
  /// The maximum number of members of a value to examine. The discriminating member usually comes early, and long
  /// objects shouldn't be visited twice.
  static let reach = 16

  /// The member's name.
  var name: TextRange
  /// The name's hash.
  var hash: UInt32
  /// The index of the first of the ``count`` strings that branches allow.
  var start: Int32
  var count: Int32
  /// The branches that any other value of the member rules out, with one bit each.
  var ruledOut: UInt64
}

/// A string that branches allow for a discriminating member.
struct DiscriminatorText: Sendable {
  var text: TextRange
  /// The branches that the string rules out, with one bit each.
  var ruledOut: UInt64
}

/// The member that distinguishes branches, along with the strings that the branches allow for it.
struct BranchNaming {
  let member: String
  /// The strings that branches allow, in the order of the branches.
  let texts: [String]
  /// The branches that allow only some of the strings, with one bit each.
  let named: UInt64

  /// Returns a Boolean value that indicates whether a branch restricts the member to certain strings.
  func names(_ branch: Int) -> Bool { named >> UInt64(branch) & 1 != 0 }
}

extension SchemaTables {
  /// Returns the member that distinguishes the branches at an index in `branches`, or `nil` if there is none.
  func naming(of index: Int) -> BranchNaming? {
    let shape = branchShapes[index]
    if shape.discriminator < 0 { return nil }
    let discriminator = discriminators[Int(shape.discriminator)]
    let start = Int(discriminator.start)
    let texts = (start..<start + Int(discriminator.count)).map { string(discriminatorTexts[$0].text) }
    return BranchNaming(member: string(discriminator.name), texts: texts, named: discriminator.ruledOut)
  }

  private func string(_ range: TextRange) -> String {
    let start = Int(range.start)
    return String(decoding: Array(bytes[start..<start + Int(range.count)]), as: UTF8.self)
  }
}
