import PlumblineHTTPMessages

/// A transport that sends requests to real servers and returns their outcomes.
package protocol Upstream: Sendable {
  /// Sends a request. The completion is called exactly once, on any thread, no later than shortly after the deadline.
  func send(
    _ request: Request, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void)

  /// Ends everything in flight and frees all resources.
  func shutdown() async
}
