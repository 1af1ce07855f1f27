/// Choices that are determined by an input, one byte each. After the last byte, they continue with pseudorandom numbers
/// that are derived from the whole input (SplitMix64).
///
/// Therefore, a short input describes a long sequence, and a longer input with the same beginning describes a sequence
/// that begins the same way.
package struct Choices {
  private let bytes: [UInt8]
  private var position = 0
  private var state: UInt64

  package init(_ bytes: [UInt8], seed: UInt64 = 0) {
    self.bytes = bytes
    state = bytes.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 up to, but not including, a limit.
  package mutating func below(_ limit: Int) -> Int {
    if limit <= 1 { return 0 }
    guard position < bytes.count else { return Int(next() % UInt64(limit)) }
    var number = 0
    var reach = 1
    while reach < limit, position < bytes.count {
      number = number << 8 | Int(bytes[position])
      reach <<= 8
      position += 1
    }
    return number % limit
  }

  /// Returns a Boolean value that is `true` once in `times` choices on average.
  package mutating func once(in times: Int) -> Bool { below(times) == times - 1 }

  package mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// Returns some of the values in their order.
  package mutating func some<Value>(of values: [Value], once times: Int = 2) -> [Value] {
    values.filter { _ in below(times) == 0 }
  }
}
