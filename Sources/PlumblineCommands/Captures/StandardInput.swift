/// The data that arrives through a pipe.
enum StandardInput {
  /// The file name in the places of piped data. These places are unique to one run: to spread a capture over several processes,
  /// each gets a part piped in.
  static let name = "standard input"
}
