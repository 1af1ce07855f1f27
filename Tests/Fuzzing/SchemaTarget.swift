import PlumblineJSONSchema
import PlumblineJSONTree

/// The schema compiler and the validator, on a schema and an instance with a NUL between them.
///
/// A text in the form of the public test suite is taken too: a list of groups with a `schema` and `tests`, of which the
/// first few are evaluated. That makes the suite's files seeds.
///
/// Length: 16384
/// Seeds: json-schema-test-suite/tests/draft2020-12 json-schema-test-suite/remotes
package enum SchemaTarget {
  /// The maximum numbers of groups in a text and of tests in a group that are evaluated.
  private static let reach = (groups: 4, tests: 6)

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let split = input.firstIndex(of: 0)
    guard let source = parsed(input[..<(split ?? input.endIndex)]) else { return }
    if source.kind == .array, split == nil {
      for group in source.elements.prefix(reach.groups) {
        guard let schema = group["schema"], let tests = group["tests"] else { continue }
        let instances = tests.elements.prefix(reach.tests).compactMap { $0["data"] }
        judge(copy(schema), instances.map(copy))
      }
      return
    }
    // Without an instance, the schema validates itself.
    guard let instance = split.map({ parsed(input[($0 + 1)...]) }) ?? source else { return }
    judge(source, [instance])
  }

  private static func parsed(_ bytes: ArraySlice<UInt8>) -> JSON? {
    try? JSONDocument.parse(Array(bytes), limits: JSONLimits(depth: 64)).root
  }

  /// Returns the value as a document of its own, so that references resolve from its root.
  private static func copy(_ value: JSON) -> JSON {
    guard let copy = parsed(value.serialized()[...]) else { preconditionFailure("what was written does not parse") }
    return copy
  }

  private static func judge(_ source: JSON, _ instances: [JSON]) {
    for draft in SchemaLibrary.Draft.allCases {
      let schema: Schema
      do throws(SchemaCompilationError) {
        schema = try SchemaLibrary(draft: draft).compile(source)
      } catch {
        precondition(!error.problems.isEmpty && error.problems.allSatisfy { !$0.message.isEmpty })
        continue
      }
      for instance in instances { check(schema, instance) }
      checkAlternatives(schema, source, instances, draft)
      _ = schema.unknownKeywords.count + schema.undecided.count
    }
  }

  /// Checks that both passes agree, also when repeated, and that each violation has a message and a place.
  private static func check(_ schema: Schema, _ instance: JSON) {
    let isValid = schema.isValid(instance)
    let violations = schema.violations(of: instance, limit: 20)
    precondition(isValid == violations.isEmpty, "the two passes disagree")
    precondition(violations.count <= 20)
    for violation in violations {
      precondition(!violation.message.isEmpty && !violation.expected.isEmpty && !violation.actual.isEmpty)
      precondition(instance.document.root.at(violation.instance) != nil, "a violation is nowhere")
    }
    precondition(isValid == schema.isValid(instance))
    _ = schema.undocumented(in: instance)
  }

  /// Checks that a schema that consists only of alternatives gives the same verdicts as its alternatives one by one.
  /// Distinguishing them by a member is only an optimization.
  ///
  /// Alternatives whose meaning changes if they stand alone are left out, such as those with base URIs or with
  /// references that depend on the dynamic scope.
  private static func checkAlternatives(
    _ schema: Schema, _ source: JSON, _ instances: [JSON], _ draft: SchemaLibrary.Draft
  ) {
    let keywords = source.members.map(\.key).filter { $0 != "$defs" && $0 != "definitions" }
    guard keywords == ["oneOf"] || keywords == ["anyOf"], draft != .draft4, let branches = source[keywords[0]],
      branches.count < 80
    else {
      return
    }
    let text = source.text
    if ["\"$dynamic", "\"$recursive", "\"$id", "\"$schema", "\\u"].contains(where: text.contains) { return }
    var alone: [Schema] = []
    for branch in branches.elements {
      guard let compiled = try? SchemaLibrary(draft: draft).compile(branch) else { return }
      alone.append(compiled)
    }
    for instance in instances {
      let holding = alone.count { $0.isValid(instance) }
      precondition(
        schema.isValid(instance) == (keywords == ["oneOf"] ? holding == 1 : holding > 0), "alternatives differ")
    }
  }
}
