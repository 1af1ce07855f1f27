/// Something about a node that does not keep its schema from being used.
struct SchemaNote: Sendable {
  enum Kind: Sendable {
    /// A keyword that is not checked.
    case undecided
    /// A keyword without effect.
    case unknown
  }

  let kind: Kind
  let node: Int32
  let problem: SchemaProblem
}
