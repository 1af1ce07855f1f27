/// What a document works out only for those who ask, and then keeps.
struct LazyTables: Sendable {
  var lines: LineTable?
  var members: [Int: MemberIndex] = [:]
  var elements: [Int: [UInt32]] = [:]
}
