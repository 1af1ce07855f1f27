import PlumblineJSONTree

/// A schema and all that it refers to, as flat tables.
///
/// # Layout
///
/// A subschema is a `SchemaNode`: a run of `Rule`s in one table. A rule is 16 bytes: what to check, an operand, and the
/// place of its keyword for reports. The operand is the limit itself (`minLength`), an index into a table of what does not
/// fit (`numbers`, `patterns`, `objects`), or the node to apply (`$ref`). `{"type": "object", "required": ["id"],
/// "properties": {"id": {"minimum": 1}}}` becomes
///
///     nodes    0: rules 0–2          1: rules 3–3
///     rules    0: types   {object}
///              1: required names[0]  = ["id"]
///              2: object  objects[0] = {id → node 1}
///              3: minimum numbers[0] = 1
///
/// Keywords that need each other are one rule: `properties`, `patternProperties` and `additionalProperties` share a walk
/// over the members, `prefixItems` and `items` one over the elements, as do `contains` with its bounds.
///
/// References are node indices, so cycles need no care when compiling: a worklist gives each place of a schema one node.
/// A cycle that consumes nothing of the instance (`a: $ref b, b: $ref a`) would never end and is refused. Only
/// `$dynamicRef` and `$recursiveRef` are left for later: `Validator` keeps the resources gone through as one number.
///
/// The tables are `GrowingTable`s: all schemas of a library share them, each seeing the entries that were there when it was
/// compiled.
///
/// # Two passes
///
/// `Validator` answers yes or no and stops at the first broken rule. It reads the flat twin that `SchemaTables` keeps of most
/// tables: objects as hash tables with a bit for each required name, limits as 64-bit decimals, so that a valid document costs
/// no allocation and no reference counting. A node without applicators is judged in place (`isLeaf`), and alternatives that
/// name their kind are distinguished by it (`Discriminator`). Only when the caller wants the violations, `ViolationCollector`
/// goes through the same rules again and collects them; it leaves all verdicts to the first pass.
///
/// # Depth
///
/// Both recurse along the instance and, within one value, along `$ref`, `allOf` and the like. `Validator` says how that is
/// bounded. A value and a schema that nest deeper together are reported as too deep to judge, never as valid.
final class CompiledSchema: Sendable {
  let nodes: GrowingTable<SchemaNode>
  let rules: GrowingTable<Rule>
  let documents: GrowingTable<JSONDocument>
  let tables: SchemaTables
  let notes: GrowingTable<SchemaNote>
  /// The targets of dynamic references, by the resource that decides.
  let targets: [DynamicTarget: Int32]
  /// The nodes of `contentSchema`, by those of the schemas whose texts are JSON described by it. No verdict depends on them.
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

  /// A Boolean value that indicates whether the resources gone through matter to any reference.
  var isDynamic: Bool { !targets.isEmpty }

  /// Returns the value of the keyword that a rule came from.
  func place(of rule: Rule) -> JSON { JSON(documents[Int(rule.document)], Int(rule.place)) }

  /// Returns the node's own text.
  func source(of node: Int) -> JSON { JSON(documents[Int(nodes[node].document)], Int(nodes[node].place)) }

  func rules(of node: Int) -> Slice<GrowingTable<Rule>> { rules[nodes[node].range] }

  func rule(_ kind: Rule.Kind, of node: Int) -> Rule? { rules(of: node).first { $0.kind == kind } }

  /// Returns the notes of a kind on all nodes that a node leads to, by place.
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
