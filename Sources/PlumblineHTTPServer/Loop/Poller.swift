/// Waits for descriptors to become ready; level-triggered. One belongs to one loop's thread.
protocol Poller: AnyObject {
  /// Waits for a descriptor too; false if the system has no room for it.
  ///
  /// `isShared` says that other pollers wait for it as well, and that one of them is enough.
  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool

  /// Changes what a descriptor is waited for.
  func change(_ descriptor: Int32, token: UInt64, interest: Readiness)

  /// Stops waiting for a descriptor; called before it is closed.
  func remove(_ descriptor: Int32)

  /// Waits up to so many milliseconds (-1: for ever), and replaces `events` by what is ready.
  func wait(milliseconds: Int32, events: inout [PollEvent])

  /// Frees what the poller holds.
  func close()
}
