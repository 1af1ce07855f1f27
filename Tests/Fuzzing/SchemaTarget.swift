import JSONSchema
import JSONTree

/// The schema compiler and the validator, on a schema and an instance with a NUL between them.
///
/// Seeds: json-schema-test-suite/tests/draft2020-12 json-schema-test-suite/remotes
package enum SchemaTarget {
  /// Checks one input; a broken promise stops the process.
  package static func run(_ input: [UInt8]) { fuzzSchema(input) }
}

/// Compiles what stands before the NUL in every draft, and judges what stands after it: both passes must agree.
package func fuzzSchema(_ input: [UInt8]) {
  let split = input.firstIndex(of: 0)
  let limits = JSONLimits(depth: 64)
  let parsed = { (bytes: ArraySlice<UInt8>) -> JSON? in try? JSONDocument.parse(Array(bytes), limits: limits).root }
  guard let source = parsed(input[..<(split ?? input.endIndex)]) else { return }
  // Without an instance the schema judges itself.
  guard let instance = split.map({ parsed(input[($0 + 1)...]) }) ?? source else { return }
  for draft in SchemaLibrary.Draft.allCases {
    let schema: Schema
    do throws(SchemaCompilationError) {
      schema = try SchemaLibrary(draft: draft).compile(source)
    } catch {
      precondition(!error.problems.isEmpty && error.problems.allSatisfy { !$0.message.isEmpty })
      continue
    }
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
    _ = schema.unknownKeywords.count + schema.undecided.count
  }
}
