/// The member that distinguishes the branches of a `oneOf` or `anyOf`, if there is one.
///
/// Alternatives in a document usually have a member for their kind: `{"type": {"const": "ticket"}}` in one,
/// `{"const": "asset"}` in the next. A value whose `type` is `"asset"` can't satisfy the first, whatever else it
/// contains, so the boolean pass needn't try it. This is merely a shortcut: a branch is ruled out only if its own
/// `const` or `enum` would reject the value, and the remaining ones are fully validated.
struct Discriminator: Sendable {
  /// The number of members of a value to examine: kinds come early, and a long object shouldn't be visited twice.
  static let reach = 16

  /// The member's name.
  var name: TextRange
  /// The name's hash.
  var hash: UInt32
  /// The first of the strings that branches allow, and their number.
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

/// The member that distinguishes branches, and the strings that they allow for it.
struct BranchNaming {
  let member: String
  /// The texts that branches allow, in their order.
  let texts: [String]
  /// The branches that allow only some of the strings: one bit each.
  let named: UInt64

  /// Returns a Boolean value that indicates whether a branch has its own texts.
  func names(_ branch: Int) -> Bool { named >> UInt64(branch) & 1 != 0 }
}

extension SchemaTables {
  /// Returns the member that distinguishes the branches of an entry of `branches`; `nil` if none does.
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
