extension JSON {
  /// How text is laid out.
  public enum Style: Sendable, Hashable {
    /// No space at all.
    case compact
    /// Two spaces a level and one item a line, for files that people review; empty containers stay `{}` and `[]`.
    case pretty
  }
}
