/// An error that ends a test because a value isn't the enumeration case that the test needs.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
