import PlumblineMockEngine

/// The effect of an override or a fault that no request used.
public enum UnusedSteps: Sendable, Hashable {
  /// The test fails at the line that made it: most likely it doesn't test what it seems to.
  case failing
  /// It is ignored: shared set-up may prepare more than each test needs.
  case ignored
}

/// An override or a fault that a test made, and the line that made it.
struct UnusedStep: Sendable {
  /// The name in messages: `override of tickets.get (failure notFound)`.
  let name: String
  /// One sentence that describes a request that would have used it.
  let remedy: String
  let mark: UseMark
  let place: CodePlace
  /// The endpoint of an override; `nil` for a fault.
  let endpoint: String?

  /// One sentence that reports the unused step and its remedy.
  var text: String { "No request used this \(name). \(remedy)" }
}
