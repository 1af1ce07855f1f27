/// What a request means that no endpoint of the contract documents. The mock answers it with 404 or 405.
public enum UnmatchedRequests: Sendable, Hashable {
  /// It fails the test, whatever the gate.
  case failing
  /// It is like any other drift: a warning, unless the service's `waivers.json` gives it another severity.
  case gated
  /// Nothing: the test isn't about it.
  case ignored
}
