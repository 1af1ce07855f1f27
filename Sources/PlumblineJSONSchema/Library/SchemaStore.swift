import PlumblineJSONTree
import Synchronization

/// The compiler shared by all schemas of one library and view, protected by a lock.
final class SchemaStore: Sendable {
  private let view: SchemaView
  private let compiler = Mutex<SchemaCompiler?>(nil)

  init(view: SchemaView) {
    self.view = view
  }

  /// Compiles a schema in a document of the library. Subschemas that other schemas refer to may already have been
  /// compiled.
  func compile(
    _ schema: JSON, base: String, from sources: SchemaSources
  ) throws(SchemaCompilationError) -> Schema {
    let result: Result<Schema, SchemaCompilationError> = compiler.withLock { compiler in
      // Take the compiler out of the lock's value while in use. A second reference to it would make every append copy.
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
