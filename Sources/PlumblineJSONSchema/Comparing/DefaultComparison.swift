import PlumblineJSONTree

/// Goes through two schemas side by side and notes the members whose default is another.
///
/// A default asks for nothing, so schemas that differ by it alone have the same values: it is compared for itself.
struct DefaultComparison {
  private struct Visit: Hashable {
    let values: Int
    let bounds: Int
  }

  private static let depthLimit = 40

  private let schema: CompiledSchema
  private var visited: Set<Visit> = []
  private(set) var changed: [SchemaDefault] = []

  init(_ schema: CompiledSchema) { self.schema = schema }

  /// Compares what two nodes say of the members inside of them.
  mutating func compare(_ values: Int, _ bounds: Int, _ path: [String] = []) {
    let (values, bounds) = (schema.resolved(values), schema.resolved(bounds))
    guard path.count < Self.depthLimit, visited.insert(Visit(values: values, bounds: bounds)).inserted else { return }
    let (ours, theirs) = (members(of: values), members(of: bounds))
    for (name, node) in ours.named.sorted(by: { $0.key < $1.key }) {
      guard let other = theirs.named[name] else { continue }
      let (one, two) = (`default`(of: node), `default`(of: other))
      if one != two {
        changed.append(
          SchemaDefault(
            pointer: JSONPointer(tokens: path + [name]), values: schema.source(of: node),
            bounds: schema.source(of: other),
            ofValues: one, ofBounds: two))
      }
      compare(node, other, path + [name])
    }
    if let one = ours.elements, let other = theirs.elements { compare(one, other, path + ["*"]) }
  }

  private func `default`(of node: Int) -> JSON? {
    schema.source(of: node)["default"] ?? schema.source(of: schema.resolved(node))["default"]
  }

  /// The members that a node surely names, and what its elements are.
  private func members(of start: Int) -> (named: [String: Int], elements: Int?) {
    var (named, elements): ([String: Int], Int?) = ([:], nil)
    var seen: Set<Int> = []
    var pending = [start]
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      for fact in schema.facts(of: node) {
        switch fact {
        case .object(let object):
          for (name, node) in object.properties where !object.withheld.contains(name) {
            named[name] = named[name] ?? node
          }
        case .items(let prefix, let rest): if prefix.isEmpty { elements = elements ?? rest }
        case .reference(let inner): pending.append(inner)
        case .allOf(let branches): pending += branches.reversed()
        default: break
        }
      }
    }
    return (named, elements)
  }
}
