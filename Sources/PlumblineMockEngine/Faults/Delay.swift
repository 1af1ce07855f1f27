import PlumblineASCII
import PlumblineContractModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The delay of responses.
package enum Delay: Sendable, Hashable, CustomStringConvertible {
  /// A constant time, such as `200ms`.
  case fixed(Duration)
  /// A uniformly distributed time between two bounds, such as `100ms..2s`.
  case uniform(Duration, Duration)
  /// A log-normal distribution, whose long tail resembles that of networks. Half of the delays are longer than the
  /// median, and a larger sigma spreads them more. `lognormal:300ms,0.5` has a sigma of 0.5.
  case lognormal(median: Duration, sigma: Double)

  /// Parses a delay in command-line syntax.
  package init(parsing text: String) throws(RuleError) {
    if text.hasPrefix("lognormal:") {
      let parts = text.dropFirst("lognormal:".count).split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let sigma = Double(parts[1]), sigma >= 0, sigma <= 5 else {
        throw RuleError(
          "\"\(text)\" needs a median and a sigma from 0 to 5, such as lognormal:300ms,0.5.")
      }
      self = .lognormal(median: try DelayText.parse(String(parts[0])), sigma: sigma)
    } else if let dots = text.firstRange(of: "..") {
      let low = try DelayText.parse(String(text[..<dots.lowerBound]))
      let high = try DelayText.parse(String(text[dots.upperBound...]))
      guard low <= high else {
        throw RuleError("\"\(text)\" goes backwards: write the shorter delay first, such as 100ms..2s.")
      }
      self = .uniform(low, high)
    } else {
      self = .fixed(try DelayText.parse(text))
    }
  }

  /// The delay in command-line syntax.
  package var description: String {
    switch self {
    case .fixed(let duration): DelayText.text(duration)
    case .uniform(let low, let high): "\(DelayText.text(low))..\(DelayText.text(high))"
    case .lognormal(let median, let sigma): "lognormal:\(DelayText.text(median)),\(sigma)"
    }
  }

  /// Returns a random delay of at most ten minutes.
  package func sample(using generator: inout SplitMix64) -> Duration {
    switch self {
    case .fixed(let duration): return duration
    case .uniform(let low, let high): return low + (high - low) * generator.fraction()
    case .lognormal(let median, let sigma):
      // Use the Box-Muller transform to convert two uniform numbers to a normally distributed one. 1 - x keeps the
      // logarithm finite.
      let radius = (-2 * log(1 - generator.fraction())).squareRoot()
      let normal = radius * cos(2 * Double.pi * generator.fraction())
      return min(median * min(exp(sigma * normal), 1e6), DelayText.longest)
    }
  }
}

/// A namespace for human-readable durations, such as `200ms`, `1.5s`, and `2m`.
enum DelayText {
  /// The maximum delay of a response.
  static let longest = Duration.seconds(600)

  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ms", 1e6), ("us", 1e3), ("s", 1e9), ("m", 60e9),
  ]

  /// Parses a duration of up to ten minutes.
  static func parse(_ text: String) throws(RuleError) -> Duration {
    for unit in units where text.hasSuffix(unit.name) {
      let digits = text.dropLast(unit.name.count)
      guard let first = digits.utf8.first, first.isDigit, let number = Double(digits) else { break }
      let duration = Duration.nanoseconds(Int64(min(number * unit.nanoseconds, 1e15)))
      guard duration <= longest else {
        throw RuleError("\"\(text)\" is too long: a response can be delayed by 10m at most.")
      }
      return duration
    }
    throw RuleError("\"\(text)\" isn't a duration: write a number and its unit, such as 200ms, 1.5s or 2m.")
  }

  /// Returns the text for a duration as a whole number of the largest possible unit: seconds, milliseconds or
  /// microseconds.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds % 1000 != 0 { return "\(microseconds)us" }
    let milliseconds = microseconds / 1000
    return milliseconds % 1000 == 0 && milliseconds > 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}

/// A delay and the endpoints that it applies to.
package struct DelayRule: Sendable, Hashable, CustomStringConvertible {
  package let delay: Delay
  package let endpoint: Wildcard

  package init(_ delay: Delay, endpoint: Wildcard = .all) {
    self.delay = delay
    self.endpoint = endpoint
  }

  /// Parses `DELAY[@PATTERN]`, such as `200ms`, `100ms..2s@tickets.*` or `lognormal:300ms,0.5`.
  package init(parsing text: String) throws(RuleError) {
    let (front, pattern) = try RuleText.split(text, example: "200ms@tickets.*")
    self.init(try Delay(parsing: front), endpoint: pattern)
  }

  /// The rule in command-line syntax.
  package var description: String { "\(delay)" + (endpoint.isAll ? "" : "@\(endpoint)") }
}
