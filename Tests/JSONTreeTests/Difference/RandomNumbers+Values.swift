import PlumblineJSONTree
import TestSupport

/// Values that are often equal or similar.
extension RandomNumbers {
  mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func value(_ depth: Int) -> JSON {
    switch depth == 0 ? next(2) : next(5) {
    case 0: return JSON(next(3))
    case 1: return ["x", "y"][next(2)]
    case 2: return .object((0..<next(3)).map { (["a", "b", "c"][$0], value(depth - 1)) })
    default: return .array((0..<next(5)).map { _ in value(depth - 1) })
    }
  }
}
