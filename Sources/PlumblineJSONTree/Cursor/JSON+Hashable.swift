extension JSON: Hashable {
  /// Feeds a hash of the whole value that agrees with `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(deepHash)
  }

  /// A hash of the whole value within this process.
  package var deepHash: Int { document.withReader { $0.hash(node) } }
}
