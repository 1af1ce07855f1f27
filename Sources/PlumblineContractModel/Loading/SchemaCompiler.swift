import PlumblineJSONSchema
import PlumblineJSONTree

/// A compiler for the schemas of one contract. It reports the problems of each schema once.
final class SchemaCompiler {
  private let documents: [String: JSONDocument]
  /// An outline that inspects the schemas without validating anything.
  let outline: SchemaOutline
  private let library: SchemaLibrary
  private let unreadable: [String]
  /// A Boolean value that indicates whether any file has `readOnly` or `writeOnly`. If none does, schemas are the same
  /// in both directions.
  let hasViews: Bool
  private let log: ProblemLog
  /// The compiled schemas and the files that contain them.
  private var compiled: [(schema: JSON, file: String)] = []
  private var references: ReferenceLog
  /// The known keywords that unknown ones were probably meant to be, cached because a document may repeat the same few
  /// in a thousand places.
  private var meant: [String: String?] = [:]

  init(_ files: ContractFiles, log: ProblemLog) {
    documents = Dictionary(uniqueKeysWithValues: files.parsed.map { ($0.name, $0.root.document) })
    outline = SchemaOutline(documents: documents)
    library = SchemaLibrary(documents: documents, formats: .assertion)
    references = ReferenceLog(documents: documents)
    unreadable = files.unreadable
    hasViews = files.hasViews
    self.log = log
  }

  /// Compiles a schema in a file, or returns `nil` if it can't be used.
  ///
  /// - Parameter view: The direction in which the schema is used. Its problems are the same in each direction and are
  ///   reported only once.
  func compile(_ schema: JSON, in file: String, view: SchemaView = .all) -> Schema? {
    guard let result = compiling(schema, in: file, view: view) else { return nil }
    compiled.append((schema, file))
    return result
  }

  /// Checks that a schema can be used, even if no endpoint uses it.
  func check(_ schema: JSON, in file: String) {
    // Most named schemas are for responses, so compile for that direction. It has to be done anyway.
    _ = compile(schema, in: file, view: .response)
  }

  /// Compiles a schema whose problems have already been reported, alone or as part of a larger schema.
  func compileAgain(_ schema: JSON, in file: String, view: SchemaView = .all) -> Schema? {
    try? library.compile(schema, base: file, view: hasViews ? view : .all)
  }

  /// Searches all compiled schemas for parts that are valid but probably unintended, and reports deferred problems.
  ///
  /// - Parameter isLinting: A Boolean value that indicates whether to run the slow searches.
  func finish(isLinting: Bool) {
    var lint = SchemaLint(log: log)
    // Use the file and node as the key. Computing each line and column would take longer than the check itself.
    var seen: [String: Set<Int>] = [:]
    let contradictions = Contradictions()
    for (schema, file) in compiled {
      if isLinting, let made = compileAgain(schema, in: file) {
        for problem in contradictions.problems(of: made) { log.servableError(problem.location, problem.message) }
      }
      for inner in SubschemaWalk.of(schema) where seen[file, default: []].insert(inner.node).inserted {
        lint.check(inner)
        guard isLinting else { continue }
        lint.checkSamples(inner) { schema in
          guard let made = compiling(schema, in: file, view: .all) else { return [] }
          return [made] + (hasViews ? views(of: schema, in: file) : [])
        }
      }
    }
    references.report(to: log)
  }

  /// Returns a schema compiled for requests and for responses.
  private func views(of schema: JSON, in file: String) -> [Schema] {
    [SchemaView.request, .response].compactMap { compileAgain(schema, in: file, view: $0) }
  }

  private func compiling(_ schema: JSON, in file: String, view: SchemaView) -> Schema? {
    guard schema.kind == .object || schema.kind == .bool else { return nil }
    do throws(SchemaCompilationError) {
      let compiled = try library.compile(schema, base: file, view: hasViews ? view : .all)
      for problem in compiled.undecided { log.warning(problem.location, problem.message) }
      for problem in compiled.unknownKeywords { log.warning(problem.location, words(of: problem)) }
      return compiled
    } catch {
      for problem in error.problems where !isAboutUnreadableFile(problem) {
        if let (text, name) = reference(problem) {
          references.add(text, in: name, at: problem.location, words(of: problem))
        } else {
          log.error(problem.location, words(of: problem))
        }
      }
      return nil
    }
  }

  /// Returns a problem's message, with a suggestion if there is one.
  private func words(of problem: SchemaProblem) -> String {
    let meant =
      reference(problem).map { ReferenceSuggestion(documents: documents).nearest(to: $0.text, in: $0.file) }
      ?? keyword(meantBy: problem.keyword)
    guard let meant, meant != problem.keyword else { return problem.message }
    let sentence = problem.message.last == "." ? String(problem.message.dropLast()) : problem.message
    return "\(sentence); did you mean \"\(meant)\"?"
  }

  private func keyword(meantBy word: String) -> String? {
    if let known = meant[word] { return known }
    let nearest = Spelling.nearest(word, among: Self.keywords)
    meant[word] = .some(nearest)
    return nearest
  }

  /// Returns the reference that a problem is about, and the file that contains it.
  private func reference(_ problem: SchemaProblem) -> (text: String, file: String)? {
    guard problem.keyword == "$ref",
      let (name, document) = documents.first(where: { $0.value.file == problem.location.file }),
      let text = document.root.at(problem.pointer)?.string
    else { return nil }
    return (text, name)
  }

  /// Returns a Boolean value that indicates whether a reference leads to a file that isn't JSON. Such a file has
  /// already been reported.
  private func isAboutUnreadableFile(_ problem: SchemaProblem) -> Bool {
    problem.keyword == "$ref" && problem.absentDocument.map(unreadable.contains) == true
  }

  /// The keywords of JSON Schema 2020-12 that authors use.
  private static let keywords = [
    "$anchor", "$comment", "$defs", "$id", "$ref", "additionalProperties", "allOf", "anyOf", "const", "contains",
    "contentEncoding", "contentMediaType", "contentSchema", "default", "dependentRequired", "dependentSchemas",
    "deprecated", "description", "discriminator", "else", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum",
    "format", "if",
    "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems",
    "minLength", "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties",
    "prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title", "type",
    "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly", "x-extensible-enum",
    "x-long-poll", "x-paging", "x-personal", "x-standing", "x-sunset", "x-time",
  ]
}
