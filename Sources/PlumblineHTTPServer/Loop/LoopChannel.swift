import PlumblineHTTPMessages

/// An object with a descriptor that a loop waits for: a listener or a connection. It is used only on the loop's thread.
package protocol LoopChannel: AnyObject {
  /// Handles the descriptor's readiness.
  func ready(_ readiness: Readiness, on loop: LoopCore)

  /// Sends pending output and sets the events to wait for, after other channels have been read.
  func settle(on loop: LoopCore)

  /// Handles a timer that the channel scheduled.
  func timerFired(_ purpose: UInt64, on loop: LoopCore)

  /// Receives a response that was promised for later.
  func receive(_ answer: OutgoingResponse, token: UInt64, on loop: LoopCore)

  /// Receives a requested piece of a streamed body.
  func receive(_ chunk: BodyChunk, token: UInt64, on loop: LoopCore)

  /// Finishes work in progress and then closes, because the loop is about to end. If forced, closes immediately.
  func shutDown(isForced: Bool, on loop: LoopCore)
}

extension LoopChannel {
  package func settle(on loop: LoopCore) {}
  package func timerFired(_ purpose: UInt64, on loop: LoopCore) {}
  package func receive(_ answer: OutgoingResponse, token: UInt64, on loop: LoopCore) {}
  package func receive(_ chunk: BodyChunk, token: UInt64, on loop: LoopCore) {}
}

/// An identifier of a loop's channel that is never reused. It consists of an index in the loop's table and the number
/// of times that the entry has been used.
package struct ChannelID: Sendable, Hashable {
  package let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(place: Int, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: place))
  }

  var place: Int { Int(rawValue & 0xFFFF_FFFF) }
  var generation: UInt32 { UInt32(rawValue >> 32) }
}
