import JSONSchema
import JSONTree

/// Compiles the schemas of one contract, and reports each one's problems once.
final class SchemaCompiler {
  private let library: SchemaLibrary
  private let unreadable: [String]
  private let log: ProblemLog
  /// The schemas that were compiled, with their files.
  private var compiled: [(schema: JSON, file: String)] = []

  init(_ files: ContractFiles, log: ProblemLog) {
    var documents: [String: JSONDocument] = [:]
    for file in files.parsed { documents[file.name] = file.root.document }
    library = SchemaLibrary(documents: documents, formats: .assertion)
    unreadable = files.unreadable
    self.log = log
  }

  /// Compiles a schema that stands in a file; `nil` when it can't be used.
  func compile(_ schema: JSON, in file: String) -> Schema? {
    let result = compiling(schema, in: file)
    if result != nil { compiled.append((schema, file)) }
    return result
  }

  /// Holds the `default` and `examples` inside every compiled schema to the schemas that they stand in.
  func checkSamples() {
    for (schema, file) in compiled {
      for sample in SchemaSamples.of(schema) {
        guard let violation = compiling(sample.schema, in: file)?.violations(of: sample.value, limit: 1).first else {
          continue
        }
        log.warning(
          sample.value.location, "This \(sample.kind) doesn't fit the schema around it: \(violation.phrase).")
      }
    }
  }

  private func compiling(_ schema: JSON, in file: String) -> Schema? {
    guard schema.kind == .object || schema.kind == .bool else { return nil }
    do throws(SchemaCompilationError) {
      let compiled = try library.compile(schema, base: file)
      for problem in compiled.undecided { log.warning(problem.location, problem.message) }
      for keyword in compiled.unknownKeywords { log.warning(keyword.location, keyword.message) }
      return compiled
    } catch {
      for problem in error.problems where !isAboutUnreadableFile(problem) {
        log.error(problem.location, problem.message)
      }
      return nil
    }
  }

  /// True for a reference into a file that isn't JSON: that file's own problem says it all.
  private func isAboutUnreadableFile(_ problem: SchemaProblem) -> Bool {
    problem.keyword == "$ref" && unreadable.contains { problem.message.contains($0) }
  }
}
