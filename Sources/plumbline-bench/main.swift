#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures speed, with one subcommand per file, such as
/// `swift run -c release plumbline-bench json --schema SCHEMA FILE`.
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "json": try JSONBenchmark.run(Array(arguments.dropFirst()))
  case "yaml": try YAMLBenchmark.run(Array(arguments.dropFirst()))
  case "hostile": try HostileScaling.run(Array(arguments.dropFirst()))
  case "json-hostile": try HostileBenchmark.run(Array(arguments.dropFirst()))
  case "schemas": try SchemaBenchmark.run(Array(arguments.dropFirst()))
  case "mock": try MockBenchmark.run(Array(arguments.dropFirst()))
  case "openapi": try OpenAPIBenchmark.run(Array(arguments.dropFirst()))
  case "diff": try DiffBenchmark.run(Array(arguments.dropFirst()))
  case "patterns": try PatternBenchmark.run(Array(arguments.dropFirst()))
  case "har": try HARBenchmark.run(Array(arguments.dropFirst()))
  case "drift": try DriftBenchmark.run(Array(arguments.dropFirst()))
  case "variants": try await VariantBenchmark.run(Array(arguments.dropFirst()))
  default:
    throw BenchmarkFailure(
      """
      Usage: plumbline-bench (\(JSONBenchmark.usage) | \(YAMLBenchmark.usage) | \(HostileBenchmark.usage) | \(SchemaBenchmark.usage) | \
      \(HostileScaling.usage) | \
      \(OpenAPIBenchmark.usage) | \(DiffBenchmark.usage) | \
      \(PatternBenchmark.usage) | \(HARBenchmark.usage) | \(DriftBenchmark.usage) | \(MockBenchmark.usage) | \(VariantBenchmark.usage))
      """)
  }
} catch {
  let message = "\(error)\n"
  _ = message.withCString { write(2, $0, strlen($0)) }
  exit(2)
}
