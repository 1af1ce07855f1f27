import PlumblineJSONSchema
import PlumblineJSONTree

/// A benchmark of JSON texts that are designed to be slow. It measures the speed for each at sizes n, 2n, and 4n.
///
/// If the cost grows linearly, the speeds are similar. If it grows quadratically, each speed is half the previous one.
/// Texts with many nodes are slower by a constant factor once their tape exceeds 32 MB, because the C library then
/// allocates memory from the system for each parse and returns it afterward.
struct HostileBenchmark {
  static let usage = "json-hostile"

  private struct Case {
    let name: String
    let size: Int
    let text: (Int) -> [UInt8]
    var work: (JSON) -> Void = { _ in }
  }

  static func run(_ arguments: [String]) throws {
    guard arguments.isEmpty else { throw BenchmarkFailure("Usage: \(usage)") }
    for item in cases {
      let speeds = try [1, 2, 4].map { try speed(item, item.size * $0) }
      print(
        JSON.object([
          ("name", JSON(item.name)), ("bytes", JSON(speeds[0].bytes)), ("MB/s at n", JSON(speeds[0].speed)),
          ("MB/s at 2n", JSON(speeds[1].speed)), ("MB/s at 4n", JSON(speeds[2].speed)),
        ]))
    }
  }

  private static func speed(_ item: Case, _ size: Int) throws -> (bytes: Int, speed: Double) {
    let text = item.text(size)
    let limits = JSONLimits(depth: .max)
    var failure: JSONSyntaxError?
    let seconds = Stopwatch.best(repetitions: 5) {
      do throws(JSONSyntaxError) {
        item.work(try JSONDocument.parse(text, limits: limits).root)
      } catch { if error.code != .unexpectedEnd { failure = error } }
    }
    if let failure { throw failure }
    return (text.count, (Double(text.count) / seconds / 1e5).rounded() / 10)
  }

  private static var cases: [Case] {
    [
      Case(name: "arrays in arrays", size: 1_000_000) { repeated("[", $0) + repeated("]", $0) },
      Case(name: "objects in objects", size: 500_000) { repeated("{\"a\":", $0) + Array("1".utf8) + repeated("}", $0) },
      Case(name: "arrays that never close", size: 2_000_000) { repeated("[", $0) },
      Case(name: "an object of many keys", size: 1_000_000) { object($0) { "\"key\($0)\":\($0)" } },
      Case(
        name: "an object of many keys, each looked up", size: 200_000, text: { object($0) { "\"key\($0)\":\($0)" } },
        work: { root in for (key, _) in root.members { _ = root[key] } }),
      Case(name: "one key again and again", size: 500_000) { object($0) { _ in "\"key\":0" } },
      Case(name: "keys of one hash", size: 100_000) { count in
        let keys = CollidingKeys.make(count)
        return object(count) { "\"\(keys[$0])\":0" }
      },
      Case(
        name: "keys of one hash, each looked up", size: 50_000,
        text: { count in
          let keys = CollidingKeys.make(count)
          return object(count) { "\"\(keys[$0])\":0" }
        }, work: { root in for (key, _) in root.members { _ = root[key] } }),
      Case(name: "a string of escapes", size: 1_000_000, text: string, work: { _ = $0.string }),
      Case(name: "escaped keys", size: 200_000) { object($0) { "\"\\u0061\($0)\":0" } },
      Case(
        name: "one long number, as an integer", size: 1_000_000, text: { repeated("7", $0) },
        work: { _ = $0.int }),
      Case(
        name: "one long number, divided", size: 1_000_000, text: { repeated("7", $0) },
        work: { _ = $0.number?.isMultiple(of: JSONNumber(7)) }),
      Case(
        name: "huge exponents, compared", size: 100_000, text: { array($0) { _ in "1e400000000" } },
        work: { root in for element in root.elements { _ = element == root } }),
      Case(
        name: "an array, element by element", size: 500_000, text: { array($0) { "\($0)" } },
        work: { root in for index in 0..<root.count { _ = root[index] } }),
      Case(
        name: "one long line, each place", size: 300_000, text: { array($0) { "\($0)" } },
        work: { root in for element in root.elements { _ = element.location } }),
      Case(name: "blank lines", size: 4_000_000) { repeated("\n", $0) + Array("1".utf8) },
      Case(
        name: "an array and its reverse, compared", size: 200_000, text: { array($0) { "\($0)" } },
        work: { root in _ = JSON.array(root.elements.reversed()).difference(from: root, limit: 10) }),
      judged("unique numbers", #"{"uniqueItems": true}"#, size: 100_000) { array($0) { "\($0)" } },
      judged("unique objects", #"{"uniqueItems": true}"#, size: 25_000) { array($0) { #"{"a":\#($0),"b":[1]}"# } },
      judged("unique objects with keys of one hash", #"{"uniqueItems": true}"#, size: 10_000) { count in
        let keys = CollidingKeys.make(count)
        return array(count) { "{\"\(keys[$0])\":0}" }
      },
      judged("required names among keys of one hash", #"{"required": ["a"], "minProperties": 1}"#, size: 25_000) {
        count in
        let keys = CollidingKeys.make(count)
        return object(count) { $0 == 0 ? "\"a\":0" : "\"\(keys[$0])\":0" }
      },
      judged("a pattern that makes others backtrack", #"{"pattern": "^(a+)+$"}"#, size: 1_000_000) { count in
        Array("\"".utf8) + repeated("a", count) + Array("!\"".utf8)
      },
      judged(
        "branches within branches",
        ##"{"anyOf": [{"items": {"$ref": "#"}, "minItems": 9}, {"items": {"$ref": "#"}}]}"##,
        size: 500
      ) { repeated("[", $0) + repeated("]", $0) },
    ]
  }

  /// Returns a case whose text is also validated against a schema.
  private static func judged(_ name: String, _ schema: String, size: Int, text: @escaping (Int) -> [UInt8]) -> Case {
    do {
      let schema = try SchemaLibrary().compile(JSON.parse(schema))
      return Case(name: name, size: size, text: text, work: { _ = schema.isValid($0) })
    } catch {
      fatalError("a schema of the benchmark is wrong: \(error)")
    }
  }

  private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * count)
    for _ in 0..<count { bytes.append(contentsOf: text.utf8) }
    return bytes
  }

  private static func object(_ count: Int, _ member: (Int) -> String) -> [UInt8] {
    Array("{\((0..<count).map(member).joined(separator: ","))}".utf8)
  }

  private static func array(_ count: Int, _ element: (Int) -> String) -> [UInt8] {
    Array("[\((0..<count).map(element).joined(separator: ","))]".utf8)
  }

  private static func string(_ count: Int) -> [UInt8] {
    Array("\"".utf8) + repeated("\\u00e9\\n", count) + Array("\"".utf8)
  }
}
