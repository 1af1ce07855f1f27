import PlumblineJSONSchema
import PlumblineJSONTree

/// A benchmark of JSON parsing, validation, and both. It prints one JSON object per line.
///
/// `parse` creates the tree that the product uses, with positions, exact numbers, and checks of duplicate keys and
/// UTF-8. `validate` asserts formats on the tree that was parsed before. Times are the best of several repetitions.
struct JSONBenchmark {
  static let usage = "json --schema SCHEMA FILE"

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 3, arguments[0] == "--schema" else { throw BenchmarkFailure("Usage: \(usage)") }
    let (schemaFile, file) = (arguments[1], arguments[2])
    let bytes = try InputFile.read(file)
    let tree = try JSON.parse(bytes, file: file)
    let schema = try SchemaLibrary(formats: .assertion).compile(
      JSON.parse(InputFile.read(schemaFile), file: schemaFile), base: schemaFile)
    var isParsed = true
    let parse = Stopwatch.best {
      do { _ = try JSONDocument.parse(bytes) } catch { isParsed = false }
    }
    report("parse", bytes.count, parse, isParsed)
    var isValid = true
    report("validate", bytes.count, Stopwatch.best { isValid = schema.isValid(tree) && isValid }, isValid)
    let both = Stopwatch.best {
      do { isValid = try schema.isValid(JSON.parse(bytes)) && isValid } catch { isValid = false }
    }
    report("parse+validate", bytes.count, both, isValid)
  }

  private static func report(_ name: String, _ bytes: Int, _ seconds: Double, _ valid: Bool) {
    print(
      JSON.object([("name", JSON(name)), ("bytes", JSON(bytes)), ("seconds", JSON(seconds)), ("valid", JSON(valid))]))
  }
}
