import PlumblineVerification

/// The variants that a limit left out, by endpoint.
struct LeftOutVariants {
  /// More endpoints than these are one line.
  private static let mostLines = 12

  private var order: [String] = []
  private var counts: [String: (leftOut: Int, all: Int)] = [:]

  init(_ outcomes: [VariantOutcome]) {
    for outcome in outcomes where outcome.leftOut > 0 {
      if counts[outcome.endpoint] == nil { order.append(outcome.endpoint) }
      let known = counts[outcome.endpoint] ?? (leftOut: 0, all: 0)
      counts[outcome.endpoint] = (
        leftOut: known.leftOut + outcome.leftOut, all: known.all + outcome.leftOut + outcome.variants
      )
    }
  }

  /// Sentences for the console; none where every variant was played.
  var lines: [String] {
    let shown = order.count > Self.mostLines ? order.prefix(Self.mostLines - 1) : order[...]
    var lines = shown.map { endpoint in Self.line(counts[endpoint], "of \(endpoint)") }
    let rest = order.dropFirst(shown.count).compactMap { counts[$0] }
    if !rest.isEmpty {
      let sum = (leftOut: rest.reduce(0) { $0 + $1.leftOut }, all: rest.reduce(0) { $0 + $1.all })
      lines.append(Self.line(sum, "of \(rest.count) other endpoints"))
    }
    return lines
  }

  private static func line(_ count: (leftOut: Int, all: Int)?, _ what: String) -> String {
    "\(count?.leftOut ?? 0) of \(count?.all ?? 0) variants \(what) were left out (--variants-limit)"
  }
}
