import Foundation

/// A queue for the calls of URLSession's delegate, one at a time. Adding an operation blocks while too many are
/// pending.
///
/// On Apple platforms, URLSession itself limits pending calls. On Linux, it adds decompressed data as fast as it can,
/// without a limit.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  // The class is Sendable because its superclass is and because a semaphore may be used from several threads.
  private let room: DispatchSemaphore

  /// - Parameter room: The maximum number of pending calls.
  init(room: Int = 8) {
    self.room = DispatchSemaphore(value: room)
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    room.wait()
    super.addOperation { [room] in
      block()
      room.signal()
    }
  }
}
