/// A subschema that a value must satisfy, or must not.
struct Goal: Hashable {
  var node: Int
  var isNegated = false

  var opposite: Goal { Goal(node: node, isNegated: !isNegated) }
}
