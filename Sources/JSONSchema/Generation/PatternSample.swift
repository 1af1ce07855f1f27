/// Writes a text that a pattern may match: first branches, and loops that go round a few times more than they must.
struct PatternSample {
  private static let lengthLimit = 20_000

  let rounds: Int
  let variation: Int
  private var text = ""
  private var taken = 0

  init(rounds: Int, variation: Int) {
    self.rounds = rounds
    self.variation = variation
  }

  mutating func text(of tree: PatternTree) -> String? {
    write(tree) ? text : nil
  }

  private mutating func write(_ tree: PatternTree) -> Bool {
    switch tree {
    case .empty, .start, .end, .wordBoundary, .notWordBoundary: return true
    case .set(let set):
      guard taken < Self.lengthLimit, let scalar = set.sample(taken + variation) else { return false }
      taken += 1
      text.unicodeScalars.append(scalar)
      return true
    case .sequence(let parts):
      for part in parts where !write(part) { return false }
      return true
    case .choice(let branches): return write(branches[variation % branches.count])
    case .loop(let part, let minimum, let maximum):
      let count = min(
        maximum ?? .max, max(minimum, maximum == nil ? minimum + rounds : min(minimum + rounds, Self.lengthLimit)))
      for _ in 0..<min(count, Self.lengthLimit) where !write(part) { return false }
      return true
    }
  }
}

extension ScalarSet {
  /// Some scalar of the set, readable ones first; nil where the search finds none.
  fileprivate func sample(_ choice: Int) -> Unicode.Scalar? {
    let readable = Array(UInt32(0x61)...0x7A) + Array(UInt32(0x30)...0x39) + Array(UInt32(0x41)...0x5A) + [0x20]
    let fitting = (readable + Array(UInt32(0x21)...0x7E)).filter(contains)
    if !fitting.isEmpty { return Unicode.Scalar(fitting[choice % fitting.count]) }
    return ranges.lazy.compactMap { Unicode.Scalar($0.lowerBound) }.first
  }
}
