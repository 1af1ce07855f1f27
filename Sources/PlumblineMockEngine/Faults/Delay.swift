#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long answers are held back.
package enum Delay: Sendable, Hashable, CustomStringConvertible {
  /// Always as long: `200ms`.
  case fixed(Duration)
  /// Anything between the two, all as likely: `100ms..2s`.
  case uniform(Duration, Duration)
  /// As networks have it, with a long tail: half of them are longer than the median. `lognormal:300ms,0.5` has a sigma
  /// of 0.5; a larger one spreads more.
  case lognormal(median: Duration, sigma: Double)

  /// Reads a delay as the command line has it.
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

  /// As the command line has it.
  package var description: String {
    switch self {
    case .fixed(let duration): DelayText.text(duration)
    case .uniform(let low, let high): "\(DelayText.text(low))..\(DelayText.text(high))"
    case .lognormal(let median, let sigma): "lognormal:\(DelayText.text(median)),\(sigma)"
    }
  }

  /// One delay, ten minutes at most.
  package func sample(using generator: inout SplitMix64) -> Duration {
    switch self {
    case .fixed(let duration): return duration
    case .uniform(let low, let high): return low + (high - low) * generator.fraction()
    case .lognormal(let median, let sigma):
      // Box and Muller's way from two even numbers to a normal one; 1 - x keeps the logarithm finite.
      let radius = (-2 * log(1 - generator.fraction())).squareRoot()
      let normal = radius * cos(2 * Double.pi * generator.fraction())
      return min(median * min(exp(sigma * normal), 1e6), DelayText.longest)
    }
  }
}
