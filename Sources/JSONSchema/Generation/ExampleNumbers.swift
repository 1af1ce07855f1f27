import JSONTree

/// Numbers that may satisfy bounds and `multipleOf`.
struct ExampleNumbers {
  private let schema: CompiledSchema
  private let rules: [Rule]
  private let isInteger: Bool

  init(_ schema: CompiledSchema, _ rules: [Rule], isInteger: Bool) {
    self.schema = schema
    self.rules = rules
    self.isInteger = isInteger
  }

  private func limits(_ kinds: [Rule.Kind]) -> [JSONNumber] {
    rules.filter { kinds.contains($0.kind) }.map { schema.tables.numbers[$0.index] }
  }

  func candidates(_ variation: Int) -> [JSON] {
    let low = limits([.minimum, .exclusiveMinimum]).max()
    let high = limits([.maximum, .exclusiveMaximum]).min()
    var found: [JSON] = []
    let step = limits([.multipleOf]).max()
    if let step { found += multiples(of: step, low, high, variation) }
    let start = Self.whole(low?.double ?? min(high?.double ?? 1, 1))
    for offset in [variation, 0, 1, 2, -1] {
      let (sum, overflow) = start.addingReportingOverflow(offset)
      if !overflow { found.append(JSON(sum)) }
    }
    found += [low, high].compactMap { $0 }.map { JSON($0) }
    found += [JSON(0), JSON(1)]
    if !isInteger, let low = low?.double, let high = high?.double { found.append(JSON(low + (high - low) / 2)) }
    if !isInteger, let low = low?.double { found.append(JSON(low.nextUp)) }
    if !isInteger, let high = high?.double { found.append(JSON(high.nextDown)) }
    return found
  }

  private static func whole(_ value: Double) -> Int {
    Int(exactly: value.rounded(.up)) ?? (value < 0 ? .min / 2 : .max / 2)
  }

  /// Exact multiples from the lower bound up, written with the step's own decimals.
  private func multiples(of step: JSONNumber, _ low: JSONNumber?, _ high: JSONNumber?, _ variation: Int) -> [JSON] {
    let size = step.double
    guard size > 0, size.isFinite else { return [] }
    let first =
      low.map { ($0.double / size).rounded(.up) } ?? high.map { min(1, ($0.double / size).rounded(.down)) } ?? 1
    guard let start = Int(exactly: first), abs(start) < 1 << 50 else { return [] }
    let parts = step.literal.split(separator: ".")
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard let digits = Int(parts.joined()), decimals < 18 else { return [] }
    return [start + variation % 10, start, start + 1, start + 2].compactMap { count in
      let (product, overflow) = digits.multipliedReportingOverflow(by: count)
      if overflow { return nil }
      if decimals == 0 { return JSON(product) }
      var text = String(product.magnitude)
      text = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
      let literal = (product < 0 ? "-" : "") + text.dropLast(decimals) + "." + text.suffix(decimals)
      return JSONNumber(literal: literal).map { JSON($0) }
    }
  }
}
