/// A parsed pattern.
indirect enum PatternTree: Sendable {
  case empty
  case set(ScalarSet)
  case sequence([PatternTree])
  case choice([PatternTree])
  case loop(PatternTree, minimum: Int, maximum: Int?)
  case start
  case end
  case wordBoundary
  case notWordBoundary
}
