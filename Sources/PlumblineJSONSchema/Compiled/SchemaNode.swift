/// One subschema: its rules and its place.
struct SchemaNode: Sendable {
  var start: Int32 = 0
  var end: Int32 = 0
  /// The first rule that the boolean pass looks at: `accepts` stands for what comes before it.
  var first: Int32 = 0
  var place: Int32
  var document: Int32
  /// The schema resource that the subschema belongs to.
  var resource: Int32
  /// The node to go on with at once, where this one holds just a `$ref`; else -1.
  var alias: Int32 = -1
  /// The kinds of values that `type` and `false` let in, one bit each by `JSONKind`.
  var accepts: UInt8 = 0x3F
  /// Whether no rule applies another schema, so that judging goes no deeper.
  var isLeaf = false

  var range: Range<Int> { Int(start)..<Int(end) }
}
