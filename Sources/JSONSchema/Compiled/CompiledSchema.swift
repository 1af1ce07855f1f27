import JSONTree

/// A schema and all that it refers to, as flat tables.
///
/// # Layout
///
/// A subschema is a `SchemaNode`: a run of `Rule`s in one array. A rule is 16 bytes: what to check, an operand, and the
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
/// A cycle that consumes nothing of the instance (`a: $ref b, b: $ref a`) would never end and is refused.
///
/// # Two passes
///
/// `Validator` answers yes or no and stops at the first broken rule. Only when somebody wants the violations,
/// `ViolationCollector` goes through the same rules again and collects them; it leaves all verdicts to the first pass.
///
/// # Depth
///
/// Both recurse along the instance and, within one value, along `$ref`, `allOf` and the like. `Validator.depthLimit` bounds
/// the calls on the stack; `Validator` says what one costs. A value and a schema that nest deeper together are reported as
/// too deep to judge, never as valid.
final class CompiledSchema: Sendable {
  let nodes: [SchemaNode]
  let rules: [Rule]
  let documents: [JSONDocument]
  let tables: SchemaTables

  init(nodes: [SchemaNode], rules: [Rule], documents: [JSONDocument], tables: SchemaTables) {
    self.nodes = nodes
    self.rules = rules
    self.documents = documents
    self.tables = tables
  }

  /// The value of the keyword that a rule came from.
  func place(of rule: Rule) -> JSON { JSON(documents[Int(rule.document)], Int(rule.place)) }

  /// The node's own text.
  func source(of node: Int) -> JSON { JSON(documents[Int(nodes[node].document)], Int(nodes[node].place)) }

  func rules(of node: Int) -> ArraySlice<Rule> { rules[nodes[node].range] }

  func rule(_ kind: Rule.Kind, of node: Int) -> Rule? { rules(of: node).first { $0.kind == kind } }
}
