/// One fact among those of a node.
struct FactPlace: Hashable {
  var node: Int
  var index: Int
}
