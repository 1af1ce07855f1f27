import PlumblineJSONSchema

/// A benchmark of compiling typical patterns, and of matching them against a string that they must read to the end.
struct PatternBenchmark {
  static let usage = "patterns"

  private static let cases: [(pattern: String, repeated: String, end: String)] = [
    ("^(a+)+$", "a", ""), ("^[A-Za-z0-9_-]+$", "Ticket-42_", ""),
    ("^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$", "ab.c", "@example.com"),
    ("^\\S+@\\S+\\.\\S+$", "ab.c", "@example.com"), ("\\bfoo\\b", "some other words ", ""),
    ("ticket", "some other words ", ""),
    ("^(?:[01]\\d|2[0-3]):[0-5]\\d(?:,|$)", "09:30", ""),
    ("^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]{2,}$", "example.", "com"),
    ("^\\p{L}+$", "Größe日本語", ""), ("^\\p{Lu}[\\p{L} ]*$", "Ärger und Größe ", ""), ("^.{1,5000}$", "x", ""),
    ("(a|b)*a(a|b){14}$", "abaabb", ""),
  ]

  static func run(_ arguments: [String]) throws {
    guard arguments.isEmpty else { throw BenchmarkFailure("Usage: \(usage)") }
    for item in cases {
      let pattern = try Pattern(item.pattern)
      let compiling = Stopwatch.best { _ = try? Pattern(item.pattern) }
      let built = pattern.freeze() ? "at once" : "as texts ask"
      let rounds = max(1, 100_000 / item.repeated.utf8.count)
      let text = Array((String(repeating: item.repeated, count: rounds) + item.end).utf8)
      var matches = false
      let seconds = Stopwatch.best { matches = pattern.matches(text) }
      let speed = (Double(text.count) / seconds / 1e5).rounded() / 10
      let micros = (compiling * 1e7).rounded() / 10
      print("\(item.pattern): \(matches), \(speed) MB/s; compiled in \(micros) µs, states built \(built)")
    }
  }
}
