import PlumblineJSONTree

/// A schema and everything that it refers to, as flat tables.
///
/// # Layout
///
/// A subschema is a `SchemaNode`, which is a run of `Rule`s in one table. A rule has 16 bytes, which contain the check,
/// an operand, and the place of its keyword for reports. The operand is the limit itself (`minLength`), an index into a
/// table for larger operands (`numbers`, `patterns`, `objects`), or the node to apply (`$ref`). `{"type": "object",
/// "required": ["id"], "properties": {"id": {"minimum": 1}}}` becomes
///
///     nodes    0: rules 0–2          1: rules 3–3
///     rules    0: types   {object}
///              1: required names[0]  = ["id"]
///              2: object  objects[0] = {id → node 1}
///              3: minimum numbers[0] = 1
///
/// Interdependent keywords form a single rule. `properties`, `patternProperties` and `additionalProperties` share a
/// pass over the members, `prefixItems` and `items` one over the elements, and so does `contains` with its bounds.
///
/// References are node indices, so cycles need no special treatment during compilation. A worklist assigns one node to
/// each place in a schema. A cycle that doesn't consume any part of the instance (`a: $ref b, b: $ref a`) would never
/// end and is rejected. Only `$dynamicRef` and `$recursiveRef` are resolved during validation: `Validator` keeps the
/// dynamic scope as a single number.
///
/// The tables are `GrowingTable`s that all schemas of a library share. Each schema sees the entries that existed when
/// it was compiled.
///
/// # Two passes
///
/// `Validator` returns yes or no and stops at the first violated rule. It reads the flat form that `SchemaTables` keeps
/// of most tables, with objects as hash tables that have a bit for each required name and limits as 64-bit decimals, so
/// that a valid document costs no allocation and no reference counting. A node without applicators is validated in
/// place (`isLeaf`), and alternatives with a discriminating member are distinguished by it (`Discriminator`). Only if
/// the caller wants the violations does `ViolationCollector` visit the same rules again and collect them. It leaves all
/// verdicts to the first pass.
///
/// # Depth
///
/// Both recurse along the instance and, within one value, along `$ref`, `allOf` and similar keywords. `Validator`
/// documents the bounds. A value and a schema that together nest more deeply are reported as too deep to validate,
/// never as valid.
final class CompiledSchema: Sendable {
  let nodes: GrowingTable<SchemaNode>
  let rules: GrowingTable<Rule>
  let documents: GrowingTable<JSONDocument>
  let tables: SchemaTables
  let notes: GrowingTable<SchemaNote>
  /// The targets of dynamic references, by the resource that decides them.
  let targets: [DynamicTarget: Int32]
  /// The nodes of `contentSchema`, keyed by the nodes of the schemas whose strings they describe as JSON. No verdict
  /// depends on them.
  let contents: [Int: Int]
  let view: SchemaView
  /// A Boolean value that indicates whether any object table has members that the view withholds.
  let withholdsMembers: Bool

  init(
    nodes: GrowingTable<SchemaNode>, rules: GrowingTable<Rule>, documents: GrowingTable<JSONDocument>,
    tables: SchemaTables, notes: GrowingTable<SchemaNote>, targets: [DynamicTarget: Int32], contents: [Int: Int],
    view: SchemaView, withholdsMembers: Bool
  ) {
    self.nodes = nodes
    self.rules = rules
    self.documents = documents
    self.tables = tables
    self.notes = notes
    self.targets = targets
    self.contents = contents
    self.view = view
    self.withholdsMembers = withholdsMembers
  }

  /// A Boolean value that indicates whether any reference depends on the dynamic scope.
  var isDynamic: Bool { !targets.isEmpty }

  /// Returns the value of the keyword that a rule was compiled from.
  func place(of rule: Rule) -> JSON { JSON(documents[Int(rule.document)], Int(rule.place)) }

  /// Returns the node's schema as written.
  func source(of node: Int) -> JSON { JSON(documents[Int(nodes[node].document)], Int(nodes[node].place)) }

  func rules(of node: Int) -> Slice<GrowingTable<Rule>> { rules[nodes[node].range] }

  func rule(_ kind: Rule.Kind, of node: Int) -> Rule? { rules(of: node).first { $0.kind == kind } }

  /// Returns the notes of a kind for all nodes that are reachable from a node, by place.
  func notes(_ kind: SchemaNote.Kind, from root: Int) -> [SchemaProblem] {
    guard notes.contains(where: { $0.kind == kind }) else { return [] }
    let graph = SchemaGraph(nodes: nodes, rules: rules, tables: tables, targets: targets, contents: contents)
    var visited = [Bool](repeating: false, count: nodes.count)
    var pending = [root]
    while let node = pending.popLast() {
      if visited[node] { continue }
      visited[node] = true
      pending += graph.successors(of: node)
    }
    return notes.filter { $0.kind == kind && visited[Int($0.node)] }.map(\.problem).sorted { $0.location < $1.location }
  }
}
