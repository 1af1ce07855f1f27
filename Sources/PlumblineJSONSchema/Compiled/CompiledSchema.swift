import PlumblineJSONTree

/// A schema and everything that it refers to, as flat tables.
///
/// # Layout
///
/// A subschema is a `SchemaNode`, which refers to a run of `Rule`s in one table. A rule consists of 16 bytes: the
/// check, an operand, and the location of its keyword for reports. The operand is the limit itself (`minLength`), an
/// index into a table for larger operands (`numbers`, `patterns`, `objects`), or the node to apply (`$ref`).
/// `{"type": "object", "required": ["id"], "properties": {"id": {"minimum": 1}}}` becomes
///
///     nodes    0: rules 0–2          1: rules 3–3
///     rules    0: types   {object}
///              1: required names[0]  = ["id"]
///              2: object  objects[0] = {id → node 1}
///              3: minimum numbers[0] = 1
///
/// Interdependent keywords form a single rule. `properties`, `patternProperties`, and `additionalProperties` share a
/// pass over the members, and `prefixItems` and `items` share a pass over the elements. `contains` and its bounds form
/// a single rule, too.
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
/// `Validator` returns yes or no and stops at the first violated rule. It reads a flat form of most tables in
/// `SchemaTables`: objects are hash tables with a bit for each required name, and limits are 64-bit decimals.
/// Validating a valid document therefore needs no allocation or reference counting. A node without applicators is
/// validated in place (`isLeaf`), and a discriminating member tells alternatives apart (`Discriminator`). If the caller
/// wants the violations, `ViolationCollector` visits the same rules again and collects them. It leaves all verdicts to
/// the first pass.
///
/// # Depth
///
/// Both passes recurse along the instance and, within one value, along `$ref`, `allOf`, and similar keywords.
/// `Validator` documents the bounds. If a value and a schema together exceed them, the value is reported as too deep to
/// validate, never as valid.
final class CompiledSchema: Sendable {
  let nodes: GrowingTable<SchemaNode>
  let rules: GrowingTable<Rule>
  let documents: GrowingTable<JSONDocument>
  let tables: SchemaTables
  let notes: GrowingTable<SchemaNote>
  /// The targets of dynamic references, by resource and anchor.
  let targets: [DynamicTarget: Int32]
  /// The nodes of `contentSchema`, keyed by the nodes of the schemas whose strings they describe as JSON. They don't
  /// affect verdicts.
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

  /// Returns the notes of a kind for all nodes that are reachable from a node, ordered by location.
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
