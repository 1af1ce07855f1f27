/// Reads data from a pipe.
enum StandardInput {
  /// The file name that the locations of piped data use. Locations have to be unique within a run, so to check a
  /// capture in parallel, pipe a part into each of several processes.
  static let name = "standard input"
}
