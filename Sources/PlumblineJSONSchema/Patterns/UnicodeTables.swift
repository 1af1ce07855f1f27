import Synchronization

/// Sets of code points by Unicode property, computed from the standard library and cached.
///
/// Planes 4 to 13 contain only unassigned code points and noncharacters, and planes 15 and 16 are for private use, so
/// only their ends are examined. A test verifies this for all code points.
enum UnicodeTables {
  private static let sets = Mutex<[BinaryProperty: ScalarSet]>([:])

  /// All code points in order, as runs of the same category.
  static let categoryRuns: [(range: ClosedRange<UInt32>, category: UInt32)] = {
    var runs: [(range: ClosedRange<UInt32>, category: UInt32)] = []
    func add(_ range: ClosedRange<UInt32>, _ category: UInt32) {
      if let last = runs.last, last.category == category {
        runs[runs.count - 1].range = last.range.lowerBound...range.upperBound
      } else {
        runs.append((range, category))
      }
    }
    for span in asked {
      if let uniform = span.uniform, let scalar = Unicode.Scalar(span.range.lowerBound) {
        add(span.range, GeneralCategories.index(uniform(scalar)))
        continue
      }
      for value in span.range {
        guard let scalar = Unicode.Scalar(value) else {
          add(value...value, GeneralCategories.index(.surrogate))
          continue
        }
        add(value...value, GeneralCategories.index(scalar.properties.generalCategory))
      }
    }
    return runs
  }()

  /// Returns the code points in some categories.
  static func set(_ categories: GeneralCategories) -> ScalarSet {
    ScalarSet(categoryRuns.filter { categories.bits & 1 << $0.category != 0 }.map(\.range))
  }

  /// Returns the code points that have a property.
  static func set(_ property: BinaryProperty) -> ScalarSet {
    if let known = property.constant { return known }
    if let made = sets.withLock({ $0[property] }) { return made }
    var ranges: [ClosedRange<UInt32>] = []
    for span in asked {
      if span.uniform != nil {
        if let scalar = Unicode.Scalar(span.range.lowerBound), property.holds(scalar) { ranges.append(span.range) }
        continue
      }
      var start: UInt32?
      for value in span.range {
        let holds = Unicode.Scalar(value).map(property.holds) ?? false
        if holds, start == nil { start = value }
        if !holds, let low = start {
          ranges.append(low...value - 1)
          start = nil
        }
      }
      if let low = start { ranges.append(low...span.range.upperBound) }
    }
    let made = ScalarSet(ranges)
    sets.withLock { $0[property] = made }
    return made
  }

  /// The ranges of code points to examine. If all code points in a range have the same category, `uniform` returns the
  /// category of the first one.
  private static let asked:
    [(range: ClosedRange<UInt32>, uniform: (@Sendable (Unicode.Scalar) -> Unicode.GeneralCategory)?)] = {
      let first: @Sendable (Unicode.Scalar) -> Unicode.GeneralCategory = { $0.properties.generalCategory }
      var spans: [(range: ClosedRange<UInt32>, uniform: (@Sendable (Unicode.Scalar) -> Unicode.GeneralCategory)?)] = [
        (0...0x3FFFF, nil)
      ]
      for plane: UInt32 in 4...16 {
        let start = plane << 16
        if plane == 14 {
          spans.append((start...start + 0x1FFF, nil))
          spans.append((start + 0x2000...start + 0xFFFD, first))
        } else {
          spans.append((start...start + 0xFFFD, first))
        }
        spans.append((start + 0xFFFE...start + 0xFFFF, first))
      }
      return spans
    }()
}
