import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineOpenAPI

/// A benchmark of OpenAPI documents: the time from the bytes of a document to its mock's first response, the memory,
/// and the cost of a subsequent request. Time and memory may grow linearly with the document. The cost of a request
/// must not grow.
struct OpenAPIBenchmark {
  static let usage = "openapi [FILE…]"

  private let name: String
  private let bytes: [UInt8]

  /// Runs the benchmark. If no files are given, documents are generated.
  static func run(_ files: [String]) throws {
    var all = try files.map { path in
      OpenAPIBenchmark(name: path.split(separator: "/").last.map(String.init) ?? path, bytes: try InputFile.read(path))
    }
    if files.isEmpty {
      all = [20, 200, 2000, 8000].map { count in
        OpenAPIBenchmark(name: "generated, \(count)", bytes: Array(GeneratedDocument(operations: count).text.utf8))
      }
      let large = GeneratedDocument(operations: 1000, properties: 110)
      all.insert(OpenAPIBenchmark(name: "like GitHub's", bytes: Array(large.text.utf8)), at: 0)
    }
    print(
      "document              operations    MB  parse, ms  translate, ms  load, ms  first answer, ms  bytes of memory a byte"
        + "  ns a request  status")
    // Show the memory only for the first document, because the others reuse the memory that it has released.
    for (place, benchmark) in all.enumerated() { try benchmark.run(showsMemory: place == 0) }
  }

  private func run(showsMemory: Bool) throws {
    let empty = ProcessMemory.peak
    let clock = ContinuousClock()
    let began = clock.now
    let document: JSONDocument
    do { document = try JSONDocument.parse(bytes, file: name) } catch { throw BenchmarkFailure("\(name): \(error)") }
    let parsed = clock.now
    let translation = OpenAPITranslator(service: "bench", path: name).translate(
      DocumentSet(document, path: name) { _ in .unreadable("no other file is read") })
    let translated = clock.now
    guard let contract = ContractLoader.load(translation.files, isLinting: false).contract else {
      throw BenchmarkFailure("\(name) can't be served: \(translation.errors.prefix(3))")
    }
    let loaded = clock.now
    let examples = ExampleRecordings(translation.examples, of: contract, path: name, today: "2026-11-24")
    let directory = SessionDirectory(library: MockLibrary(contract: contract, recordings: examples.recordings))
    var path = ResponsePath(directory)
    let request = try request(of: contract)
    let status = path.answer(request)
    let answered = clock.now
    let memory = Double(ProcessMemory.peak - empty) / Double(bytes.count)
    let cost = Stopwatch.best(repetitions: 20) { for _ in 0..<500 { path.answer(request) } } / 500
    print(
      name.padded(to: 22), "\(contract.endpoints.count)".led(to: 10), Self.decimal(Double(bytes.count) / 1e6, 5),
      Self.milliseconds(parsed - began, 10), Self.milliseconds(translated - parsed, 14),
      Self.milliseconds(loaded - translated, 9), Self.milliseconds(answered - began, 17),
      showsMemory ? Self.decimal(memory, 23) : "–".led(to: 23),
      "\(Int(cost * 1e9))".led(to: 13), "\(status)".led(to: 7), separator: "")
  }

  /// Returns a request for an endpoint in the middle, where no search order has an advantage.
  private func request(of contract: Contract) throws -> [UInt8] {
    let readers = contract.endpoints.filter { $0.request.method == .get }
    guard !readers.isEmpty else { throw BenchmarkFailure("\(name) has no operation for GET.") }
    let template = readers[readers.count / 2].request.template.description
    let path = template.split(separator: "{").enumerated().map { index, part in
      index == 0 ? String(part) : "1" + part.drop { $0 != "}" }.dropFirst()
    }
    return Array(
      "GET \(path.joined()) HTTP/1.1\r\nHost: localhost\r\nX-Key: k\r\nAuthorization: Bearer t\r\n\r\n".utf8)
  }

  private static func milliseconds(_ duration: Duration, _ width: Int) -> String {
    decimal(duration / .milliseconds(1), width)
  }

  private static func decimal(_ value: Double, _ width: Int) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)".led(to: width)
  }
}
