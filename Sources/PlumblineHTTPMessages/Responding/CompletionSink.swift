/// Where the answers of later completions go: one object for many requests, told apart by a token.
package protocol CompletionSink: AnyObject, Sendable {
  /// Takes an answer; ignores one for a token that was answered before. Called on any thread.
  func complete(_ answer: Answer, token: UInt64)
}
