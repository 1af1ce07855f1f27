import Foundation

/// A queue on which URLSession calls its delegate, one call at a time. Adding an operation blocks while several are
/// pending.
///
/// On Apple's platforms URLSession limits itself. On Linux, it adds decompressed data as fast as it can, without a
/// limit.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  // The class is Sendable because its superclass is, and a semaphore may be used by several threads.
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
