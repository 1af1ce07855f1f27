/// What a responder says at once.
package enum Reply: Sendable {
  /// This is the answer.
  case now(Answer)
  /// The completion will be called with it.
  case later
}
