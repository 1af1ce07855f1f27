import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineOpenAPI

/// A benchmark of the time to load and compare two contracts. The time must grow linearly with the number of endpoints.
struct DiffBenchmark {
  static let usage = "diff [OLD NEW]"

  private let name: String
  private let old: [UInt8]
  private let new: [UInt8]

  /// Runs the benchmark. If no files are given, documents are generated. For each size, a document is compared with
  /// itself and with a version in which a tenth of the schemas are changed. Some documents have schemas that refer to
  /// one another.
  static func run(_ files: [String]) throws {
    var all: [DiffBenchmark] = []
    if files.count == 2 {
      all = [DiffBenchmark(name: "the files", old: try InputFile.read(files[0]), new: try InputFile.read(files[1]))]
    } else if files.isEmpty {
      // Each operation has its own path.
      for (count, properties) in [(150, 0), (600, 0), (2400, 0), (600, 65)] {
        let text = GeneratedDocument(operations: count, properties: properties).text
        let changed = changed(text)
        let name = properties == 0 ? "\(count)" : "\(count) large"
        all.append(DiffBenchmark(name: "\(name), unchanged", old: Array(text.utf8), new: Array(text.utf8)))
        all.append(DiffBenchmark(name: "\(name), changed", old: Array(text.utf8), new: Array(changed.utf8)))
      }
      // The time of a diff that visits all schemas for each endpoint grows quadratically with their number.
      for count in [150, 600, 1200] {
        let texts = [false, true].map { Array(EntangledDocument(schemas: count, isChanged: $0).text.utf8) }
        all.append(DiffBenchmark(name: "\(count) entangled", old: texts[0], new: texts[1]))
      }
    } else {
      throw BenchmarkFailure("diff takes two documents, or none.")
    }
    print("documents             endpoints    MB  load, ms  compare, ms  findings")
    for benchmark in all { try benchmark.run() }
  }

  /// Returns a changed document in which every tenth "level" may be null and every tenth "kind" has one more value.
  private static func changed(_ text: String) -> String {
    let parts = text.split(separator: "\"minimum\": 1, ", omittingEmptySubsequences: false)
    let levels = parts.enumerated().map { index, part in
      index == 0 ? String(part) : (index % 10 == 0 ? "\"nullable\": true, " : "\"minimum\": 1, ") + part
    }.joined()
    let lists = levels.split(separator: "[\"small\", \"large\"]", omittingEmptySubsequences: false)
    return lists.enumerated().map { index, part in
      index == 0
        ? String(part) : (index % 10 == 0 ? "[\"small\", \"medium\", \"large\"]" : "[\"small\", \"large\"]") + part
    }.joined()
  }

  private func run() throws {
    let clock = ContinuousClock()
    let began = clock.now
    let (before, after) = (try contract(old, "old.json"), try contract(new, "new.json"))
    let loaded = clock.now
    let changes = ContractComparison(old: before, new: after, options: .init(today: "2026-11-25", placesLimit: 20))
      .changes()
    let compared = clock.now
    print(
      name.padded(to: 22), "\(after.endpoints.count)".led(to: 9), "\(Double(old.count / 100_000) / 10)".led(to: 6),
      "\(Int((loaded - began) / .milliseconds(1)))".led(to: 10),
      "\(Int((compared - loaded) / .milliseconds(1)))".led(to: 13), "\(changes.count)".led(to: 10), separator: "")
  }

  private func contract(_ bytes: [UInt8], _ file: String) throws -> Contract {
    let document: JSONDocument
    do { document = try JSONDocument.parse(bytes, file: file) } catch { throw BenchmarkFailure("\(file): \(error)") }
    let translation = OpenAPITranslator(service: "bench", path: file).translate(
      DocumentSet(document, path: file) { _ in .unreadable("no other file is read") })
    guard let contract = ContractLoader.load(translation.files, isLinting: false).contract else {
      throw BenchmarkFailure("\(file) can't be loaded: \(translation.errors.prefix(3))")
    }
    return contract
  }
}
