/// A search for the schemas of a library that no value satisfies in a given view. Each place is examined only once, no
/// matter how many schemas contain it.
package final class Contradictions {
  private let texts = TextConflicts()
  private var heights = SchemaHeights()
  /// The places that some value must satisfy.
  private var affirmed: Set<Int> = []

  package init() {}

  /// Returns the unreported contradictions in a schema and the schemas that it references. Contradictions are
  /// incompatible rules for numbers or strings, and the schema itself if it can't be satisfied for a different reason.
  /// A `false` schema is intentionally unsatisfiable and isn't reported.
  package func problems(of schema: Schema) -> [SchemaProblem] {
    let (compiled, root) = (schema.compiled, schema.root)
    // The target of a dynamic reference is known only during validation.
    if compiled.isDynamic { return [] }
    heights.cover(root, in: compiled, texts: texts)
    var problems: [SchemaProblem] = []
    for node in affirm(from: root, in: compiled) {
      guard let reason = heights.contradiction(at: node, in: compiled) else { continue }
      problems.append(
        SchemaProblem(
          place: compiled.source(of: node), keyword: "type", message: "No value satisfies this schema: \(reason)."))
    }
    guard problems.isEmpty, heights[root] >= SchemaHeights.endless, !isTold(root, in: compiled) else { return problems }
    return [
      SchemaProblem(
        place: schema.source, keyword: "type",
        message: "No value satisfies this schema: \(heights.reason(for: root, compiled)).")
    ]
  }

  /// Adds the places that some value must satisfy, except for those that occur only inside `not` or a condition.
  ///
  /// - Returns: The places that are new.
  private func affirm(from root: Int, in schema: CompiledSchema) -> [Int] {
    var news: [Int] = []
    var pending = [root]
    while let node = pending.popLast() {
      guard affirmed.insert(node).inserted else { continue }
      news.append(node)
      for fact in schema.facts(of: node) {
        switch fact {
        case .not: break
        case .conditional(_, let then, let otherwise): pending += [then, otherwise].compactMap { $0 }
        default: pending += SchemaHeights.children(of: fact)
        }
      }
    }
    return news
  }

  /// Returns a Boolean value that indicates whether a contradiction has been reported in any schema that is reachable
  /// from a schema.
  private func isTold(_ root: Int, in schema: CompiledSchema) -> Bool {
    var seen: Set<Int> = []
    var pending = [root]
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      if affirmed.contains(node), heights.contradiction(at: node, in: schema) != nil { return true }
      pending += schema.facts(of: node).flatMap(SchemaHeights.children)
    }
    return false
  }
}
