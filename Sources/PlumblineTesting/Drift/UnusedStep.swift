import PlumblineMockEngine

/// The effect of an override or a fault that no request used.
public enum UnusedSteps: Sendable, Hashable {
  /// The test fails at the line that created the override or fault, because it most likely doesn't test what it seems
  /// to test.
  case failing
  /// The unused override or fault is ignored, because a shared setup may prepare more than each test needs.
  case ignored
}

/// An override or a fault that a test created, and the line that created it.
struct UnusedStep: Sendable {
  /// The name in messages, such as `override of tickets.get (failure notFound)`.
  let name: String
  /// A sentence that describes a request that would have used the step.
  let remedy: String
  let mark: UseMark
  let place: CodePlace
  /// The endpoint of an override, or `nil` for a fault.
  let endpoint: String?

  /// A sentence that reports the unused step and its remedy.
  var text: String { "No request used this \(name). \(remedy)" }
}
