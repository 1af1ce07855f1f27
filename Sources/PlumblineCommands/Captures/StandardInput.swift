/// Reads data from a pipe.
enum StandardInput {
  /// The file name in the locations of piped data. Such locations are unique within a run; to process a capture in
  /// parallel, pipe one part into each process.
  static let name = "standard input"
}
