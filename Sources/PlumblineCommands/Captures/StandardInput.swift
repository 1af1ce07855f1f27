/// A namespace for reading piped data.
enum StandardInput {
  /// The file name in the source locations of piped data. Locations have to be unique within a run, so to check a
  /// capture in parallel, pipe a part into each of several processes.
  static let name = "standard input"
}
