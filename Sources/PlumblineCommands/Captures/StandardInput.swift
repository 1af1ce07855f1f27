/// What comes through a pipe.
enum StandardInput {
  /// What stands for a file's name in the places of what came so. They are nobody's but this run's: who spreads a capture over
  /// many processes pipes each of them a part.
  static let name = "standard input"
}
