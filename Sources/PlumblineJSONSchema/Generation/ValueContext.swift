/// Where a value is being made: what it is called, how deep it lies, and which of several it is.
struct ValueContext {
  /// The name of the member that holds it, or of the list that it is in.
  var name = ""
  var depth = 0
  /// Makes neighbours and seeds differ; 0 is the plainest.
  var variation = 0

  func member(_ name: String) -> ValueContext {
    ValueContext(name: name, depth: depth + 1, variation: variation)
  }

  func element(_ index: Int) -> ValueContext {
    ValueContext(name: name, depth: depth + 1, variation: variation + index)
  }

  func varied(_ by: Int) -> ValueContext {
    ValueContext(name: name, depth: depth, variation: variation + by)
  }
}
