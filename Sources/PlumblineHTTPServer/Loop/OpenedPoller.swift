/// A poller that was opened but belongs to no thread yet.
struct OpenedPoller: Sendable {
  /// Makes the poller, on the thread that it will belong to.
  let make: @Sendable () -> any Poller
}
