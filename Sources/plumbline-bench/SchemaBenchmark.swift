import PlumblineJSONSchema
import PlumblineJSONTree

/// A benchmark of compiling all schemas of OpenAPI documents. It prints one JSON object per file and one for all files.
///
/// A document's schemas are those under `/components/schemas`, and each schema under a `schema` key elsewhere. All are
/// compiled in one library, as in the product, with their formats, patterns, and references.
struct SchemaBenchmark {
  static let usage = "schemas FILE…"

  private struct Document {
    let name: String
    let root: JSON
    let bytes: Int
    let schemas: [JSON]
  }

  static func run(_ arguments: [String]) throws {
    if arguments.isEmpty { throw BenchmarkFailure("Usage: \(usage)") }
    var documents: [Document] = []
    for file in arguments {
      let root = try JSON.parse(InputFile.read(file), file: file)
      documents.append(
        Document(name: file, root: root, bytes: root.document.bytes.count, schemas: schemas(of: root)))
    }
    for document in documents { try report(document.name, [document]) }
    if documents.count > 1 { try report("all", documents) }
  }

  private static func report(_ name: String, _ documents: [Document]) throws {
    var failure: (any Error)?
    let seconds = Stopwatch.best(repetitions: 5) {
      do { for document in documents { try compile(document) } } catch { failure = error }
    }
    if let failure { throw failure }
    let (bytes, schemas) = documents.reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + $1.schemas.count) }
    print(
      JSON.object([
        ("name", JSON(name)), ("bytes", JSON(bytes)), ("schemas", JSON(schemas)), ("seconds", JSON(seconds)),
      ]))
  }

  private static func compile(_ document: Document) throws {
    let library = SchemaLibrary(documents: ["openapi.json": document.root.document])
    for schema in document.schemas { _ = try library.compile(schema, base: "openapi.json") }
  }

  private static func schemas(of root: JSON) -> [JSON] {
    let named = root.at("/components/schemas").map { $0.members.map(\.value) } ?? []
    var found = named
    var pending = root.members.filter { $0.key != "components" }.map(\.value)
    while let value = pending.popLast() {
      if value.kind == .array { pending += value.elements }
      for (key, member) in value.members {
        if key == "schema", member.kind == .object { found.append(member) } else { pending.append(member) }
      }
    }
    return found
  }
}
