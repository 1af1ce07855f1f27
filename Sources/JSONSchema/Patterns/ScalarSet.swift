/// The scalars that one step of a pattern takes: ranges, categories and properties, all of it perhaps negated.
struct ScalarSet: Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var categories = GeneralCategories(bits: 0)
  private(set) var properties: [(property: BinaryProperty, isNegated: Bool)] = []
  var isNegated = false
  /// One bit for each ASCII scalar, with the negation worked in; made by `seal`.
  private var low: (UInt64, UInt64) = (0, 0)

  init() {}

  init(_ scalar: UInt32) {
    insert(scalar...scalar)
  }

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
  }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    ranges.append(range)
  }

  mutating func insert(_ more: GeneralCategories) {
    categories.bits |= more.bits
  }

  mutating func insert(_ property: BinaryProperty, isNegated: Bool) {
    properties.append((property, isNegated))
  }

  /// Adds another set that is not negated itself.
  mutating func formUnion(_ other: ScalarSet) {
    ranges += other.ranges
    categories.bits |= other.categories.bits
    properties += other.properties
  }

  /// Sorts the ranges and works out the ASCII part, which `contains` relies on.
  mutating func seal() {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
    low = (0, 0)
    for value: UInt32 in 0..<128 where slowContains(value) {
      if value < 64 { low.0 |= 1 << UInt64(value) } else { low.1 |= 1 << UInt64(value - 64) }
    }
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low.0 >> UInt64(value) & 1 != 0 }
    if value < 128 { return low.1 >> UInt64(value - 64) & 1 != 0 }
    return slowContains(value)
  }

  private func slowContains(_ value: UInt32) -> Bool {
    holdsPositively(value) != isNegated
  }

  private func holdsPositively(_ value: UInt32) -> Bool {
    var (start, end) = (0, ranges.count)
    while start < end {
      let middle = start + (end - start) / 2
      if ranges[middle].upperBound < value { start = middle + 1 } else { end = middle }
    }
    if start < ranges.count, ranges[start].contains(value) { return true }
    guard categories.bits != 0 || !properties.isEmpty, let scalar = Unicode.Scalar(value) else { return false }
    if categories.contains(scalar) { return true }
    return properties.contains { $0.property.holds(scalar) != $0.isNegated }
  }

  static let digits = ScalarSet([0x30...0x39])
  static let notDigits = ScalarSet([0...0x2F, 0x3A...0x10FFFF])
  static let words = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let notWords = ScalarSet([0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...0x10FFFF])
  /// ECMA-262 WhiteSpace and LineTerminator.
  static let spaces = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let notSpaces = ScalarSet([
    0...0x08, 0x0E...0x1F, 0x21...0x9F, 0xA1...0x167F, 0x1681...0x1FFF, 0x200B...0x2027, 0x202A...0x202E,
    0x2030...0x205E, 0x2060...0x2FFF, 0x3001...0xFEFE, 0xFF00...0x10FFFF,
  ])
  /// What `.` takes: all but line terminators.
  static let dot = ScalarSet([0...0x09, 0x0B...0x0C, 0x0E...0x2027, 0x202A...0x10FFFF])

  static func isWord(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// Some scalar of the set, readable ones first; nil where the search finds none.
  func sample(_ choice: Int) -> Unicode.Scalar? {
    let readable = Array(UInt32(0x61)...0x7A) + Array(UInt32(0x30)...0x39) + Array(UInt32(0x41)...0x5A) + [0x20]
    let fitting = (readable + Array(UInt32(0x21)...0x7E)).filter(contains)
    if !fitting.isEmpty { return Unicode.Scalar(fitting[choice % fitting.count]) }
    for range in ranges where !isNegated {
      if let scalar = Unicode.Scalar(range.lowerBound) { return scalar }
    }
    return (UInt32(0)...0x3FFF).lazy.filter(contains).compactMap(Unicode.Scalar.init).first
  }
}
