import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for conditions that never hold because the value at an address can't be one that they require.
///
/// The value of a path, query or header parameter arrives as a string, and is a number only if the parameter's schema
/// makes it one. The values in a body are limited by the body's schema.
struct ConditionLint {
  /// The endpoint as written in its file.
  let value: JSON
  let file: String
  let endpoint: Endpoint
  let context: ReadingContext

  func check() {
    check(endpoint.condition, "this endpoint is never reached")
    for answer in endpoint.answers { check(answer.condition, "this response is never sent") }
    for rule in endpoint.states { check(rule.condition, "this state never holds") }
  }

  private func check(_ condition: Condition, _ consequence: String) {
    for clause in condition.clauses {
      guard let reason = contradiction(in: clause) else { continue }
      context.log.servableError(clause.schema.source.location, "\(reason); \(consequence).")
    }
  }

  /// Returns the reason that a clause never holds, or `nil` if it may hold.
  private func contradiction(in clause: Condition.Clause) -> String? {
    switch clause.address {
    case .path(let name): return textual(clause, endpoint.path.first { $0.name == name })
    case .query(let name): return textual(clause, endpoint.queryParameter(name))
    case .header(let name): return textual(clause, endpoint.header(name))
    case .cookie(let name): return textual(clause, endpoint.cookie(name))
    case .body(let pointer):
      let outline = context.schemas.outline
      guard let body = value["body"], let found = outline.schema(at: pointer, of: body, in: file),
        let schema = context.schemas.compileAgain(found.schema, in: found.file), let values = clause.values,
        !values.contains(where: { clause.schema.isValid($0) && schema.isValid($0) })
      else { return nil }
      return foreign(clause, values, found.schema.location)
    case .persona, .credential, .item: return nil
    }
  }

  private func textual(_ clause: Condition.Clause, _ parameter: Parameter?) -> String? {
    guard let values = clause.values, values.allSatisfy({ $0.kind != .array && $0.kind != .object }),
      parameter.map({ !$0.schema.allowsType(.array) }) ?? true
    else { return nil }
    func reading(_ value: JSON) -> JSON {
      let text = value.string ?? value.text
      return parameter.map { $0.schema.reading(text) } ?? JSON(text)
    }
    let readings = values.map(reading)
    let isPossible = readings.contains { clause.schema.isValid($0) && parameter?.schema.isValid($0) ?? true }
    if isPossible { return nil }
    if let value = values.first(where: { $0.kind != .string }), reading(value).kind == .string,
      parameter?.schema.isValid(reading(value)) ?? true
    {
      return "\(clause.address) is text, so it is never \(value.text): write \(JSON(value.text).text)"
    }
    if let value = values.first(where: { $0.kind == .string }), let text = value.string, reading(value).kind != .string,
      parameter?.schema.isValid(reading(value)) ?? true
    {
      return "\(clause.address) has a different type, so it is never the string \(value.text): write \(text)"
    }
    return parameter.flatMap { foreign(clause, values, $0.location) }
  }

  private func foreign(_ clause: Condition.Clause, _ values: [JSON], _ location: SourceLocation) -> String {
    let shown = Violation.cut(Spelling.list(values.map(\.text), joining: "or"), 200)
    return "\(clause.address) is never \(shown) according to its own schema (\(location)): make the two agree"
  }
}
