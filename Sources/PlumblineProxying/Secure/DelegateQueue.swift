import Foundation

/// A queue on which URLSession calls its delegate, one call after the other; adding more than a few waits.
///
/// On Apple's platforms URLSession waits on its own. On Linux it adds what it has unpacked as fast as it can, without a bound.
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
