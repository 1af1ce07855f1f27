import Foundation

/// A queue on which URLSession calls its delegate, one call at a time; adding more than a few blocks.
///
/// On Apple's platforms URLSession waits on its own. On Linux it adds decompressed data as fast as it can, without a
/// limit.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  // Sendable: the superclass is, and a semaphore is made for several threads.
  private let room: DispatchSemaphore

  /// - Parameter room: how many calls may wait.
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
