/// A command line that can't be carried out: what is wrong with it and what would be right.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
