import PlumblineJSONTree

/// A generator of numbers within bounds. It uses exact arithmetic, in steps of `multipleOf`, or in steps of 1 for whole
/// numbers.
struct NumberMaker {
  private let demand: Demand
  private let context: ValueContext
  private let size: GenerationSize

  init(_ demand: Demand, _ context: ValueContext, _ size: GenerationSize) {
    self.demand = demand
    self.context = context
    self.size = size
  }

  func candidates() -> [JSON] {
    var found: [JSON] = []
    let lower = demand.lower.flatMap { ExactDecimal($0.number) }
    let upper = demand.upper.flatMap { ExactDecimal($0.number) }
    if !demand.isFraction, let step = step() { found += stepped(step, lower, upper) }
    if !demand.isInteger {
      // Start in the middle between two bounds, or near a single bound.
      if let lower, let upper, let middle = lower.middle(to: upper) {
        found += [middle, lower.middle(to: middle), middle.middle(to: upper)].compactMap { $0?.json }
      }
      let half = ExactDecimal(units: 5, scale: 1)
      for bound in [lower, upper].compactMap({ $0 }) {
        for offset in [half, ExactDecimal(units: -5, scale: 1)] {
          if let sum = bound.adding(offset)?.json { found.append(sum) }
        }
      }
      if demand.isFraction || !demand.excluded.isEmpty { found += [0.5, 1.5, 2.25] }
    }
    // Bounds with too many digits for arithmetic may still be valid values themselves.
    found += [demand.lower, demand.upper].compactMap { $0 }.map { JSON($0.number) }
    found += demand.multiples.map { JSON($0) } + [0, 1, -1, 2, 3]
    return found
  }

  /// Returns the distance between candidates, or `nil` if any distance is allowed or the number has too many digits.
  private func step() -> ExactDecimal? {
    var step: ExactDecimal? = demand.multiples.isEmpty || demand.isInteger ? ExactDecimal(units: 1, scale: 0) : nil
    for number in demand.multiples {
      guard let multiple = ExactDecimal(number) else { return nil }
      guard let known = step else {
        step = multiple
        continue
      }
      guard let common = known.commonMultiple(with: multiple) else { return nil }
      step = common
    }
    return step
  }

  private func stepped(_ step: ExactDecimal, _ lower: ExactDecimal?, _ upper: ExactDecimal?) -> [JSON] {
    var (low, high): (Int128?, Int128?)
    if let bound = demand.lower {
      guard let (count, isExact) = lower?.divided(by: step) else { return [] }
      low = isExact && !bound.isExclusive ? count : count + 1
    }
    if let bound = demand.upper {
      guard let (count, isExact) = upper?.divided(by: step) else { return [] }
      high = isExact && bound.isExclusive ? count - 1 : count
    }
    if let low, let high, low > high { return [] }
    func within(_ count: Int128) -> Int128 { max(low ?? count, min(high ?? count, count)) }
    var counts: [Int128]
    switch size {
    case .minimal: counts = [within(low ?? 0) + Int128(context.variation)]
    case .maximal: counts = [within(high ?? ((low ?? 0) + 1_000)) - Int128(context.variation % 50)]
    case .typical: counts = [turned(within(1), low, high)]
    }
    counts = counts.map(within)
    for offset: Int128 in 0..<12 { counts += [within(low ?? 0) + offset, within(high ?? 0) - offset] }
    var seen: Set<Int128> = []
    return counts.filter { seen.insert($0).inserted && within($0) == $0 }.compactMap { step.times($0)?.json }
  }

  /// Returns the first count plus the variation, wrapping around at the bounds.
  private func turned(_ first: Int128, _ low: Int128?, _ high: Int128?) -> Int128 {
    let count = first + Int128(context.variation)
    guard let high, count > high else { return count }
    let start = low.map { max($0, min(first, 1)) } ?? first
    return start + (count - start) % max(1, high - start + 1)
  }
}
