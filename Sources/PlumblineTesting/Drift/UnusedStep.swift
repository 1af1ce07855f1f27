import PlumblineMockEngine

/// What it means that a test told its mock to do something, and no request met it.
public enum UnusedSteps: Sendable, Hashable {
  /// The test fails at the line that said it: most likely it doesn't test what it seems to.
  case failing
  /// Nothing: set-up tells every mock more than each test asks for.
  case ignored
}

/// An override or a fault that a test made, and the line that did.
struct UnusedStep: Sendable {
  /// What it was, for people: `override of tickets.get (failure notFound)`.
  let name: String
  /// Which request would have used it, as one sentence.
  let remedy: String
  let mark: UseMark
  let place: CodePlace
  /// The endpoint of an override; `nil` for a fault.
  let endpoint: String?

  /// One sentence for people, and what would be right.
  var text: String { "No request used this \(name). \(remedy)" }
}
