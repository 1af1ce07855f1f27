import JSONTree

/// A small generator of values that are often alike.
struct SplitMix {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(bound))
  }

  mutating func value(_ depth: Int) -> JSON {
    switch depth == 0 ? next(2) : next(5) {
    case 0: return JSON(next(3))
    case 1: return ["x", "y"][next(2)]
    case 2: return .object((0..<next(3)).map { (["a", "b", "c"][$0], value(depth - 1)) })
    default: return .array((0..<next(5)).map { _ in value(depth - 1) })
    }
  }
}
