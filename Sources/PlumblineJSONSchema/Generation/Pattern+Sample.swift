extension Pattern {
  /// A text that the pattern matches; nil where there is none, or none is found within bounds.
  package func sample(_ size: GenerationSize = .typical, variation: Int = 0) -> String? {
    var writer = PatternWriter([self])
    return writer?.text(from: 0, to: .max, size: size, variation: variation)
  }
}
