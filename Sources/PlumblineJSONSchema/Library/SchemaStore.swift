import PlumblineJSONTree
import Synchronization

/// The compiler that the schemas of one library and view share, protected by a lock.
final class SchemaStore: Sendable {
  private let view: SchemaView
  private let compiler = Mutex<SchemaCompiler?>(nil)

  init(view: SchemaView) {
    self.view = view
  }

  /// Compiles a schema in a document of the library. Subschemas that were reached through a different schema have
  /// already been compiled.
  func compile(
    _ schema: JSON, base: String, from sources: SchemaSources
  ) throws(SchemaCompilationError) -> Schema {
    let result: Result<Schema, SchemaCompilationError> = compiler.withLock { compiler in
      // The compiler is taken out of the lock's value while in use, because a second reference would make each append
      // copy.
      var taken = compiler.take() ?? SchemaCompiler(sources: sources, view: view)
      defer { compiler = taken }
      do throws(SchemaCompilationError) {
        return .success(try taken.compile(schema, base: base))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
