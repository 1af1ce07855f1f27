#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

import PlumblineJSONTree

/// A benchmark of inputs that are designed to be slow. The size of each is tripled twice, which shows the exponent of
/// its cost.
///
/// A linear cost has the exponent 1, and a quadratic cost has the exponent 2. The processor time of this process is
/// measured, so a busy machine changes little, and each result is the best of several runs. The first size is large
/// enough to be measured, so that the same limit applies to debug and optimized builds.
enum HostileScaling {
  static let usage = "hostile [--markdown] [PART-OF-A-NAME…]"

  /// The maximum exponent. The exponent of n log n is lower, even if an input outgrows the processor's caches.
  private static let mostExponent = 1.3
  /// The maximum number of measurements of an input that seems to grow faster than expected. Other processes share the
  /// caches and can affect a measurement.
  private static let mostAttempts = 5
  /// The minimum time for the smallest input, in seconds.
  private static let shortest = 0.01
  /// The maximum time of an input that is tripled again, in seconds. No linear work takes this long.
  private static let longest = 5.0
  /// The maximum size of an input that is enlarged again.
  private static let largest = 1 << 27

  static func run(_ arguments: [String]) throws {
    let isMarkdown = arguments.contains("--markdown")
    let names = arguments.filter { $0 != "--markdown" }
    let cases = HostileCase.all.filter { item in names.isEmpty || names.contains { item.name.contains($0) } }
    if cases.isEmpty { throw BenchmarkFailure("Usage: \(usage)") }
    if isMarkdown { print("| input | sizes | exponent | CPU seconds at the largest |\n|---|---|---|---|") }
    var failed: [String] = []
    for item in cases {
      var (sizes, seconds) = try measure(item)
      var exponent = exponent(of: sizes, seconds)
      for _ in 1..<mostAttempts where exponent > mostExponent {
        let again = try measure(item)
        let other = Self.exponent(of: again.sizes, again.seconds)
        if other < exponent { (sizes, seconds, exponent) = (again.sizes, again.seconds, other) }
      }
      print(
        isMarkdown
          ? row(item.name, exponent, sizes, seconds)
          : "\(line(item.name, exponent, sizes, seconds))")
      if exponent > mostExponent { failed.append("\(item.name) (\(rounded(exponent, 100)))") }
    }
    if !failed.isEmpty {
      throw BenchmarkFailure(
        "The cost grows faster than the input, by an exponent above \(mostExponent): "
          + failed.joined(separator: ", "))
    }
  }

  private static func line(_ name: String, _ exponent: Double, _ sizes: [Int], _ seconds: [Double]) -> JSON {
    .object([
      ("name", JSON(name)), ("exponent", JSON(rounded(exponent, 100))), ("sizes", .array(sizes.map { JSON($0) })),
      ("CPU ms", .array(seconds.map { JSON(rounded($0 * 1000, 10)) })),
    ])
  }

  private static func row(_ name: String, _ exponent: Double, _ sizes: [Int], _ seconds: [Double]) -> String {
    let texts = [
      name, sizes.map(String.init).joined(separator: " · "), "\(rounded(exponent, 100))",
      "\(rounded(seconds[seconds.count - 1], 1000))",
    ]
    return "| \(texts.joined(separator: " | ")) |"
  }

  private static func rounded(_ number: Double, _ parts: Double) -> Double { (number * parts).rounded() / parts }

  /// Returns the sizes that were tried, and the processor time for each.
  private static func measure(_ item: HostileCase) throws -> (sizes: [Int], seconds: [Double]) {
    var size = item.start
    var first = try seconds(item, size)
    while first < shortest, size < largest {
      // Increase the size by at most a factor of five at once, in case the cost is cubic.
      size *= first < shortest / 10 ? 5 : 2
      first = try seconds(item, size)
    }
    var sizes = [size]
    var times = [first]
    while sizes.count < 3, times[times.count - 1] < longest {
      size *= 3
      sizes.append(size)
      times.append(try seconds(item, size))
    }
    return (sizes, times)
  }

  /// Returns the exponent over all sizes, or over the last step if it is lower.
  ///
  /// If the cost grows faster than its input, it does so at every step, and most at the last one. If an input outgrows
  /// the processor's caches, this happens only once.
  private static func exponent(of sizes: [Int], _ seconds: [Double]) -> Double {
    guard sizes.count > 1 else { return .infinity }
    func slope(from first: Int, to last: Int) -> Double {
      log(seconds[last] / seconds[first]) / log(Double(sizes[last]) / Double(sizes[first]))
    }
    let last = sizes.count - 1
    return min(slope(from: 0, to: last), slope(from: last - 1, to: last))
  }

  /// Returns the best time of several runs with an input of the given size.
  private static func seconds(_ item: HostileCase, _ size: Int) throws -> Double {
    let body = try item.prepare(size)
    var best = Double.infinity
    var total = 0.0
    for _ in 0..<5 where total < 1 {
      let start = processorTime()
      try body()
      let time = processorTime() - start
      best = min(best, time)
      total += time
    }
    return best
  }

  /// Returns the processor time that this process has used so far, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
