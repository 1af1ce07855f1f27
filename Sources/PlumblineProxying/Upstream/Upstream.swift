import PlumblineHTTPMessages

/// A transport to a real server, which sends a request and returns its outcome.
package protocol Upstream: Sendable {
  /// Sends a request. The completion is called exactly once, on any thread, at the latest after the deadline.
  func send(
    _ request: Request, to base: BaseURL, deadline: Duration,
    _ completion: @escaping @Sendable (Exchange.Outcome) -> Void)

  /// Ends everything in flight and frees all resources.
  func shutdown() async
}
