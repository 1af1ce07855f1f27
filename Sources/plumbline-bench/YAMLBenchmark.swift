import PlumblineJSONTree
import PlumblineYAML

/// A benchmark of YAML parsing. It prints one JSON object per line, as `json` does.
struct YAMLBenchmark {
  static let usage = "yaml FILE"

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 1 else { throw BenchmarkFailure("Usage: \(usage)") }
    let bytes = try InputFile.read(arguments[0])
    _ = try YAMLDocument.parse(bytes, file: arguments[0])
    var isParsed = true
    let seconds = Stopwatch.best {
      do { _ = try YAMLDocument.parse(bytes) } catch { isParsed = false }
    }
    print(
      JSON.object([
        ("name", JSON("parse")), ("bytes", JSON(bytes.count)), ("seconds", JSON(seconds)), ("valid", JSON(isParsed)),
      ]))
  }
}
