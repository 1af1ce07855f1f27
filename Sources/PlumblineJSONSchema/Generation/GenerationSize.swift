/// How much of what a schema allows a generated value shows.
public enum GenerationSize: Sendable, Hashable, CaseIterable {
  /// Only what must be there, as small as it may be.
  case minimal
  /// What an API would plausibly answer: optional members too, short lists, readable texts.
  case typical
  /// All optional members, longer lists, texts and numbers at their upper bounds.
  case maximal
}
