/// Ends a test that found another case than the one it needs to go on.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
